import { expect, test } from 'vitest';
import type { WindowInfo } from '#contract/model/window';
import type { BlockingThread, TaskOptions } from '../thread/blocking-thread.ts';
import { createElements } from './provider.ts';

test('the first question on a thread has the time that UI Automation takes to start', async () => {
  const given: number[] = [];
  const answering = () =>
    ({
      run: (_task: string, _input: unknown, { timeoutMs }: TaskOptions) => Promise.resolve(given.push(timeoutMs)),
    }) as unknown as BlockingThread;
  const elements = createElements({ blocking: answering(), quick: answering() }, null);
  const window = { id: '1', app: 'app' } as unknown as WindowInfo;
  for (const _ of [1, 2]) {
    await elements.hitTest(window, { x: 0, y: 0 });
    await elements.cell(window, 'u:1', 0, 0);
  }
  expect(given).toEqual([10_500, 10_500, 2_500, 2_500]);
});
