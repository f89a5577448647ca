import { expect, test, vi } from 'vitest';
import { deadlines } from '../../../deadlines.ts';
import type { BlockingThread } from '../thread/blocking-thread.ts';
import { createTextRecognizer, maxWaitMs } from './recognizer.ts';

test.each(['ocr', 'ocrElement'] as const)('if it does not return, half of the time of %s is left', (method) => {
  expect(maxWaitMs.ask + maxWaitMs.read).toBeLessThanOrEqual(deadlines[method].ms / 2);
});

test('after getting stuck repeatedly it is disabled until a thread returns', async () => {
  const run = vi.fn(() => Promise.resolve(['en-US']));
  const thread = { run, leftBehind: 0 };
  const recognizer = createTextRecognizer(thread as unknown as BlockingThread);
  for (const [stuck, languages] of [
    [0, ['en-US']],
    [1, ['en-US']],
    [2, []],
    [1, ['en-US']],
  ] as const) {
    thread.leftBehind = stuck;
    expect(await recognizer.languages()).toEqual(languages);
  }
  expect(run).toHaveBeenCalledTimes(3);
});
