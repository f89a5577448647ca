import { afterEach, describe, expect, it } from 'vitest';
import { questionTitle } from '../../base/processes/announce-process.ts';
import { center } from '#contract/model/geometry';
import { element } from '../../engine/backends/fake/element.ts';
import { headlessBroker, type Question } from '../../permissions/broker.ts';
import { callsOf } from '../testing/every-call.ts';
import { createBench, type Bench, type BenchOptions } from '../testing/run-tools.ts';
import { scopeOf } from '../registry.ts';
import { coreTools } from './index.ts';

const tools = scopeOf(['core']).callable;

let bench: Bench;
async function start(options: BenchOptions): Promise<void> {
  bench = await createBench({ caller: { kind: 'agent', name: 'robot' }, ...options });
}
afterEach(() => bench.close());

const run = (name: string, parameters: object) => bench.run(name, parameters, { tools });

describe('asks about a destructive label, whatever form names its element', () => {
  async function remove() {
    const { items } = await bench.engine.listWindows({});
    const { id } = items.find(({ title }) => title === 'Form')!;
    const { matches } = await bench.engine.find({ window: id, selector: 'role=Button name=Remove' });
    const [button] = matches;
    return { window: id, id: button!.id, ref: bench.session.refs.refOf(button!.id), at: center(button!.bounds!) };
  }
  type Remove = Awaited<ReturnType<typeof remove>>;

  it.each<[string, string, (button: Remove) => object]>([
    ['its ref', 'click_element', ({ ref }) => ({ element: ref })],
    ['UFO’s word for it', 'click_element', ({ ref }) => ({ id: ref })],
    ['its element id', 'click_element', ({ id }) => ({ elementId: id })],
    ['a place', 'click_element', ({ at }) => ({ element: `${at.x},${at.y}` })],
    ['a place on the screen', 'click_at', ({ at }) => at],
    ['a coordinate', 'click_at', ({ at }) => ({ coordinate: [at.x, at.y] })],
    ['a point', 'click_at', ({ at }) => ({ point: at })],
    ['its name', 'click_element', () => ({ name: 'Remove', window: { app: 'form' } })],
    ['a selector', 'click_element', ({ window }) => ({ element: 'role=Button name="Remove"', windowHandle: window })],
    ['the key that presses it', 'press_keys', ({ ref }) => ({ keys: '{ENTER}', element: ref })],
    ['its access key', 'press_keys', ({ window }) => ({ keys: ['alt+r'], window })],
  ])('%s', async (_, name, parameters) => {
    const asked: Question[] = [];
    const ask = (question: Question) => (asked.push(question), Promise.resolve('deny' as const));
    await start({ policyMode: 'act', broker: { ...headlessBroker, ask } });
    const outcome = await run(name, parameters(await remove()));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'permission_denied', delivery: 'not_delivered' } });
    expect(asked.map(({ reason }) => reason)).toEqual(['the destructive label “remove”']);
  });
});

it('neither shows nor reaches the permission window, in any form of any call', async () => {
  await start({ policyMode: 'all' });
  let pressed = 0;
  const allow = element({
    controlType: 'Button',
    name: 'Allow once',
    at: [10, 10, 80, 20],
    states: ['focusable'],
    onInvoke: () => {
      pressed++;
    },
  });
  const question = bench.fake.desktop.open({
    title: questionTitle,
    app: 'electron',
    className: 'Deskscope',
    own: true,
    content: { x: 900, y: 600, width: 300, height: 150 },
    root: element({ controlType: 'Window', name: questionTitle, children: [allow] }),
  });
  const at = { x: 950, y: 620 };
  const named = {
    handle: question.id,
    title: questionTitle,
    app: 'electron',
    className: 'Deskscope',
    ref: `window:${question.id}|runtime:1`,
    selector: 'role=Button',
    name: 'Allow',
    at,
  };
  const done: string[] = [];
  bench.fake.devices.listen((input) => void done.push(input.type));
  for (const tool of coreTools) {
    const places = 'x' in tool.input.shape ? [at, { coordinate: [at.x, at.y] }] : [{ element: `${at.x},${at.y}` }];
    for (const parameters of [...callsOf(tool, named), ...places]) {
      const outcome = await run(tool.name, { ...parameters, ...('text' in tool.input.shape && { text: 'x' }) });
      expect(JSON.stringify(outcome), `${tool.name} ${JSON.stringify(parameters)}`).not.toContain('Allow once');
    }
  }
  expect(done).toEqual([]);
  expect(pressed).toBe(0);
}, 60_000);
