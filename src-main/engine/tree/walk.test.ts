import { expect, it } from 'vitest';
import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import type { WalkBudget } from '../backend.ts';
import type { EngineContext } from '../operations/operation.ts';
import { walk, wholeTree } from './walk.ts';

/** A reader that is busy with another window until this call stops waiting. */
const busy = {
  walk: (_window: WindowInfo, _from: string | null, { signal }: WalkBudget) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('cancelled')));
    }),
};
const context = { backend: { elements: busy } } as unknown as EngineContext;
const window = { app: 'editor' } as WindowInfo;

it('a window whose turn does not come in time is a timeout, since the caller cancelled nothing', async () => {
  const { signal } = new AbortController();
  await expect(walk(context, window, wholeTree, { signal, timeoutMs: 20 })).rejects.toMatchObject({
    code: 'timeout',
    message: 'editor was not read within 20 ms.',
  });
});

it('a caller that cancelled gets that error', async () => {
  const caller = new AbortController();
  const walked = walk(context, window, wholeTree, { signal: caller.signal, timeoutMs: 60_000 });
  caller.abort();
  await expect(walked).rejects.toMatchObject({ code: 'cancelled' });
});
