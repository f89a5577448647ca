import { expect, it } from 'vitest';
import type { DivergenceKind } from '#contract/model/runs/run-analysis';
import { comparable, madeRun, type MadeElement, type MadeStep, type Passing } from '../testing/made-run.ts';
import { compareRuns } from './compare.ts';

const keys: readonly MadeElement[] = ['7', '×', '6', '='].map((name) => ['Button', name]);
const calculator = (shown: string, clock = '12:30'): readonly MadeElement[] => [
  ['Window', 'Calculator'],
  ['Edit', 'Display', shown],
  ['Text', `Time ${clock}`],
  ['CheckBox', 'Memory', null, ['enabled', 'visible']],
  ...keys,
];
const editor = (text: string): readonly MadeElement[] => [
  ['Window', 'Notes'],
  ['Document', 'Text', text],
  ['Button', 'Save'],
];
const press = (on: string, from: string, to: string, clock?: string): MadeStep => ({
  window: 'Calculator',
  elements: calculator(from, clock),
  words: `I press ${on}.`,
  acts: [{ tool: 'click_input', on, leaves: calculator(to, clock), text: `Clicked at 12, 40 in 8 ms` }],
});

/** Seven steps over two windows. */
const plan = (clock?: string): MadeStep[] => [
  {
    window: '',
    elements: [],
    words: 'The calculator first.',
    answer: { status: 'ASSIGN', subTask: 'Compute', plan: ['Write it'] },
    acts: [{ tool: 'select_application_window', on: '', more: { id: '3', name: 'Calculator' } }],
  },
  press('7', '0', '7', clock),
  press('×', '7', '7', clock),
  press('6', '7', '6', clock),
  press('=', '6', '42', clock),
  {
    window: 'Notes',
    elements: editor(''),
    words: 'I write it.',
    acts: [{ tool: 'set_edit_text', on: 'Text', more: { text: '42' }, leaves: editor('42') }],
  },
  {
    window: 'Notes',
    elements: editor('42'),
    words: 'It is there.',
    answer: { status: 'FINISH', result: 'written' },
    acts: [],
  },
];

const elsewhere: Passing = { ids: 40, at: 5_000, left: 300 };

/** The plan, changed at one place: `at` counts from 0. */
function changed(at: number, change: (step: MadeStep) => void): MadeStep[] {
  const steps = plan('09:15');
  const step = steps[at];
  if (step) change(step);
  return steps;
}

const inserted = (at: number, ...steps: MadeStep[]) => [...plan().slice(0, at), ...steps, ...plan().slice(at)];
const without = (at: number) => plan().filter((_, index) => index !== at);

interface Fault {
  readonly what: string;
  readonly other: readonly MadeStep[];
  readonly kind: DivergenceKind;
  readonly step: number;
}

const fault = (what: string, kind: DivergenceKind, step: number, other: readonly MadeStep[]): Fault => ({
  what,
  kind,
  step,
  other,
});

const faults: readonly Fault[] = [
  fault(
    'another element is pressed',
    'target',
    2,
    changed(1, ({ acts: [act] }) => (act!.on = '6')),
  ),
  fault(
    'one of the same name in another window',
    'target',
    5,
    changed(4, (step) => (step.window = 'Calculator 2')),
  ),
  fault(
    'another tool',
    'call',
    3,
    changed(2, ({ acts: [act] }) => (act!.tool = 'keyboard_input')),
  ),
  fault(
    'another text is typed',
    'arguments',
    6,
    changed(5, ({ acts: [act] }) => (act!.more = { text: '41' })),
  ),
  fault(
    'a double click',
    'arguments',
    4,
    changed(3, ({ acts: [act] }) => (act!.more = { double: true })),
  ),
  fault(
    'an act fails',
    'result',
    4,
    changed(3, ({ acts: [act] }) => (act!.error = 'element_not_found')),
  ),
  fault(
    'an act is denied',
    'result',
    6,
    changed(5, ({ acts: [act] }) => (act!.error = 'permission_denied')),
  ),
  fault(
    'another answer of a tool',
    'result',
    2,
    changed(1, ({ acts: [act] }) => (act!.text = 'Clicked, and nothing moved')),
  ),
  fault(
    'an act without its effect',
    'result',
    5,
    changed(4, ({ acts: [act] }) => (act!.leaves = calculator('6'))),
  ),
  fault(
    'a dialog is there',
    'observation',
    3,
    changed(2, (step) => (step.elements = [...step.elements, ['Button', 'OK']])),
  ),
  fault(
    'a button is gone',
    'observation',
    6,
    changed(5, (step) => (step.elements = step.elements.slice(0, 2))),
  ),
  fault(
    'a field holds something else',
    'observation',
    4,
    changed(3, (step) => (step.elements = calculator('77', '09:15'))),
  ),
  fault(
    'a box is checked',
    'observation',
    2,
    changed(
      1,
      (step) =>
        (step.elements = step.elements.map((one) =>
          one[1] === 'Memory' ? ['CheckBox', 'Memory', null, ['enabled', 'checked']] : one,
        )),
    ),
  ),
  fault(
    'another thought',
    'words',
    4,
    changed(3, (step) => (step.words = 'I wonder.')),
  ),
  fault(
    'another sub-task',
    'answer',
    1,
    changed(0, (step) => (step.answer = { ...step.answer, subTask: 'Sum up' })),
  ),
  fault(
    'another plan',
    'answer',
    1,
    changed(0, (step) => (step.answer = { ...step.answer, plan: ['Write it', 'Save'] })),
  ),
  fault(
    'it gives up',
    'answer',
    7,
    changed(6, (step) => (step.answer = { status: 'FAIL', result: 'written' })),
  ),
  fault(
    'another result',
    'answer',
    7,
    changed(6, (step) => (step.answer = { status: 'FINISH', result: '42' })),
  ),
  fault('a step is left out', 'missing', 3, without(2)),
  fault('a step is done twice', 'extra', 4, inserted(3, press('×', '7', '7'))),
  fault('the last step is missing', 'missing', 7, plan().slice(0, 6)),
  fault('it goes on', 'extra', 8, [...plan(), press('7', '42', '7')]),
  fault(
    'another picture of the same elements',
    'picture',
    6,
    changed(5, (step) => (step.picture = 'upside down')),
  ),
  fault(
    'one act more in a step',
    'call',
    2,
    changed(1, ({ acts }) => acts.push({ tool: 'click_input', on: '6' })),
  ),
];

