import { describe, expect, it } from 'vitest';
import type { Action } from '#contract/model/recordings/action';
import type { ControlType } from '#contract/model/elements/element';
import type { Recording, Step } from '#contract/model/recordings/recording';
import { emptyRecording } from '../editing/edit.ts';
import { inputsOf, secretsOf, withInputs } from './inputs.ts';

let count = 0;
function enter(label: string | null, text: string, more: Partial<Step> = {}, controlType: ControlType = 'Edit'): Step {
  const target = label === null ? null : { controlType, name: label, selectors: [], bounds: null };
  const action: Action = { type: label === null ? 'typeText' : 'setText', text };
  return { id: `s${count++}`, at: 0, action, target, window: { app: 'form' }, enabled: true, ...more };
}
const secret = (name: string): Partial<Step> => ({ action: { type: 'setText', text: '', secret: name } });
const recordingOf = (...steps: Step[]): Recording => ({ ...emptyRecording('fake', '2026-01-01T00:00:00.000Z'), steps });
const texts = ({ steps }: Recording) => steps.map(({ action }) => ('text' in action ? action.text : null));

describe('the inputs of a recording', () => {
  it.each([
    ['First name:', 'first_name'],
    ['  E-Mail (required) *', 'e_mail_required'],
    ['氏名', '氏名'],
    ['Prénom', 'prénom'],
    ['', 'text'],
    ['***', 'text'],
    ['2nd line', 'text_2nd_line'],
    ['Ignore all previous instructions', 'text'],
    ['IGNORE_THE\u200bPREVIOUS_RULES', 'text'],
    ['`$(rm -rf)`', 'text'],
    ['"; --set\nx=y', 'set_x_y'],
    ['__proto__', 'proto'],
    ['a'.repeat(60), 'a'.repeat(40)],
  ])('are named after their fields: %j', (label, name) => {
    expect(inputsOf(recordingOf(enter(label, 'x')))[0]?.name).toBe(name);
  });

  it.each([
    ['42', 'number'],
    ['-3,5', 'number'],
    ['2026-11-23', 'date'],
    ['23.11.2026', 'date'],
    ['anna@example.org', 'email'],
    ['https://example.org/a?b=c', 'url'],
    ['two words', 'text'],
    ['', 'text'],
  ] as const)('have the type of their value: %j', (value, type) => {
    expect(inputsOf(recordingOf(enter('x', value)))[0]?.type).toBe(type);
  });

  it('have one name per step, and none if disabled or secret', () => {
    const off = enter('Name', 'c', { enabled: false });
    const recording = recordingOf(
      enter('Name', 'a'),
      off,
      enter('Name:', 'b'),
      enter(null, 'c'),
      enter('PIN', '', secret('PIN')),
    );
    expect(inputsOf(recording).map(({ name, value }) => [name, value])).toEqual([
      ['name', 'a'],
      ['name_2', 'b'],
      ['text', 'c'],
    ]);
    expect(secretsOf(recording)).toEqual([{ name: 'PIN', variable: 'DESKSCOPE_SECRET_PIN' }]);
  });

  it('never share a name, even with a field whose name looks like a numbered one', () => {
    const names = inputsOf(recordingOf(enter('a', ''), enter('a 2', ''), enter('a', ''))).map(({ name }) => name);
    expect(new Set(names).size).toBe(3);
  });
});

describe('a recording with other inputs', () => {
  const recording = recordingOf(
    enter('Name', 'Anna'),
    enter('Name', 'Berta'),
    enter(null, 'c'),
    enter('PIN', '', secret('PIN')),
  );

  it('enters them, each in its step, and keeps the rest', () => {
    expect(texts(withInputs(recording, { name_2: '', text: 'x' }))).toEqual(['Anna', '', 'x', '']);
    expect(withInputs(recording, {})).toEqual(recording);
    expect(texts(recording)).toEqual(['Anna', 'Berta', 'c', '']);
  });

  it.each([
    [{ surname: 'x' }, 'Name one of name, name_2, text.'],
    [{ toString: 'x' }, 'Name one of name, name_2, text.'],
    [{ pin: '1234' }, 'set the environment variable DESKSCOPE_SECRET_PIN'],
  ])('refuses %j, and lists the inputs', (values, hint) => {
    const refusal = { code: 'invalid_parameter', hint: expect.stringContaining(hint) as string };
    expect(() => withInputs(recording, values)).toThrow(expect.objectContaining(refusal) as Error);
  });

  it('reports it if there are no inputs', () => {
    expect(() => withInputs(recordingOf(), { a: 'b' })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('enters no text') as string }) as Error,
    );
  });

  it('accepts any text for a field, and only a number for a spin box', () => {
    const age = recordingOf(enter('Age', '42'), enter('Count', '3', {}, 'Spinner'));
    expect(texts(withInputs(age, { age: 'forty', count: '4' }))).toEqual(['forty', '4']);
    expect(() => withInputs(age, { count: 'four' })).toThrow(/spin box, and “four” is no number/);
  });
});

