import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { createFakeBackend } from '../../engine/backends/fake/index.ts';
import type { Engine } from '../../engine/engine.ts';
import { createLocalEngine } from '../../engine/local-engine.ts';
import { sharedLooks } from './shared-looks.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';

let bench: Bench;
let calls: string[];
let asked: number;

beforeEach(async () => {
  calls = [];
  const engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(createFakeBackend()) });
  bench = await createBench({
    engine: counting(engine),
    caller: { kind: 'agent', name: 'agent' },
    broker: {
      recheck: () => undefined,
      denial: () => ({ message: '', hint: '' }),
      ask: () => {
        asked = calls.length;
        return Promise.resolve('once');
      },
    } as never,
  });
});
afterEach(() => bench.close());

function counting(engine: Engine): Engine {
  return new Proxy(engine, {
    get(target, name) {
      const own = Reflect.get(target, name) as unknown;
      if (typeof own !== 'function' || typeof name === 'symbol') return own;
      return (...input: unknown[]) => {
        calls.push(name);
        return Reflect.apply(own, target, input) as unknown;
      };
    },
  });
}

/** What an agent's click costs, in the order of the looks. */
const click = {
  /** Where it would act, what runs and has the focus there, and how the element is called: for policy and the question. */
  judged: ['listWindows', 'runsTerminal', 'focused', 'details'],
  window: ['listWindows'],
  element: ['details'],
  /** A guard: an element that moves is not clicked, and two looks must agree on its place. */
  atRest: ['details'],
  /** A guard: no other window and no open menu lies over it by now. */
  uncovered: ['listWindows', 'elementAt'],
  /** A guard: what lies there at the moment of the press is what the user was asked about. */
  atPress: ['windowAt', 'elementAt'],
  press: ['click'],
} as const;
const { judged, window, element, atRest, uncovered, atPress, press } = click;

it('a click by ref looks for its window once and for its element once, beside what guards it', async () => {
  const found = await bench.run('find_element', { window: 'Calculator', name: '7' });
  const ref = /\[(e\d+)\]/.exec(found.ok ? found.result.text : '')?.[1];
  calls = [];
  expect(await bench.run('click_element', { element: ref })).toMatchObject({ ok: true });
  expect(calls.slice(0, asked)).toEqual(judged);
  const answer = ['details', 'describe'];
  expect(calls.slice(asked)).toEqual([window, element, atRest, uncovered, atPress, press, answer].flat());
});

it('so does one by the id and name that a list gave it', async () => {
  const all = await bench.engine.listWindows({});
  bench.session.selected = all.items.find(({ title }) => title === 'Calculator')!;
  await bench.run('get_app_window_controls_info', {});
  const [id] = [...bench.session.controls].find(([, { name }]) => name === '7')!;
  calls = [];
  expect(await bench.run('click_input', { id, name: '7' })).toMatchObject({ ok: true });
  expect(calls.slice(0, asked)).toEqual(judged.filter((look) => look !== 'details'));
  expect(calls.slice(asked)).toEqual([window, element, atRest, uncovered, atPress, press].flat());
});

it('looks that a judgement shares are made once, and again where they failed', async () => {
  const engine = sharedLooks(bench.engine);
  calls = [];
  const lists = await Promise.all([engine.listWindows({}), engine.listWindows({}), engine.listWindows({})]);
  expect(calls).toEqual(['listWindows']);
  expect(lists[2]).toBe(lists[0]);
  await engine.listWindows({ includeHidden: true });
  expect(calls).toHaveLength(2);
  const ended = engine.details({ element: 'window:0xdead|runtime:1' });
  const later = engine.details({ element: 'window:0xdead|runtime:1' });
  await expect(ended).rejects.toMatchObject({ code: 'window_not_found' });
  await expect(later).rejects.toMatchObject({ code: 'window_not_found' });
  expect(calls.filter((name) => name === 'details')).toHaveLength(2);
});
