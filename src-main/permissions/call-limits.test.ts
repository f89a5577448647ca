import { expect, it } from 'vitest';
import type { AppError } from '#contract/errors';
import type { Caller } from '#contract/model/tools/tool-call';
import { createCallLimits } from './call-limits.ts';

const agent = (name: string): Caller => ({ kind: 'agent', name });

it('counts pending calls and those of the last second, for each agent', () => {
  let time = 0;
  const limits = createCallLimits(
    () => ({ callsPerSecond: 4, callsAtOnce: 2 }),
    () => time,
  );
  const enter = (caller: Caller) => {
    try {
      return limits.enter(caller);
    } catch (error) {
      return (error as AppError).message;
    }
  };
  const ends = [limits.enter(agent('a')), limits.enter(agent('a'))];
  expect(enter(agent('a'))).toBe('a has 2 calls under way, and may have 2.');
  expect(enter(agent('b'))).toBeInstanceOf(Function);
  for (const end of ends) end();
  for (let i = 0; i < 2; i++) limits.enter(agent('a'))();
  expect(enter(agent('a'))).toBe('a may call 4 times a second.');
  time = 250;
  limits.enter(agent('a'))();
  expect(enter(agent('a'))).toContain('times a second');
  time = 60_000;
  for (let i = 0; i < 4; i++) limits.enter(agent('a'))();
  expect(enter(agent('a'))).toContain('times a second');
  for (let i = 0; i < 50; i++) expect(enter({ kind: 'replay', name: 'a' })).toBeInstanceOf(Function);
});
