import { expect, it } from 'vitest';
import { interleave } from './interleave.ts';

it('gives each participant one turn a round, starting each round with the next one', async () => {
  const turns: string[] = [];
  const contestant = (name: string) => ({ name, sample: () => Promise.resolve(void turns.push(name)) });
  await interleave(4, ['a', 'b', 'c'].map(contestant));
  expect(turns.join('')).toBe('abcbcacababc');
});
