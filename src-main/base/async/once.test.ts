import { expect, it } from 'vitest';
import { once } from './once.ts';

it('asks once for all, also for those that ask meanwhile', async () => {
  let asked = 0;
  const answer = once(() => Promise.resolve(++asked));
  expect(await Promise.all([answer(), answer()])).toEqual([1, 1]);
  expect(await answer()).toBe(1);
});

it('asks again after a failure', async () => {
  let asked = 0;
  const answer = once(() => (++asked === 1 ? Promise.reject(new Error('silent')) : Promise.resolve(asked)));
  await expect(answer()).rejects.toThrow('silent');
  expect(await answer()).toBe(2);
});
