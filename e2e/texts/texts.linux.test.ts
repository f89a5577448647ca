import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endChild, startChild } from '../../scripts/lib/children.mjs';
import { seeded, type Random } from '../acts/random.ts';
import { openDoor, type Door } from '../acts/server.ts';
import { textApps, type Model, type TextApp, type TextAppName } from './apps.ts';
import { faultOf, type Tried } from './judge.ts';

/**
 * Random texts into elements of every kind, through the built MCP server, checked against the apps' reports or files: only
 * the target changes, and nothing is reported done that was not. TEXTS=500 tries that many, in all apps.
 */
const env = process.env;
const seed = Number(env['TEXTS_SEED'] ?? 20_261_127);
const all = Object.keys(textApps) as TextAppName[];
const some: readonly TextAppName[] = ['GTK 3', 'Qt'];
const wanted = env['TEXTS_APPS']?.split(',') ?? (env['TEXTS'] ? all : some);
const tried = all.filter((name) => wanted.includes(name));
const each = Math.ceil(Number(env['TEXTS'] ?? 16) / tried.length);

let door: Door;
const counts: string[] = [];
beforeAll(async () => void (door = await openDoor()), 60_000);
afterAll(async () => {
  await door.close();
  process.stderr.write(`\nTEXTS_SEED=${seed}\n${counts.join('\n')}\n`);
});

it.each(tried)(
  `%s: a text changes what is meant and nothing else (TEXTS_SEED=${seed})`,
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'deskscope-texts-'));
    const app = await textApps[name](folder);
    if (spawnSync('which', [app.program]).status !== 0) return void counts.push(`${name}: not installed`);
    const home = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), XDG_DATA_HOME: join(folder, 'data') };
    const child = startChild(app.program, [...app.args], {
      env: { ...env, LC_ALL: 'C.UTF-8', ...home, ...app.env },
      stdio: 'ignore',
    });
    try {
      const window = await shown(name, app);
      const faults = await tryAll(name, app, window);
      expect(faults, faults.join('\n\n')).toEqual([]);
    } finally {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Already exited.
      }
      await endChild(child);
      app.close?.();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  each * 60_000 + 180_000,
);

/** The handle of its window, once it contains elements. */
async function shown(name: string, { title }: TextApp): Promise<string> {
  const end = Date.now() + 90_000;
  for (;;) {
    const { text } = await door.call('list_windows', {});
    const line = text.split('\n').find((one) => one.includes(title) && /0x[0-9a-f]+/.test(one));
    const window = /0x[0-9a-f]+/.exec(line ?? '')?.[0];
    if (window) {
      await sleep(3_000);
      return window;
    }
    if (Date.now() > end) throw new Error(`${name} shows no window: ${text}`);
    await sleep(250);
  }
}

async function tryAll(name: TextAppName, app: TextApp, window: string): Promise<string[]> {
  const random = seeded(seed + name.length);
  const faults: string[] = [];
  const outcomes = { done: 0, unread: 0, refused: 0 };
  let before = await settled(app, window);
  for (let n = 0; n < each; n++) {
    const one = await tryOne(random, app, window, before);
    before = one.after;
    if (one.answer.ok) outcomes[/read back|It is now/.test(one.answer.text) ? 'done' : 'unread']++;
    else outcomes.refused++;
    const fault = faultOf(app, one);
    note(`${name} ${n}: ${fault ?? 'right'}\n${JSON.stringify(one)}`);
    if (fault) faults.push(`${name} ${n}: ${fault}\n${JSON.stringify(one, null, 1)}`);
  }
  counts.push(
    `${name}: ${each} texts, ${Object.entries(outcomes)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ')}, ${faults.length} faults`,
  );
  return faults;
}

/** For users who want to see the answers. */
function note(line: string): void {
  mkdirSync('test-results', { recursive: true });
  appendFileSync('test-results/texts.log', `${line}\n`);
}

async function tryOne(random: Random, app: TextApp, window: string, before: Model): Promise<Tried> {
  const target = app.types.length > 0 ? await someElement(random, app, window) : null;
  const isTerminal = app.title === '';
  const text = textOf(random, isTerminal || app.oneLine === true);
  const enter = isTerminal ? { press_enter: true } : {};
  if (!target) {
    await door.call('focus_window', { window });
    const answer = await door.call('type_text', { window, text, ...enter });
    return { target, text, replace: false, answer, before, after: await settled(app, window) };
  }
  const tool = isTerminal ? 'type_text' : random.of(['type_text', 'type_text', 'set_value'] as const);
  const replace = isTerminal ? false : tool === 'set_value' || random.chance(0.8);
  const input = tool === 'set_value' ? { value: text } : { text, ...(replace ? {} : { clear_first: false }), ...enter };
  const answer = await door.call(tool, { window, element: target.ref, ...input });
  return { target, tool, text, replace, answer, before, after: await settled(app, window) };
}

/** A visible element of a random type; null if the app has none. */
async function someElement(random: Random, app: TextApp, window: string): Promise<Tried['target']> {
  for (const type of random.shuffled(app.types)) {
    const { text } = await door.call('find_element', { window, control_type: type });
    const lines = text.split('\n').filter((line) => /^\s*\[e\d+\]/.test(line) && !/ (hidden|offscreen)/.test(line));
    if (lines.length === 0) continue;
    const line = random.of(lines.slice(0, 40));
    const [, ref = ''] = /\[(e\d+)\]/.exec(line) ?? [];
    return {
      ref,
      line,
      type,
      name: /^\s*\[e\d+\] \w+ “([^”]*)”/.exec(line)?.[1] ?? '',
      value: / = “([^”]*)”/.exec(line)?.[1] ?? null,
    };
  }
  throw new Error(`${app.program} shows none of ${app.types.join(', ')}.`);
}

const words = [
  '',
  'x',
  'zwei',
  'Grüße',
  '日本語',
  'naïve café',
  `"it's"`,
  'a&b<c>',
  '  two  blanks',
  '42',
  '3.5',
  'o',
  '🙂',
  'Ελλάδα',
];

function textOf(random: Random, oneLine: boolean): string {
  const text = Array.from({ length: random.between(1, 3) }, () => random.of(words)).join(random.of(['', ' ', '-']));
  return !oneLine && random.chance(0.1) ? `${text}\nnext` : text;
}

/** The app's contents, once they no longer change. */
async function settled(app: TextApp, window: string): Promise<Model> {
  if (app.saves) {
    await door.call('press_keys', { window, keys: app.saves });
    await sleep(1_500);
  }
  let last = '';
  for (;;) {
    await sleep(250);
    const now = app.model();
    if (JSON.stringify(now) === last) return now;
    last = JSON.stringify(now);
  }
}
