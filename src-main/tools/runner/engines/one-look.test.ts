import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../../base/log.ts';
import { createFakeBackend } from '../../../engine/backends/fake/index.ts';
import type { Backend } from '../../../engine/backend.ts';
import { createLocalEngine } from '../../../engine/process/local-engine.ts';
import { headlessBroker } from '../../../permissions/broker.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';
import { oneLook } from './one-look.ts';

let bench: Bench;
let counts: Map<string, number>;
let fake: ReturnType<typeof createFakeBackend>;

beforeEach(async () => {
  // On a busy machine, reads age sooner than here.
  vi.useFakeTimers({ toFake: ['performance'] });
  counts = new Map();
  fake = createFakeBackend();
  const { windows, elements } = fake;
  const backend: Backend = { ...fake, windows: counted('windows', windows), elements: counted('elements', elements) };
  const engine = await createLocalEngine({ log: silentLog, backend: () => Promise.resolve(backend) });
  const ask = () => Promise.resolve('once' as const);
  bench = await createBench({ engine, caller: { kind: 'agent', name: 'agent' }, broker: { ...headlessBroker, ask } });
});
afterEach(async () => {
  await bench.close();
  vi.useRealTimers();
});

/** The same, with a count of queries. */
function counted<T extends object>(noun: string, target: T): T {
  return new Proxy(target, {
    get(_, name) {
      const own = Reflect.get(target, name) as unknown;
      if (typeof own !== 'function' || typeof name === 'symbol') return own;
      return (...input: unknown[]) => {
        const key = `${noun}.${name}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return Reflect.apply(own, target, input) as unknown;
      };
    },
  });
}

/** The platform queries of one call. */
async function cost(tool: string, parameters: object) {
  counts.clear();
  const outcome = await bench.run(tool, parameters);
  expect(outcome).toMatchObject({ ok: true });
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
  return {
    lists: of('windows.list'),
    details: of('elements.details'),
    trees: of('elements.walk'),
    hits: of('elements.hitTest', 'elements.pressed'),
  };
}

async function refOf(app: string, selector: string): Promise<string> {
  const { items } = await bench.engine.listWindows({});
  const { id } = items.find((window) => window.app === app)!;
  const [element] = (await bench.engine.find({ window: id, selector })).matches;
  return bench.session.refs.refOf(element!.id);
}

/** Allowed platform queries per verb, from judging to answer. */
const budgets = [
  ['click_element', 'calculator', 'role=Button name="7"', {}, { lists: 4, details: 2, trees: 0, hits: 2 }],
  ['click_input', 'calculator', 'role=Button name="7"', {}, { lists: 3, details: 1, trees: 0, hits: 2 }],
  [
    'invoke_pattern',
    'calculator',
    'role=Button name="7"',
    { pattern: 'Invoke' },
    { lists: 4, details: 4, trees: 0, hits: 0 },
  ],
  ['type_text', 'form', 'id=name', { text: 'Anna' }, { lists: 7, details: 6, trees: 0, hits: 0 }],
  ['set_value', 'form', 'id=name', { value: 'Bert' }, { lists: 3, details: 4, trees: 0, hits: 0 }],
  ['select_option', 'form', 'name="Colour"', { value: 'Blue' }, { lists: 8, details: 8, trees: 1, hits: 0 }],
  ['select_option', 'form', 'name="Fruit"', { value: 'Bananas' }, { lists: 8, details: 7, trees: 1, hits: 0 }],
  ['press_keys', 'form', 'id=name', { keys: 'End' }, { lists: 9, details: 3, trees: 0, hits: 0 }],
  ['scroll', 'form', 'id=name', { direction: 'down' }, { lists: 7, details: 1, trees: 0, hits: 2 }],
] as const;

it.each(budgets)('%s of an element of %s stays within its budget', async (tool, app, selector, more, budget) => {
  const ref = await refOf(app, selector);
  const spent = await cost(tool, { [tool === 'click_input' ? 'id' : 'element']: ref, ...more });
  const over = Object.entries(budget).filter(([what, most]) => spent[what as keyof typeof spent] > most);

  expect(over, JSON.stringify(spent)).toEqual([]);
});

it('a call reads an element once for its policy check, and its action reuses that reading', async () => {
  const { judging, doing } = oneLook(bench.engine);
  const element = bench.session.refs.idOf(await refOf('calculator', 'role=Button name="7"'))!;
  counts.clear();
  const [one, other] = await Promise.all([judging.details({ element }), judging.details({ element })]);
  expect(other).toBe(one);
  expect(await doing.details({ element })).toBe(one);
  expect(counts.get('elements.details')).toBe(1);
  expect(await doing.details({ element })).not.toBe(one);
  expect(counts.get('elements.details')).toBe(2);
});

it('a failed read is not shared', async () => {
  const { judging, doing } = oneLook(bench.engine);
  const gone = { element: 'window:0xdead|runtime:1' } as const;
  const looks = await Promise.allSettled([judging.details(gone), judging.details(gone), doing.details(gone)]);
  expect(looks.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(new Set(looks.map((look) => (look as PromiseRejectedResult).reason as unknown)).size).toBe(3);
});

it('an act invalidates earlier reads: its effect on windows is seen', async () => {
  const { doing: engine } = oneLook(bench.engine);
  const [first] = (await engine.listWindows({ includeHidden: true })).items;
  counts.clear();
  await engine.listWindows({ includeHidden: true });
  expect(counts.get('windows.list') ?? 0).toBe(0);
  await engine.actOnWindow({ window: first!.id, action: 'close' });
  const after = await engine.listWindows({ includeHidden: true });
  expect(after.items.map(({ id }) => id)).not.toContain(first!.id);
});

it('an element found by name must still have the name when acted on', async () => {
  const { doing: engine } = oneLook(bench.engine);
  const { items } = await engine.listWindows({});
  const { id: window } = items.find(({ app }) => app === 'form')!;
  const [box] = (await engine.find({ window, selector: 'name="Newsletter"' })).matches;
  const shown = fake.desktop.windows.find(({ spec }) => spec.app === 'form')!;
  const [, runtime = ''] = box!.id.split('runtime:');
  shown.find(runtime)!.name = 'Delete everything';
  await expect(engine.runPattern({ element: box!.id, call: { pattern: 'toggle' } })).rejects.toMatchObject({
    code: 'element_stale',
    delivery: 'not_delivered',
    message: 'CheckBox “Newsletter” is called “Delete everything” now.',
  });
  // A call that means the element itself ignores its name.
  const { doing: other } = oneLook(bench.engine);
  expect(await other.runPattern({ element: box!.id, call: { pattern: 'toggle' } })).toMatchObject({
    name: 'Delete everything',
  });
});
