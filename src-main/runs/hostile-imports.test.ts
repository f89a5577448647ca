import { execFile } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { strToU8, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleEntry } from '../../scripts/lib/bundle.mjs';

/**
 * `HOSTILE=200 HOSTILE_SEED=7 npx vitest run --project unit hostile-imports` tries as many files of each format, large ones and damaged
 * ones among them, in a process each. A failure names its seed and number.
 */
const count = Number(process.env['HOSTILE'] ?? 1);
const seed = Number(process.env['HOSTILE_SEED'] ?? 1);
// Small files stay below the limit without collecting, which takes most of their time.
const collecting = count === 1 ? [] : ['--expose-gc'];
const mostBytes = 300_000_000;
const secret = 'SECRET-OF-THE-PERSON';

const run = promisify(execFile);
const pngHead = Buffer.from('89504e470d0a1a0a0000000d4948445200000010000000100802000000', 'hex');
let entry: { readonly path: string; remove(): Promise<void> };
let base: string;
/** For one file: the folders of the input, of the results, and of the user's private files. */
let root: string;
beforeAll(async () => {
  entry = await bundleEntry('src-main/runs/testing/read-stranger.ts');
}, 60_000);
afterAll(async () => entry.remove());
beforeEach(() => (base = mkdtempSync(path.join(tmpdir(), 'deskscope-strangers-'))));
afterEach(() => rmSync(base, { recursive: true, force: true }));
const at = (...names: string[]) => path.join(root, ...names);

interface ImportOutcome {
  readonly cpuMs: number;
  readonly maxBytes: number;
  readonly asked: number;
  readonly steps: number;
  readonly started: number;
  readonly broken: readonly string[];
  readonly isReported: boolean;
}

/** Creates a file in a new folder, and returns that folder. */
function made(make: () => string): string {
  root = mkdtempSync(path.join(base, 'file-'));
  writeFileSync(at('private.txt'), secret);
  writeFileSync(at('private.png'), Buffer.concat([pngHead, Buffer.from(secret)]));
  mkdirSync(at('given'));
  writeFileSync(at('place.json'), JSON.stringify(make()));
  return root;
}

/** Reads the content of such folders, one after the other, in one process. */
async function reported(folders: readonly string[]): Promise<readonly ImportOutcome[]> {
  const timeout = 120_000;
  const { stdout } = await run(process.execPath, [...collecting, entry.path, ...folders], { timeout });
  return JSON.parse(stdout) as ImportOutcome[];
}

/** Damage as by a disk, a bad copy or a stranger: parts of a file removed, duplicated, moved or replaced. */
function damage(file: string, below: (n: number) => number): void {
  if (!lstatSync(file).isFile() || lstatSync(file).size > 50_000_000) return;
  let bytes = readFileSync(file);
  for (let times = 1 + below(4); times > 0 && bytes.length > 0; times--) {
    const [from, length] = [below(bytes.length), 1 + below(40)];
    const [head, part, rest] = [
      bytes.subarray(0, from),
      bytes.subarray(from, from + length),
      bytes.subarray(from + length),
    ];
    const others = ['null', '-1', '1e999', '{}', '[]', '"', '\\u0000', '\xff', '__proto__', '0'];
    const instead = [[], [part, part], [Buffer.from(others[below(others.length)] ?? '')], [rest.subarray(0, length)]][
      below(4)
    ];
    bytes = Buffer.concat([head, ...(instead ?? []), rest]);
  }
  writeFileSync(file, bytes);
}

