import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { ElementNode } from '#contract/model/elements/element';
import { silentLog } from '../../base/log.ts';
import { createFakeBackend } from '../../engine/backends/fake/index.ts';
import type { Engine } from '../../engine/engine.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import { figuresText, measureDesktop } from './desktop-report.ts';

let engine: Engine;
beforeEach(async () => {
  engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(createFakeBackend()) });
});
afterEach(async () => {
  vi.useRealTimers();
  await engine.close();
});

/** The figures of some of the windows, where `changed` represents what the engine does otherwise. */
async function measured(isWanted: (title: string) => boolean, changed: Partial<Engine> = {}) {
  const listWindows: Engine['listWindows'] = async (...args) => {
    const list = await engine.listWindows(...args);
    return { ...list, items: list.items.filter(({ title }) => isWanted(title)) };
  };
  return measureDesktop({ ...engine, listWindows, ...changed }, new AbortController().signal);
}

/** Elements of one child each, more of them than are asked for. */
function chain(between: () => void) {
  let length = 0;
  return vi.fn<Engine['children']>(() => {
    between();
    if (++length > 3_000) return Promise.resolve([]);
    return Promise.resolve([{ id: `window:0x1|runtime:${length}` } as ElementNode]);
  });
}
const calculator = (title: string) => title === 'Calculator';

it('asks no more than 2,000 elements for their children, and reports it', async () => {
  const children = chain(() => undefined);
  const [figures] = await measured(calculator, { children });
  expect(figures?.byLevels).toMatchObject({ cut: 'nodes' });
  expect(children).toHaveBeenCalledTimes(2_000);
});

it('asks no longer than half a minute for them', async () => {
  vi.useFakeTimers({ toFake: ['hrtime'] });
  const children = chain(() => vi.advanceTimersByTime(10_000));
  const [figures] = await measured(calculator, { children });
  expect(figures?.byLevels).toMatchObject({ cut: 'time' });
  expect(children.mock.calls.length).toBeLessThan(5);
});

it('a window that does not answer costs its own figures, one that is minimised has none', async () => {
  const short = (title: string) => title !== 'Ten thousand rows';
  const { items } = await engine.listWindows({});
  const [silent, minimised, ...others] = items.filter(({ title }) => short(title)).map(({ id }) => id);
  await engine.actOnWindow({ window: minimised!, action: 'minimize' });
  const tree: Engine['tree'] = (...args) =>
    args[0].window === silent ? Promise.reject(new AppError('target_not_responding')) : engine.tree(...args);
  const figures = await measured(short, { tree });
  expect(figures).toHaveLength(1 + others.length);
  const failed = figures.filter(({ first }) => 'error' in first);
  expect(failed).toMatchObject([{ first: { error: 'target_not_responding' }, picture: { whole: true } }]);
});

it('reports how many an app reports at once, where apps can be asked that', async () => {
  const [none] = await measured(calculator);
  expect([none?.atOnce, figuresText(none!)]).toEqual([null, expect.not.stringContaining('at once')]);
  const [some] = await measured(calculator, { countInOneAnswer: () => Promise.resolve(69) });
  expect([some?.atOnce, figuresText(some!)]).toEqual([69, expect.stringContaining('at once 69 elements; first ')]);
  const countInOneAnswer = () => Promise.reject(new AppError('target_not_responding'));
  expect(await measured(calculator, { countInOneAnswer })).toMatchObject([
    { atOnce: { error: 'target_not_responding' } },
  ]);
});

it('does not ask for that before the window was read: the question wakes apps', async () => {
  const asked: string[] = [];
  const tree: Engine['tree'] = (...args) => {
    asked.push(args[0].depth === undefined ? 'whole' : 'level');
    return engine.tree(...args);
  };
  const countInOneAnswer = () => Promise.resolve(asked.push('at once'));
  await measured(calculator, { tree, countInOneAnswer });
  expect(asked).toEqual(['whole', 'whole', 'at once', 'level']);
});

it('ends when it is told to', async () => {
  await expect(measureDesktop(engine, AbortSignal.abort())).rejects.toThrow();
});
