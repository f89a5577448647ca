import { expect, it } from 'vitest';
import type { Ref } from '../vocabulary/ref.ts';
import { remembering } from './remembering.ts';

const { signal } = new AbortController();
const [registry, app] = [':1.0', ':1.2'].map((bus) => ({ bus, path: '/root' })) as [Ref, Ref];

it('distinguishes elements with the same path on two buses', async () => {
  const find: (ref: Ref, until: AbortSignal) => Promise<string> = remembering<string>(async ({ bus }) => {
    await Promise.resolve();
    return bus === app.bus ? `${await find(registry, signal)}, app` : bus;
  });
  expect(await find(app, signal)).toBe(':1.0, app');
});

it('queries each element once, and again after a failure', async () => {
  let asked = 0;
  const find = remembering(() =>
    ++asked === 1 ? Promise.reject(new Error('It did not answer.')) : Promise.resolve(asked),
  );
  await expect(find(app, signal)).rejects.toThrow('did not answer');
  expect([await find(app, signal), await find(app, signal)]).toEqual([2, 2]);
});
