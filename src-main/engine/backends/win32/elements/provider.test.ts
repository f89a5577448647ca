import { expect, test } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import type { BlockingThread, TaskOptions } from '../thread/blocking-thread.ts';
import { createElements } from './provider.ts';

test('UI Automation’s startup time is charged to no caller', async () => {
  const given: (readonly (number | undefined)[])[] = [];
  const answering = () =>
    ({
      run: (_task: string, _input: unknown, { timeoutMs, opening }: TaskOptions) =>
        Promise.resolve(given.push([timeoutMs, opening?.timeoutMs])),
    }) as unknown as BlockingThread;
  const elements = createElements({ blocking: answering(), quick: answering() }, null);
  const window = { id: '1', app: 'app' } as unknown as WindowInfo;
  await elements.hitTest(window, { x: 0, y: 0 });
  await elements.cell(window, 'u:1', 0, 0);
  expect(given).toEqual([
    [2_500, 8_000],
    [2_500, 8_000],
  ]);
});