/** Mulberry32 by Tommy Ettinger, in the public domain: the same files for the same seed. */
function randomOf(state: number): (below: number) => number {
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function put(name: string, content: string | Uint8Array): string {
  const file = at('given', name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
/** Links a private file under a name that the run uses; returns the folder. */
function link(name: string, to: string): string {
  mkdirSync(path.dirname(at('given', name)), { recursive: true });
  symlinkSync(at(to), at('given', name));
  return at('given');
}
function sparse(name: string, begin: string): string {
  truncateSync(put(name, begin), 1_000_000_000);
  return at('given', name);
}
const times = <T>(n: number, make: (index: number) => T): T[] => Array.from({ length: n }, (_, index) => make(index));
const inLines = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join('\n');
const nested = (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`;
const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level: 6 });
const wayOut = (below: (n: number) => number): string => {
  const file = at('private.png');
  return [file, '../private.png', `file://${file}`, '..\\private.png', 'a/../../private.png'][below(5)] ?? file;
};

const atif = (steps: readonly object[], more: object = {}) =>
  JSON.stringify({ schema_version: 'ATIF-v1.7', agent: { name: 'a', version: '1' }, steps, ...more });
const shown = (file: string) => ({ type: 'image', source: { media_type: 'image/png', path: file } });
const turn = (id: number, more: object = {}) => ({ step_id: id + 1, source: 'agent', message: 'm', ...more });
const called = (id: string) => [{ tool_call_id: id, function_name: 'launch_app', arguments: { command: 'touch' } }];
const ofUfo = (index: number, more: object = {}) => ({
  agent_type: 'AppAgent',
  agent_name: `AppAgent ${index}`,
  session_step: index,
  round_num: index,
  request: `r${index}`,
  status: index % 2 === 0 ? 'CONTINUE' : 'FINISH',
  action: [{ function: 'run_shell', arguments: { bash_command: `touch ${at('ran')}` }, result: { status: 'success' } }],
  ...more,
});
const psr = (body: string) =>
  `MIME-Version: 1.0\nContent-Type: multipart/related\n\n<?xml version="1.0"?><Report><UserActionData><RecordSession>${body}</RecordSession></UserActionData></Report>`;
const act = (inside: string) =>
  `<EachAction ActionNumber="1" FileName="xterm">${inside}<Action>Keyboard Input</Action></EachAction>`;
const step = (index: number, more: object = {}) => ({
  id: `s${index}`,
  at: index,
  window: { app: 'xterm' },
  target: null,
  action: { type: 'launch', command: 'touch', args: [at('ran')] },
  ...more,
});
const recording = (steps: readonly object[], more: object = {}) =>
  JSON.stringify({ version: 1, id: 'r', name: 'r', createdAt: 'x', platform: 'linux', steps, ...more });
const typed = (index: number) => ({
  kind: 'keyboard.text_input',
  timestamp: '2026-01-01T00:00:00Z',
  window: { title: `w${index}` },
  keyboard: { text: 'touch' },
});
const server = (index: number) =>
  `{ namespace: N${index}, type: stdio, command: '${process.execPath}', start_args: [-e, "require('fs').writeFileSync('${at('ran')}','')"] }`;
const letters = 'abcdefghij';
const nineOf = (of: string) => times(9, () => `*${of}`).join(',');

/** Per format: a stranger's file of the given size. Returns the path to read. */
type Make = (n: number, below: (n: number) => number) => string;
const formats: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  ATIF: {
    'many steps': (n) => put('trajectory.json', atif(times(n, (i) => turn(i, { tool_calls: called(`c${i}`) })))),
    'many requests': (n) =>
      put('trajectory.json', atif(times(n, (i) => ({ ...turn(i), source: i % 2 === 0 ? 'user' : 'agent' })))),
    'many results of one call': (n) => {
      const results = times(n, () => ({ source_call_id: 'c', content: 'x' }));
      return put('trajectory.json', atif([turn(0, { tool_calls: called('c'), observation: { results } })]));
    },
    'many calls of one step': (n) =>
      put('trajectory.json', atif([turn(0, { tool_calls: times(n * 4, (i) => called(`c${i}`)[0] ?? {}) })])),
    'pictures elsewhere': (_, below) => {
      const message = [shown(wayOut(below)), shown('linked.png')];
      put('trajectory.json', atif([{ step_id: 1, source: 'user', message }, turn(1)]));
      return link('linked.png', 'private.png');
    },
    'a value nested deep': (n) =>
      put('trajectory.json', atif([turn(0)], { extra: 'X' }).replace('"X"', `{"a":${nested(n)}}`)),
    'many empty values': (n) =>
      put('trajectory.json', atif([turn(0)], { extra: 'X' }).replace('"X"', `{"a":[${'[],'.repeat(n * 100)}[]]}`)),
  },
  'Steps Recorder': {
    'many steps': (n) => put('a.mht', psr(act('<Description>[... Enter]</Description>').repeat(n))),
    'levels that do not end': (n) => put('a.mht', psr(act('<Level '.repeat(n)))),
    'descriptions that do not end': (n) => put('a.mht', psr(act('<Description>'.repeat(n)))),
    'names that do not end': (n) => put('a.mht', psr(act(`<Level ${'a'.repeat(n * 8)}>`))),
    'brackets and spaces': (n) =>
      put('a.mht', psr(act(`<Description>${'[ '.repeat(n)}${' '.repeat(n)}x</Description>`))),
    'quotes in quotes': (n) => put('a.mht', psr(act(`<Description>${'click in "'.repeat(n)}\n</Description>`))),
    'an archive of many pages': (n) =>
      put('a.zip', zip(Object.fromEntries(times(Math.min(n, 400), (i) => [`${i}.mht`, psr('x')])))),
    'a page that is small in its archive alone': () =>
      put('a.zip', zip({ 'a.mht': `${psr(act(''))}${' '.repeat(120_000_000)}` })),
  },
  OSWorld: {
    'many lines of one step': (n) =>
      put('traj.jsonl', inLines(times(n, () => ({ step_num: 1, action: 'x', response: 'r' })))),
    'many steps': (n) =>
      put('traj.jsonl', inLines(times(n, (i) => ({ step_num: i, action: { name: 'a', arguments: {} } })))),
    'pictures elsewhere': (_, below) => {
      const files = [wayOut(below), 'linked.png'];
      put('traj.jsonl', inLines(files.map((file, i) => ({ step_num: i, action: 'x', screenshot_file: file }))));
      return link('linked.png', 'private.png');
    },
    'a score that is a link': () => {
      put('traj.jsonl', inLines([{ step_num: 1, action: 'x' }]));
      return link('result.txt', 'private.txt');
    },
  },
  UFO: {
    'many agents and rounds': (n) => put('response.log', inLines(times(n, (i) => ofUfo(i)))),
    'many acts of one step': (n) => {
      const action = times(n * 4, () => ({ function: 'x', arguments: {} }));
      return put('response.log', inLines([ofUfo(0, { action })]));
    },
    'many empty lines': (n) => put('response.log', `${inLines([ofUfo(0)])}\n${'{}\n'.repeat(n * 10)}`),
    'many requests to models': (n) => {
      put('request.log', inLines(times(n, (i) => ({ step: i, prompt: 'p', plan: ['q'] }))));
      return path.dirname(put('response.log', inLines(times(n, (i) => ofUfo(i, { agent_name: 'A' })))));
    },
    'a graph of many tasks': (n) => {
      const tasks = Object.fromEntries(times(n, (i) => [`t${i}`, { description: 'd' }]));
      const dependencies = Object.fromEntries(times(n, (i) => [`d${i}`, { from_task_id: 't0', to_task_id: `t${i}` }]));
      const line = ofUfo(0, { agent_type: 'ConstellationAgent', constellation_after: { tasks, dependencies } });
      return put('response.log', inLines([line]));
    },
    'a tree nested deep': (n) => {
      put('ui_trees/ui_tree_step0.json', `${'{"id":"a","children":['.repeat(n)}${']}'.repeat(n)}`);
      return path.dirname(put('response.log', inLines([ofUfo(0)])));
    },
    'links for its files': () => {
      put('response.log', inLines([ofUfo(0, { clean_screenshot_path: 'C:\\x\\linked.png' })]));
      for (const name of ['request.log', 'evaluation.log', 'ui_trees/ui_tree_step0.json']) link(name, 'private.txt');
      return link('linked.png', 'private.png');
    },
    'an archive with ways out': (_, below) => {
      const line = ofUfo(0, { clean_screenshot_path: wayOut(below) });
      return put('a.zip', zip({ 'log/response.log': inLines([line]), '../private.png': 'x' }));
    },
  },
  recording: {
    'many steps that start programs': (n) => put('a.json', recording(times(n, (i) => step(i)))),
    'many groups of one name': (n) => {
      const groups = times(n, () => ({ id: 'g', name: 'g' }));
      return put(
        'a.json',
        recording(
          times(n, (i) => step(i, { group: 'g' })),
          { groups },
        ),
      );
    },
    'many groups': (n) => {
      const groups = times(n, (i) => ({ id: `g${i}`, name: 'g' }));
      return put(
        'a.json',
        recording(
          times(n, (i) => step(i, { group: `g${i}` })),
          { groups },
        ),
      );
    },
    'a value nested deep': (n) => put('a.json', recording([step(0)]).replace('"target":null', `"target":${nested(n)}`)),
    'many empty values': (n) => put('a.json', `{"version":1,"steps":[${'[],'.repeat(n * 100)}[]]}`),
    'a gigabyte of nothing': () => sparse('a.json', '{'),
  },
  calls: {
    'many calls that start programs': (n) => {
      const call = { tool_name: 'run_shell', parameters: { bash_command: 'touch' } };
      return put(
        'a.json',
        JSON.stringify(
          times(n, () => call),
          null,
          1,
        ),
      );
    },
    'many copies of one step': (n) => {
      const call = { tool_name: 'launch_app', parameters: {}, meta: { deskscope: { step: step(0) } } };
      return put(
        'a.json',
        JSON.stringify(
          times(n, () => call),
          null,
          1,
        ),
      );
    },
    'a value nested deep': (n) => put('a.json', `[{"tool_name":"x","parameters":{"a":${nested(n)}}}]`),
    'many empty values': (n) => put('a.json', `[${'[],'.repeat(n * 100)}[]]`),
  },
  'Record & Replay': {
    'many events': (n) => put('events.jsonl', inLines(times(n, typed))),
    'events that are a link': () => link('events.jsonl', 'private.txt'),
  },
  rows: {
    'many columns': (n) => put('a.csv', `${times(n, (i) => `c${i}`).join(',')}\n`),
    'many cells': (n) => put('a.csv', `a;b\n${';\n'.repeat(n * 40)}`),
    'quotes that do not end': (n) => put('a.csv', `a,b\n"${'""'.repeat(n * 4)}`),
  },
  'mcp.yaml': {
    'many programs': (n) => put('mcp.yaml', `A: { default: { action: [${times(n, server).join(', ')}] } }`),
    'aliases of aliases': () =>
      put(
        'mcp.yaml',
        times(9, (i) => `${letters[i]}: &${letters[i]} [${i === 0 ? 'x' : nineOf(letters[i - 1] ?? '')}]`).join('\n'),
      ),
    'a value nested deep': (n) => put('mcp.yaml', `A: ${nested(n)}`),
    'many documents': (n) => put('mcp.yaml', '{}\n'.repeat(n)),
    'a gigabyte of nothing': () => sparse('mcp.yaml', 'A: '),
    'a program by a variable': () =>
      put('mcp.yaml', `A: { default: { action: [{ type: stdio, command: '\${NOBODY:-${process.execPath}}' }] } }`),
  },
};

describe.skipIf(process.platform !== 'linux').each(Object.entries(formats))(
  'files of strangers: %s',
  (format, kinds) => {
    const names = Object.keys(kinds);
    const most = Math.max(count, names.length);
    const file = (number: number) => {
      const name = names[number % names.length] ?? '';
      const below = randomOf(seed * 1_000 + number);
      const size = count === 1 ? 150 : number < names.length ? 30_000 : 1 + below(40_000);
      const folder = made(() => {
        const place = kinds[name]?.(size, below) ?? '';
        if (number >= 2 * names.length && below(2) === 0)
          for (const one of readdirSync(at('given'), { recursive: true, encoding: 'utf8' }))
            damage(at('given', one), below);
        return place;
      });
      return { folder, what: `${format}: ${name} of ${size}, seed ${seed} number ${number}` };
    };
    const judge = ({ folder, what: of }: ReturnType<typeof file>, found: ImportOutcome | undefined) => {
      const what = `${of}: ${JSON.stringify(found)}`;
      // A typed or started command, or a program of a configuration, would create this file.
      expect(existsSync(path.join(folder, 'ran')), what).toBe(false);
      expect(found, what).toMatchObject({ isReported: false, started: 0, broken: [] });
      expect(found?.maxBytes, what).toBeLessThan(mostBytes);
      expect(found?.steps, what).toBeLessThanOrEqual(10_000);
    };

    it(
      'start nothing, are read alone, and in little memory',
      async () => {
        const inOne = count === 1 ? most : 1;
        for (let number = 0; number < most; number += inOne) {
          const files = times(inOne, (index) => file(number + index));
          const found = await reported(files.map(({ folder }) => folder));
          for (const [index, one] of files.entries()) judge(one, found[index]);
          for (const { folder } of files) rmSync(folder, { recursive: true });
        }
      },
      60_000 + count * 30_000,
    );

    it.runIf(format === 'mcp.yaml')('asks about the programs that a configuration names', async () => {
      const [found] = await reported([made(() => kinds['many programs']?.(600, () => 0) ?? '')]);
      expect(found?.asked).toBeGreaterThan(0);
    });

    // Only at sizes that take a while is it seen.
    it.skipIf(count === 1)(
      'cost in proportion to their length',
      async () => {
        for (const [name, make] of Object.entries(kinds)) {
          const cost = async (size: number) => (await reported([made(() => make(size, () => 0))]))[0]?.cpuMs ?? 0;
          const [little, much] = [await cost(2_500), await cost(10_000)];
          // Four times the size; quadratic work takes sixteen times as long. Both include the fixed cost of reading.
          const what = `${format}: ${name}: ${little} and ${much} ms`;
          if (much > 1_000) expect(much / little, what).toBeLessThan(7);
        }
      },
      300_000,
    );
  },
);
