import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../base/log.ts';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { Replay } from '../replay/replay.ts';
import { Runs } from '../runs/runs.ts';
import { createTraceWriter } from '../runs/trace-writer.ts';
import { createBench } from '../tools/testing/run-tools.ts';
import type { Recording, Step } from '#contract/model/recording';
import type { SelectorSurvival, Survival } from '#contract/model/survival';
import { matchOf } from '#contract/model/window';
import { Shelf } from './shelf.ts';

const clear = 'role=Button name="C"';
const edit = 'role=Menu name="Edit"';
const german = { LANGUAGE: 'de', LC_ALL: 'C.UTF-8' };

let folder: string;
let steps: readonly Step[];
let runs: Runs;

/** The calculator as its own files and the environment make it. */
async function withCalculator<T>(
  env: Record<string, string>,
  settings: string,
  work: (app: LiveApp) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(path.join(folder, 'home-'));
  mkdirSync(path.join(home, 'galculator'));
  writeFileSync(path.join(home, 'galculator', 'galculator.conf'), `[general]\n\n${settings}\n`);
  const app = await liveApp('galculator', [], { env: { XDG_CONFIG_HOME: home, ...env } });
  try {
    return await work(app);
  } finally {
    await app.end();
  }
}

async function stepOn(app: LiveApp, selector: string): Promise<Step> {
  const { items } = await app.engine.listWindows({});
  const window = items.find(({ processId }) => processId === app.processId);
  const { id, controlType, name, bounds } = await app.element(selector);
  const selectors = [...(await app.engine.selectors({ element: id }))];
  return {
    id: selector,
    at: 0,
    action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 8, y: 8 } },
    target: { controlType, name, selectors, bounds },
    window: matchOf(window!),
    enabled: true,
  };
}

function replayIn(run: string, env: Record<string, string> = {}, settings = ''): Promise<readonly string[]> {
  return withCalculator(env, settings, async ({ engine }) => {
    const place = path.join(folder, 'runs', run);
    const trace = createTraceWriter({ folder: place, run, title: run, source: engine, log: silentLog });
    const bench = await createBench({ engine, caller: { kind: 'user', name: 'user' }, observers: [trace] });
    const replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 1_000 }) });
    const about = { version: 1, id: 'r', name: 'r', createdAt: '2026-01-01T00:00:00.000Z', platform: 'linux' } as const;
    const recording: Recording = { ...about, steps: [...steps] };
    const { results } = await replay.run({ recording });
    await trace.close();
    return results.map(({ status }) => status);
  });
}

async function survivalOf(step: string, ...tried: readonly string[]): Promise<Survival> {
  const { target, window } = steps.find(({ id }) => id === step)!;
  const { controlType, name, selectors } = target!;
  const known = selectors.map(({ selector }) => selector);
  return new Shelf(runs).survival({ window, controlType, name, selectors: known, tried: [...tried] });
}

const of = ({ selectors }: Survival, begin: string) =>
  selectors.find(({ selector }) => selector.startsWith(begin)) ?? expect.fail(`There is no ${begin}.`);
const lost = ({ losses }: SelectorSurvival) => losses.map(({ run, kind, why }) => `${run}: ${kind}, ${why}`);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-survival-'));
  mkdirSync(path.join(folder, 'runs'));
  runs = new Runs({ folder: path.join(folder, 'runs'), live: null, changed: () => undefined });
  steps = await withCalculator({}, '', async (app) => [await stepOn(app, clear), await stepOn(app, edit)]);
  await replayIn('1 again');
  await replayIn('2 high contrast', { GTK_THEME: 'HighContrast' });
  await replayIn('3 large letters', { GDK_DPI_SCALE: '1.6' });
  await replayIn('4 scientific', {}, 'mode=1');
  await replayIn('5 german', german);
}, 120_000);
afterAll(async () => {
  await runs.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a selector of a real app holds in another theme, size and language', async () => {
  const survival = await survivalOf(clear);
  expect(survival).toMatchObject({ runs: 5, unseen: 0 });
  expect(of(survival, 'role=Button name="C" near="AC"')).toMatchObject({ held: 5, of: 5, losses: [] });
});

it('what words say is lost in another language, and what stands there instead is told', async () => {
  const described = of(await survivalOf(clear), 'role=Button description=');
  expect(described).toMatchObject({ held: 3, of: 5 });
  expect(lost(described)).toContain(
    '5 german: none, nothing matches: Button “C” is there, but its description is “Anzeige löschen    Alt+C”.',
  );
  expect(lost(of(await survivalOf(edit), edit))).toEqual([expect.stringMatching(/^5 german: none, nothing matches/)]);
});

it('a second element of that name and another one at that place are told from the one that is meant', async () => {
  const survival = await survivalOf(clear, 'role=Button nth=3');
  expect(lost(of(survival, 'role=Button name="C"'))).toEqual(['4 scientific: several, 2 elements match.']);
  expect(lost(of(survival, 'role=Button nth=1'))).toEqual(['4 scientific: another, it finds Button “<-”.']);
  expect(of(survival, 'role=Button nth=3')).toMatchObject({ held: 0, of: 5 });
});

it('a number and a path are not blamed where no one knows which element it is', async () => {
  const survival = await survivalOf(edit);
  expect(of(survival, 'role=Menu nth=1')).toMatchObject({ held: 4, of: 4, losses: [] });
});