it.each(faults)('names the first divergence: $what', async ({ other, kind, step }) => {
  const { divergence } = await compareRuns(comparable(madeRun(plan())), comparable(madeRun(other, elsewhere)));
  expect(divergence).not.toBeNull();
  expect([divergence!.kind, divergence!.a ?? divergence!.b]).toEqual([kind, { step }]);
});

it('finds the same in calls without agents', async () => {
  const calls = { calls: true };
  const found: string[] = [];
  for (const { what, kind, step, other } of faults.filter(({ kind }) => !['answer', 'words'].includes(kind))) {
    const { divergence } = await compareRuns(
      comparable(madeRun(plan(), undefined, calls)),
      comparable(madeRun(other, elsewhere, calls)),
    );
    const place = divergence && (divergence.a ?? divergence.b);
    if (divergence?.kind === kind && JSON.stringify(place) === JSON.stringify({ call: step })) found.push(what);
  }
  // Steps without a call cannot be missed, and one act more is a call more.
  expect(
    faults
      .filter(({ what, kind }) => !['answer', 'words'].includes(kind) && !found.includes(what))
      .map(({ what }) => what),
  ).toEqual(['the last step is missing', 'it goes on', 'one act more in a step']);
});

it('ignores transient values: ids, handles, positions, clocks, times', async () => {
  const slow = plan('09:15').map((step, at) => ({ ...step, ms: at === 3 ? 9_000 : 20 }));
  const { divergence, pairs, notes } = await compareRuns(
    comparable(madeRun(plan())),
    comparable(madeRun(slow, elsewhere)),
  );
  expect(divergence).toBeNull();
  expect(pairs.every(({ alike }) => alike)).toBe(true);
  expect(notes).toEqual(['The time differs most in step 4: 0.0 s in the first run, 9.0 s in the second.']);
});

it('does not count how models put it and how windows look where that differs throughout', async () => {
  const other = plan().map((step, at) => ({ ...step, words: `${step.words} So be it.`, picture: `at ${at}` }));
  const { divergence, notes } = await compareRuns(comparable(madeRun(plan())), comparable(madeRun(other, elsewhere)));
  expect(divergence).toBeNull();
  expect(notes).toEqual([
    'Window pictures differ in 7 of 7 places; that does not count.',
    'The models put it otherwise in 7 of 7 places; that does not count.',
  ]);
});

it('goes on behind the divergence where the runs meet again', async () => {
  const other = inserted(3, press('7', '7', '7'));
  const { pairs } = await compareRuns(comparable(madeRun(plan())), comparable(madeRun(other, elsewhere)));
  expect(pairs.map(({ a, b, alike }) => [a && Object.values(a)[0], b && Object.values(b)[0], alike])).toEqual([
    [1, 1, true],
    [2, 2, true],
    [3, 3, true],
    [null, 4, false],
    [4, 5, true],
    [5, 6, true],
    [6, 7, true],
    [7, 8, true],
  ]);
});

it('takes the last of several equal looks in a row', async () => {
  const looking = (times: number) =>
    plan().map((step) => ({ ...step, looks: Array.from({ length: times }, () => ({ tool: 'get_text', text: '0' })) }));
  const [a, b] = [1, 4].map((times) => madeRun(looking(times), elsewhere, { calls: true }));
  expect((await compareRuns(comparable(a!), comparable(b!))).divergence).toBeNull();
});

it('reports a replaced item among many alike', async () => {
  const many = Array.from({ length: 300 }, () => press('7', '0', '0'));
  const other = many.map((step, at) => (at === 200 ? press('×', '0', '0') : step));
  const { divergence } = await compareRuns(comparable(madeRun(many)), comparable(madeRun(other, elsewhere)));
  expect(divergence).toMatchObject({ kind: 'target', a: { step: 201 } });
});

it('compares runs of two kinds, and empty runs', async () => {
  const agents = comparable(madeRun(plan()));
  const calls = comparable(madeRun(plan(), elsewhere, { calls: true }));
  expect((await compareRuns(agents, calls)).divergence).not.toBeNull();
  const nothing = comparable(madeRun([]));
  expect((await compareRuns(nothing, nothing)).divergence).toBeNull();
  expect((await compareRuns(agents, nothing)).divergence).toMatchObject({ kind: 'missing', a: { step: 1 } });
});

it('quotes the texts of apps and models', async () => {
  const hostile = '”\u202e\u001b[2J<b>';
  const other = changed(3, (step) => (step.elements = [...step.elements, ['Button', hostile]]));
  const { divergence } = await compareRuns(comparable(madeRun(plan())), comparable(madeRun(other, elsewhere)));
  expect(divergence?.sentence).toContain('Button “"\\u001b[2J<b>”');
});
