import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { silentLog } from '../../src-main/base/log.ts';
import { forkEngine } from '../../src-main/engine/process/fork-engine.ts';
import { createRemoteEngine } from '../../src-main/engine/process/remote-engine.ts';
import { createJournal } from '../../src-main/recorder/saving/journal.ts';
import { RecorderStore } from '../../src-main/recorder/store.ts';
import { center } from '../../src-preload/contract/model/geometry.ts';
import { print } from '../lib/main.ts';
import { python, runProgram } from '../linux/peers/run-program.ts';
import { countKept } from '../recorder/load.ts';
import { pictureOf } from './picture.ts';
import { childrenOf, grows, growthOf, sampleOf, type Sample } from './samples.ts';

const program = join(process.cwd(), 'bin/deskscope.cjs');
const folder = join(process.cwd(), 'test-results/soak');

/** Ten times what a person does: some three clicks, keys and notches a second. */
const eventsPerSecond = 60;
const secondsOfPerson = 15;
const actsOfAgent = 10;
const sampleEveryMs = 5_000;
const appEveryMs = 4_000;
const appLivesMs = 9_000;
const apps = ['galculator', 'mousepad', 'gtk3-demo'];

const sent = z.object({ clicks: z.number(), keys: z.number(), notches: z.number() });
type Counts = z.output<typeof sent>;
const sum = ({ clicks, keys, notches }: Counts) => clicks + keys + notches;

const { values: options, positionals } = parseArgs({
  options: { 'engine-entry': { type: 'string', default: '' } },
  allowPositionals: true,
});

