import { expect, it } from 'vitest';
import type { Accessibles } from '../bus/accessibles.ts';
import type { Question } from '../bus/questions.ts';
import type { Frame } from '../frames/frame.ts';
import { qt } from '../toolkits/qt.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { readChoice } from './choice.ts';

const list = { bus: ':1.1', path: '/list' };
const { signal } = new AbortController();

/** A drop-down list whose first child has this role and text. */
function choiceIn(name: string, role: string, text: string) {
  const answers: Readonly<Record<string, unknown>> = {
    GetChildAtIndex: { ...list, path: '/first' },
    GetRole: roleNumber(role),
    GetText: text,
    GetRelationSet: [],
  };
  const accessibles = {
    ask: (_: unknown, { call }: Question<unknown>) => Promise.resolve(answers[call.member]),
  } as unknown as Accessibles;
  return readChoice(accessibles, { toolkit: qt } as Frame, { ref: list, role: roleNumber('combo box'), name }, signal);
}

it('reads the choice of a named list of Qt Quick from its field', async () => {
  expect(await choiceIn('Fruit', 'text', 'Apple')).toEqual({ value: 'Apple' });
});

it("takes a list's name as its choice if both are equal or it has no field", async () => {
  expect(await choiceIn('Apple', 'text', 'Apple')).toEqual({ value: 'Apple', name: '' });
  expect(await choiceIn('Apple', 'list', '')).toEqual({ value: 'Apple', name: '' });
});
