import { AppError } from '#contract/errors';
import type { AgentAnswer, AgentEventOf } from '#contract/model/agents/agent';
import type { AgentJournal } from '../memory/journal.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { takeStep } from '../steps/take-step.ts';
import type { Acted } from '../steps/act.ts';
import { jsonIn, type PastStep } from './past.ts';

/** Steps that a person did by hand then, up to the next one of an agent. */
export function takeStepsByHand(parts: SessionParts): void {
  for (;;) {
    const then = parts.past?.byHand(parts.spending.lastNumber + 1);
    if (!then) return;
    takeStep(parts, then.act, then.run);
  }
}

/**
 * What was answered then; null where a person took over before it was followed.
 * @throws AppError `model_error` where no answer could be used
 */
export function answerThen(
  journal: AgentJournal,
  step: number,
  { answer, problem, dropped }: PastStep,
): AgentAnswer | null {
  const said = answer ? { answer } : { problem, ...(dropped && { dropped }) };
  journal.tell({ event: 'answered', step, attempt: 1, elapsedMs: 0, ...said });
  if (answer || dropped) return answer;
  throw new AppError('model_error', problem);
}

/** What came then of what was done; nothing is done. */
export function actedThen(journal: AgentJournal, step: number, { acted }: PastStep): readonly Acted[] {
  return acted.map((one) => {
    journal.tell({ ...one, step, calls: [] });
    return { action: one.action, result: resultOf(one) };
  });
}

function resultOf({ status, text }: AgentEventOf<'acted'>): Acted['result'] {
  const failed = status === 'skipped' ? 'skipped' : 'failure';
  return status === 'success'
    ? { status, result: jsonIn(text), observation: text, error: null }
    : { status: failed, result: null, observation: text, error: text };
}
