import { expect, test } from 'vitest';
import type { Engine } from '../../engine/engine.ts';
import { withSnapping } from './no-snap.ts';

function engineThat(refuses = false) {
  const asked: boolean[] = [];
  const engine = {
    setSnapping: ({ allowed }: { allowed: boolean }) => {
      asked.push(allowed);
      return refuses ? Promise.reject(new Error('not here')) : Promise.resolve();
    },
  } as unknown as Engine;
  return { asked, context: { engine: () => engine } };
}
const flags = (isAsked: boolean) => ({ flag: () => isAsked });

test('windows snap as before once it is done, even if it failed, and nothing is changed without being asked', async () => {
  const { asked, context } = engineThat();
  expect(await withSnapping(context, flags(false), () => Promise.resolve(asked.length))).toBe(0);
  expect(await withSnapping(context, flags(true), () => Promise.resolve([...asked]))).toEqual([false]);
  await expect(withSnapping(context, flags(true), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(asked).toEqual([false, true, false, true]);
});

test('where that cannot be turned off, nothing is done', async () => {
  const { context } = engineThat(true);
  let done = 0;
  const doing = withSnapping(context, flags(true), () => Promise.resolve((done += 1)));
  await expect(doing).rejects.toThrow('not here');
  expect(done).toBe(0);
});
