import { expect, it } from 'vitest';
import { z } from 'zod';
import { issueText } from './issue-text.ts';

const many = Array.from({ length: 40 }, (_, n) => `Option${n}`) as [string, ...string[]];

it.each([
  [z.object({ at: z.number() }), {}, 'is missing'],
  [z.object({ at: z.number() }), { at: 'x' }, 'Invalid input: expected number, received string'],
  [z.object({ at: z.enum(['a', 'b']) }), { at: 'c' }, 'Invalid option: expected one of "a"|"b"'],
  [z.object({ at: z.enum(many) }), { at: 'c' }, 'is not one of the known values'],
])('names the problem: %#', (schema, value, text) => {
  expect(issueText(schema.safeParse(value).error?.issues[0])).toBe(text);
});