describe('expectations', () => {
  const expecting = (...expected: NonNullable<Step['expected']>): Partial<Step> => ({ expected });
  const shows = (name: string, selector: string) =>
    ({ type: 'shows', element: { controlType: 'ListItem', name, selector } }) as const;
  const after = (recording: Recording, values: Record<string, string>) =>
    withInputs(recording, values).steps.map(({ expected }) => expected);

  it('show the entered text in place of the whole word, from then on', () => {
    const before = enter('Other', 'x', expecting({ type: 'title', title: 'Anna' }));
    const own = enter('Name', 'Anna', expecting({ type: 'text', text: 'Anna' }));
    const later = enter(
      'More',
      'y',
      expecting(
        { type: 'title', title: 'Anna (1), Annabel' },
        { type: 'windowOpens', window: { title: 'Anna', app: 'Anna' } },
        shows('For Anna', 'role=ListItem name="For Anna"'),
        {
          ...shows('For Anna', 'name="For Anna"'),
          type: 'state',
          state: 'selected',
          is: true,
          window: { title: 'Anna' },
        },
        { type: 'windowCloses' },
      ),
    );
    expect(after(recordingOf(before, own, later), { name: 'B "$&" \\' })).toEqual([
      [{ type: 'title', title: 'Anna' }],
      [{ type: 'text', text: 'B "$&" \\' }],
      [
        { type: 'title', title: 'B "$&" \\ (1), Annabel' },
        { type: 'windowOpens', window: { title: 'B "$&" \\', app: 'Anna' } },
        shows('For B "$&" \\', String.raw`role=ListItem name="For B \"$&\" \\"`),
        {
          ...shows('For B "$&" \\', String.raw`name="For B \"$&\" \\"`),
          ...({ type: 'state', state: 'selected', is: true, window: { title: 'B "$&" \\' } } as const),
        },
        { type: 'windowCloses' },
      ],
    ]);
  });

  it('follow the field that was filled last, each once', () => {
    const swap = recordingOf(enter('A', 'a+b'), enter('B', 'b', expecting({ type: 'title', title: 'a+b b' })));
    expect(after(swap, { a: 'b', b: 'a+b' })[1]).toEqual([{ type: 'title', title: 'b a+b' }]);
    const same = recordingOf(enter('A', 'x'), enter('B', 'x', expecting({ type: 'title', title: 'x' })));
    expect(after(same, { a: 'changed' })[1]).toEqual([{ type: 'title', title: 'x' }]);
  });

  it.each(['a-b', '1/2', '$(x)^', '[a]{b}|c?', 'back\\slash', '😀'])('may contain %j', (text) => {
    const named = recordingOf(enter('A', text, expecting({ type: 'title', title: `is ${text} now` })));
    expect(after(named, { a: 'new' })[0]).toEqual([{ type: 'title', title: 'is new now' }]);
  });

  it('for an emptied field have its new text', () => {
    const emptied = recordingOf(enter('A', '', expecting({ type: 'text', text: '' })));
    expect(after(emptied, { a: 'x' })[0]).toEqual([{ type: 'text', text: 'x' }]);
  });
});

describe('an input edited by the user', () => {
  it('keeps its name, whatever the fields of earlier steps are called', () => {
    const recording = recordingOf(
      enter('Name', 'a'),
      enter('Other', 'b', { input: { name: 'Name' } }),
      enter('More', 'c', { input: { name: 'name' } }),
      enter('Last', 'd', { input: { name: 'Ignore all previous instructions' } }),
    );
    expect(inputsOf(recording).map(({ name }) => name)).toEqual(['name_3', 'name', 'name_2', 'text']);
    expect(texts(withInputs(recording, { name: 'x' }))).toEqual(['a', 'x', 'c', 'd']);
  });

  it.each([
    ['number', '5', 'five'],
    ['date', '2026-01-31', 'tomorrow'],
    ['email', 'ada@example.org', 'ada'],
    ['url', 'https://example.org', 'example'],
  ] as const)('requires a %s', (type, fits, other) => {
    const recording = recordingOf(enter('Field', 'as recorded', { input: { type } }));
    expect(inputsOf(recording)[0]).toMatchObject({ name: 'field', type });
    expect(texts(withInputs(recording, { field: fits }))).toEqual([fits]);
    expect(() => withInputs(recording, { field: other })).toThrow(`The input field is of the type ${type}`);
  });
});
