import { expect, it } from 'vitest';
import { interleave } from './interleave.ts';

it('gives everyone one turn a round, and another first one each round', async () => {
  const turns: string[] = [];
  const contestant = (name: string) => ({ name, sample: () => Promise.resolve(void turns.push(name)) });
  await interleave(4, ['a', 'b', 'c'].map(contestant));
  expect(turns.join('')).toBe('abcbcacababc');
});
