import { expect, it } from 'vitest';
import type { AgentEvent, ModelUsage } from '#contract/model/agents/agent';
import { unknownStep } from '../../runs/step-summary.ts';
import { stepInFull } from './step-text.ts';

const saw: AgentEvent = { event: 'saw', step: 1, pictures: [], controlCount: 0, textTokens: 900 };
const answered = (attempt: number, usage?: ModelUsage): AgentEvent => ({
  event: 'answered',
  step: 1,
  attempt,
  elapsedMs: 1,
  ...(usage && { usage }),
});

async function textOf(...answers: readonly AgentEvent[]): Promise<string> {
  const events = [saw, ...answers].map((event) => ({ at: 0, event }));
  const step = { summary: unknownStep(1, 0), events, calls: [] };
  return stepInFull(
    step,
    () => Promise.resolve(''),
    (_, text) => text,
  );
}

it('reports beside the estimate what the provider counted', async () => {
  const [first, second] = [answered(1, { inputTokens: 1_000, outputTokens: 20, cost: null }), answered(2)];
  expect(await textOf(first, second)).toContain('\n  saw      about 900 tokens\n  counted  1000 in, 20 out');
  const third = answered(3, { inputTokens: 1_100, outputTokens: 25, cost: null });
  expect(await textOf(first, second, third)).toContain('counted  2100 in, 45 out, in 2 questions');
});

it('claims no count if there was none, as with a person in the place of a model', async () => {
  const none = await textOf(answered(1, { inputTokens: 0, outputTokens: 0, cost: 0 }));
  expect(none).not.toContain('counted');
});
