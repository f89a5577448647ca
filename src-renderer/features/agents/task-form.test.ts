import { describe, expect, it } from 'vitest';
import { newTask } from '#contract/model/agents/task';
import { limitsOf, usualLimits } from './task-form.tsx';

describe('limits of a task', () => {
  it('default to steps and rounds', () => {
    expect(limitsOf(usualLimits)).toEqual({ limits: { steps: 50, rounds: 1 } });
  });

  it('are passed to the task', () => {
    const asked = limitsOf({ ...usualLimits, minutes: '1.5', tokens: '200000', dollars: '0.5', price: '2.5, 10' });
    expect(asked).toEqual({
      limits: { steps: 50, rounds: 1, seconds: 90, tokens: 200_000, cost: 0.5 },
      price: { input: 2.5, output: 10 },
    });
    expect(newTask.safeParse({ task: 'x', model: 'openai:any', ...(asked as object) }).success).toBe(true);
  });

  it.each([
    [{ steps: '0' }, 'steps.'],
    [{ rounds: '1000' }, 'rounds.'],
    [{ minutes: '-1' }, 'minutes.'],
    [{ minutes: '1441' }, 'minutes.'],
    [{ tokens: '1.5' }, 'tokens.'],
    [{ tokens: 'many' }, 'tokens.'],
    [{ dollars: '1' }, 'needs the price'],
    [{ dollars: 'x', price: '1,1' }, 'dollars.'],
    [{ price: '2.5' }, 'two numbers'],
    [{ price: '1,' }, 'two numbers'],
    [{ price: '1,-2' }, 'two numbers'],
  ])('%j is rejected', (change, why) => {
    expect(limitsOf({ ...usualLimits, ...change })).toContain(why);
  });
});
