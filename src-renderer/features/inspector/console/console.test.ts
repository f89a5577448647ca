import { expect, it } from 'vitest';
import { AppError } from '#contract/errors';
import { noFacts } from '#contract/model/elements/element-facts';
import { testServices } from '../../../bridge/test-services.ts';
import { createInspectorStore } from '../store/store.ts';
import { bare, node, testWindow } from '../store/test-tree.ts';
import { consoleWords } from './console-slice.ts';
import { completion } from './console-view.tsx';

const details = {
  ...bare(node('b')),
  ...noFacts,
  name: 'Save',
  runtimeId: 'x',
  patterns: ['invoke', 'value'],
  actions: [],
  properties: {},
  window: { id: '0x1', title: 'Test', app: 'test', processId: 1 },
} as const;

function setUp() {
  const found = { total: 1, byPlace: false, scanned: 1, truncated: false, elapsedMs: 1.25 };
  const services = testServices({
    'element.find': ({ selector }) => {
      if (selector === 'role=Nonsense') return Promise.reject(new AppError('invalid_parameter'));
      return Promise.resolve({ ...found, matches: [bare(node('b'))] });
    },
    'element.runPattern': ({ call }) => Promise.resolve({ text: `Ran ${JSON.stringify(call)}.`, elapsedMs: 1 }),
    'element.focus': () => Promise.resolve({ text: 'Focused.', elapsedMs: 1 }),
  });
  const store = createInspectorStore(services);
  const revealed: string[] = [];
  store.setState({
    window: testWindow,
    look: () => Promise.resolve(true),
    reveal: (element) => Promise.resolve(void revealed.push(element)),
  });
  const enter = async (line: string) => {
    await store.getState().enterLine(line);
    return store.getState().consoleEntries.at(-1);
  };
  return { store, enter, revealed };
}

it('finds elements by a selector, and selects the only one', async () => {
  const { enter, revealed } = setUp();
  expect(await enter(' role=Button name="Save" ')).toMatchObject({ answer: ['1 match in 1.3 ms'], failed: false });
  expect(revealed).toEqual([details.id]);
  expect(await enter('role=Nonsense')).toMatchObject({ failed: true });
});

it('runs the actions that the selected element has buttons for, and no others', async () => {
  const { store, enter } = setUp();
  expect(await enter('invoke')).toMatchObject({ answer: ['Select an element first, or type a selector.'] });
  store.setState({ details });
  expect(await enter('Invoke')).toMatchObject({ answer: ['Ran {"pattern":"invoke"}.'], failed: false });
  expect(await enter('set a = "b"')).toMatchObject({ answer: ['Ran {"pattern":"value","value":"a = \\"b\\""}.'] });
  expect(await enter('focus')).toMatchObject({ answer: ['Focused.'] });
  expect(await enter('name')).toMatchObject({ answer: ['Save'] });
  for (const line of ['toggle on', 'alert(1)', 'constructor'])
    expect(await enter(line)).toMatchObject({ failed: true, answer: [expect.stringContaining('Type help.')] });
  expect((await enter('help'))?.answer.join('\n')).toMatch(/invoke, focus[^]*set TEXT[^]*name/);
});

it('answers in the order of the lines', async () => {
  const { store } = setUp();
  store.setState({ details });
  const { enterLine } = store.getState();
  await Promise.all([enterLine('invoke'), enterLine('name')]);
  expect(store.getState().consoleEntries.map(({ line }) => line)).toEqual(['invoke', 'name']);
});

it('completes a word as far as all that fit agree', () => {
  const words = consoleWords({ details });
  expect(completion('inv', words)).toBe('invoke');
  expect(completion('scroll', ['scroll up', 'scroll down'])).toBe('scroll ');
  expect(completion('scroll ', ['scroll up', 'scroll down'])).toBeNull();
  expect(completion('x', words)).toBeNull();
});
