import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nowhere, type Found } from '../found.ts';
import { followRestingPointer } from './resting-pointer.ts';

const at = { x: 10, y: 10 };
/** Deskscope's own windows are recordable without a described target. */
const something: Found = { ...nowhere, own: true };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A pointer that rests at a place, whose look-ups find the given results, and then nothing. */
async function restingOn(found: readonly Found[], isKnown: boolean) {
  const results = [...found];
  const look = vi.fn(() => Promise.resolve(results.shift() ?? nowhere));
  const pointer = followRestingPointer({ look, isKnown: () => isKnown, shown: () => null, isSettled: () => true });
  pointer.moved(at);
  await vi.advanceTimersByTimeAsync(2_000);
  return { pointer, look };
}

test('an element that its busy app did not confirm is looked up again while the pointer rests', async () => {
  const { pointer, look } = await restingOn([nowhere, nowhere, something], true);
  expect(await pointer.before(at)?.found).toBe(something);
  expect(pointer.before(at)).toMatchObject({ known: true, fresh: true });
  expect(look).toHaveBeenCalledTimes(3);
});

test('an app that never answers is queried a few times', async () => {
  const { pointer, look } = await restingOn([], true);
  expect(pointer.before(at)?.known).toBe(false);
  expect(look).toHaveBeenCalledTimes(4);
});

test('a place without elements is looked up once', async () => {
  const { look } = await restingOn([], false);
  expect(look).toHaveBeenCalledTimes(1);
});