void main(secondsIn(positionals[0] ?? '1h')).then(
  (code) => process.exit(code),
  (error: unknown) => {
    print(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(1);
  },
);

/** @throws Error */
function secondsIn(text: string): number {
  const [, count, unit] = /^(\d+)(s|m|h)$/.exec(text) ?? [];
  if (count === undefined) throw new Error(`How long? As 2h, 30m or 90s, not ${text}.`);
  return Number(count) * { s: 1, m: 60, h: 3_600 }[unit as 's' | 'm' | 'h'];
}

async function main(seconds: number): Promise<number> {
  await mkdir(folder, { recursive: true });
  const start = performance.now();
  const now = () => (performance.now() - start) / 1_000;
  const isOver = () => now() >= seconds;
  const samples = new Map<string, Sample[]>();
  const counts = { sent: 0, lost: 0, looks: 0, acts: 0, replays: 0, failures: [] as string[] };
  const history: { readonly at: number; readonly sent: number; readonly lost: number; readonly calls: number }[] = [];

  const target = startChild(python, [join(process.cwd(), 'bench/recorder/load_target.py')], { env: process.env });
  const engine = createRemoteEngine({
    spawn: () => forkEngine(options['engine-entry'], { backend: 'linux', log: 'ignore' }),
    log: silentLog,
  });
  const agent = await connectAgent();
  const attempt = async (what: string, work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      counts.failures.push(`${now().toFixed(0)} s, ${what}: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
  const windowOf = async (title: RegExp) => {
    const { items } = await engine.listWindows({});
    const window = items.find((each) => title.test(each.title));
    if (!window) throw new Error(`There is no window ${String(title)}.`);
    return window;
  };

  const record = async () => {
    const window = await windowOf(/Load target/);
    await engine.actOnWindow({ window: window.id, action: 'focus' });
    const { matches } = await engine.find({ window: window.id, selector: 'role=Button name="Press me"' });
    const bounds = matches[0]?.bounds;
    if (!bounds) throw new Error('The button has no place.');
    const at = center(bounds);
    const store = new RecorderStore({ engine, platform: 'linux', journal: createJournal(folder) });
    await store.start();
    await engine.describe({});
    const args = ['mixed', eventsPerSecond, secondsOfPerson, Math.round(at.x), Math.round(at.y)].map(String);
    const script = join(process.cwd(), 'bench/recorder/send_input.py');
    const real = sent.parse(JSON.parse(await runProgram(python, [script, ...args], 60_000)));
    await store.stop();
    counts.sent += sum(real);
    counts.lost += Math.max(0, sum(real) - sum(countKept(store.recording.steps)));
    const steps = store.recording.steps.slice(0, 5);
    await writeFile(join(folder, 'recording.json'), JSON.stringify({ ...store.recording, steps }));
  };
  const replay = async () => {
    await promisify(execFile)(process.execPath, [program, 'replay', join(folder, 'recording.json'), '--allow-lost']);
    counts.replays++;
  };
  const act = async () => {
    for (let i = 0; i < actsOfAgent; i++) {
      await agent.call('click_element', { window: 'Load target', name: 'Press me' });
      counts.acts++;
    }
  };

  const person = async () => {
    while (!isOver()) {
      await attempt('recording', record);
      await attempt('replay', replay);
      await attempt('acts of the agent', act);
    }
  };
  const looks = async () => {
    for (let i = 0; !isOver(); i++) {
      // Of apps that come and go: one may have ended since the list.
      const windows = await agent.call('list_windows', {}).catch(() => '');
      const ids = [...windows.matchAll(/0x[0-9a-f]+/g)].map(([id]) => id);
      const window = ids[i % Math.max(1, ids.length)];
      if (window) await agent.call('snapshot', { window }).catch(() => '');
      counts.looks++;
      await sleep(100);
    }
  };
  const comingAndGoing = async () => {
    const leaving = new Set<Promise<void>>();
    for (let i = 0; !isOver(); i++) {
      const child = startChild(apps[i % apps.length] ?? '', [], { env: process.env });
      const left = sleep(appLivesMs).then(() => endChild(child));
      leaving.add(left);
      void left.then(() => leaving.delete(left));
      await sleep(appEveryMs);
    }
    await Promise.all(leaving);
  };
  const measure = async () => {
    const server = agent.processId;
    const processes = () => [
      ['MCP server', server] as const,
      ...childrenOf(server).map((id) => ['engine of the server', id] as const),
      ['engine of the recorder', engine.processId ?? 0] as const,
      ['recorder', process.pid] as const,
    ];
    while (!isOver()) {
      await sleep(sampleEveryMs);
      const at = now();
      for (const [name, id] of processes()) {
        const sample = sampleOf(id, at);
        if (sample) samples.set(name, [...(samples.get(name) ?? []), sample]);
      }
      history.push({ at, sent: counts.sent, lost: counts.lost, calls: counts.looks + counts.acts });
      await draw(samples, history, at);
    }
  };

  try {
    await sleep(2_000);
    await Promise.all([person(), looks(), comingAndGoing(), measure()]);
  } finally {
    await agent.close();
    await engine.close();
    await endChild(target);
  }
  return report(samples, counts, seconds);
}

async function connectAgent() {
  const env = Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const args = [program, 'mcp', '--stdio', '--allow', 'act'];
  const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' });
  const client = new Client({ name: 'soak', version: '1' });
  await client.connect(transport);
  return {
    processId: transport.pid ?? 0,
    async call(name: string, parameters: Record<string, unknown>): Promise<string> {
      const { content, isError } = await client.callTool({ name, arguments: parameters });
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      if (isError) throw new Error(text);
      return text;
    },
    close: () => client.close(),
  };
}

async function draw(
  samples: ReadonlyMap<string, readonly Sample[]>,
  history: readonly { readonly at: number; readonly sent: number; readonly lost: number; readonly calls: number }[],
  seconds: number,
): Promise<void> {
  const lines = (of: 'memory' | 'descriptors') =>
    [...samples].map(([name, all]) => ({ name, points: all.map((sample) => [sample.at, sample[of]] as const) }));
  const line = (name: 'sent' | 'lost' | 'calls') => ({
    name,
    points: history.map((each) => [each.at, each[name]] as const),
  });
  const panels = [
    { title: 'Memory (PSS), MB', lines: lines('memory') },
    { title: 'Descriptors', lines: lines('descriptors') },
    { title: 'Clicks, keys and notches, and calls of the agent', lines: [line('sent'), line('calls')] },
    { title: 'Clicks, keys and notches that no step has', lines: [line('lost')] },
  ];
  await writeFile(join(folder, 'soak.svg'), pictureOf(panels, seconds));
  await writeFile(join(folder, 'soak.json'), JSON.stringify({ samples: Object.fromEntries(samples), history }));
}

function report(
  samples: ReadonlyMap<string, readonly Sample[]>,
  counts: { sent: number; lost: number; looks: number; acts: number; replays: number; failures: readonly string[] },
  seconds: number,
): number {
  const { sent: all, lost, looks, acts, replays, failures } = counts;
  print(`${looks} looks, ${acts} acts, ${replays} replays; ${all} clicks, keys and notches, ${lost} of them lost.`);
  let grown = false;
  for (const [name, list] of samples) {
    const growth = growthOf(list);
    const [memory, descriptors] = [growth.memory, growth.descriptors].map((pair) => pair.map(Math.round).join(' → '));
    print(`${name}: ${memory} MB, ${descriptors} descriptors${grows(growth, seconds) ? ', grows' : ''}`);
    grown ||= grows(growth, seconds);
  }
  for (const failure of failures) print(`failed: ${failure}`);
  print(`Written: ${join(folder, 'soak.svg')}`);
  return grown || lost > 0 || failures.length > 0 ? 1 : 0;
}
