import { expect, it } from 'vitest';
import type { Expectation } from '#contract/model/recordings/expectation';
import { parseRecording, type Recording, type Step, type StepTarget } from '#contract/model/recordings/recording';
import { emptyRecording } from './edit.ts';
import { makeSecret } from './make-secret.ts';
import { secretsOf } from '../steps/inputs.ts';

const field: StepTarget = {
  controlType: 'Edit',
  name: 'Your PIN:',
  bounds: null,
  selectors: [{ selector: 'id="pin"', kind: 'identity', grade: 'A', matchCount: 1, elapsedMs: 1 }],
  picture: 'UklGRg==',
};
const entered = (text: string): Step => ({
  id: 'a',
  at: 0,
  action: { type: 'setText', text },
  target: field,
  window: { app: 'bank' },
  enabled: true,
  input: { name: 'pin' },
  expected: [{ type: 'text', text }],
});
const press = (id: string, more: Partial<Step>): Step => {
  const action = { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } } as const;
  return {
    id,
    at: 1,
    action: { ...action, modifiers: [] },
    target: null,
    window: { app: 'bank' },
    enabled: true,
    ...more,
  };
};
const recordingOf = (...steps: Step[]): Recording => ({
  ...emptyRecording('fake', '2026-01-01T00:00:00.000Z'),
  steps,
});

it('removes a text from the step, its expectations, and the pictures of its field', () => {
  const effects: Expectation[] = [
    { type: 'title', title: 'Welcome hunter22!' },
    { type: 'windowOpens', window: { title: 'Accounts' } },
  ];
  const before = recordingOf(entered('hunter22'), press('b', { target: field, expected: effects }));
  const { recording, shownIn } = makeSecret(before, 'a');
  expect(JSON.stringify(recording)).not.toContain('hunter22');
  expect(JSON.stringify(recording)).not.toContain('UklGRg');
  expect(shownIn).toEqual([]);
  expect(recording.steps[0]).not.toHaveProperty('input');
  expect(recording.steps[1]?.expected).toEqual([effects[1]]);
  expect(secretsOf(recording)).toEqual([{ name: 'YOUR_PIN', variable: 'DESKSCOPE_SECRET_YOUR_PIN' }]);
  expect(parseRecording(structuredClone(recording))).toEqual(recording);
});

it('differs from secrets of other fields with the same name', () => {
  const elsewhere: Step = { ...entered('hunter33'), id: 'z', window: { app: 'shop' } };
  const once = makeSecret(recordingOf(entered('hunter22'), elsewhere), 'a').recording;
  expect(secretsOf(makeSecret(once, 'z').recording).map(({ name }) => name)).toEqual(['YOUR_PIN', 'YOUR_PIN_2']);
});

it('is not named by the text itself if that names its field', () => {
  const named: Step = { ...entered('hunter22'), target: { ...field, name: 'hunter22' } };
  expect(secretsOf(makeSecret(recordingOf(named), 'a').recording).map(({ name }) => name)).toEqual(['SECRET']);
});

it('reports where the text remains', () => {
  const titled = press('b', { window: { app: 'bank', title: 'hunter22 - Bank' } });
  expect(makeSecret(recordingOf(entered('hunter22'), press('c', {}), titled), 'a').shownIn).toEqual([2]);
});

it('finds the text as apps show it, and in group conditions', () => {
  const effects: Expectation[] = [
    { type: 'title', title: 'Welcome HUNTER22' },
    { type: 'text', text: 'second line' },
    { type: 'text', text: 'other' },
  ];
  const group = { id: 'g', name: 'Wait', when: { type: 'window', window: { title: 'hunter22' }, is: true } } as const;
  const steps = [entered(' hunter22\nsecond line\n'), press('b', { expected: effects }), press('c', { group: 'g' })];
  const { recording, shownIn } = makeSecret(
    { ...recordingOf(...steps, press('d', { group: 'g' })), groups: [group] },
    'a',
  );
  expect(recording.steps[1]?.expected).toEqual([effects[2]]);
  expect(shownIn).toEqual([2]);
});

it('drops pictures of the surroundings of its field, and of drags onto it, and no others', () => {
  const place = { x: 100, y: 100, width: 80, height: 20 };
  const pictured = (id: string, x: number): StepTarget => ({
    ...field,
    selectors: [{ ...field.selectors[0]!, selector: `id="${id}"` }],
    bounds: { ...place, x },
  });
  const entering: Step = { ...entered('hunter22'), target: { ...field, bounds: place } };
  const { recording } = makeSecret(
    recordingOf(
      entering,
      press('b', { target: pictured('beside', 183) }),
      press('c', { target: pictured('far', 300), onto: field, until: pictured('pane', 50) }),
      press('d', { target: pictured('far', 100), window: { app: 'other' } }),
    ),
    'a',
  );
  const pictures = recording.steps.map(({ target, onto, until }) =>
    [target, onto, until].map((one) => one?.picture ?? ''),
  );
  expect(pictures).toEqual([
    ['', '', ''],
    ['', '', ''],
    ['UklGRg==', '', ''],
    ['UklGRg==', '', ''],
  ]);
});

it('does not match a short text in the middle of others', () => {
  const effects: Expectation[] = [
    { type: 'text', text: '77' },
    { type: 'text', text: 'of 7 days' },
  ];
  const { recording } = makeSecret(recordingOf(entered('7'), press('b', { expected: effects })), 'a');
  expect(recording.steps[1]?.expected).toEqual([effects[0]]);
});

it('requires a step that enters text', () => {
  expect(() => makeSecret(recordingOf(press('b', {})), 'b')).toThrow('types no text');
  expect(() => makeSecret(recordingOf(press('b', {})), 'x')).toThrow('no step');
});
