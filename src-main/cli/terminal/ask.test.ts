import { createInterface } from 'node:readline/promises';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppError } from '#contract/errors';
import { agrees, ask } from './ask.ts';

let input: PassThrough;
let lines: ReturnType<typeof createInterface>;
const never = new AbortController().signal;

beforeEach(() => {
  input = new PassThrough();
  lines = createInterface({ input, output: new PassThrough() });
});
afterEach(() => lines.close());

test.each([
  ['y', true],
  [' Yes ', true],
  ['', false],
  ['n', false],
  ['yesterday', false],
])('“%s” is taken for %s', async (reply, agreed) => {
  const answer = agrees(lines, 'Do it?', never);
  input.write(`${reply}\n`);
  expect(await answer).toBe(agreed);
});

test('one question may follow another', async () => {
  const first = ask(lines, '> ', never);
  input.write('first\n');
  expect(await first).toBe('first');
  const second = ask(lines, '> ', never);
  input.write('second\n');
  expect(await second).toBe('second');
});

test.each(['the input ends', 'somebody interrupts'])('no answer comes where %s', async (how) => {
  const interrupted = new AbortController();
  const answer = ask(lines, '> ', interrupted.signal);
  if (how === 'the input ends') input.end();
  else interrupted.abort();
  await expect(answer).rejects.toThrow(expect.objectContaining({ code: 'cancelled' }) as AppError);
});
