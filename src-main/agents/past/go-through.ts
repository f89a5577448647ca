import { AppError } from '#contract/errors';
import type { AgentAnswer, AgentEventOf } from '#contract/model/agent';
import type { AgentJournal } from '../journal.ts';
import type { Acted } from '../steps/act.ts';
import { jsonIn, type PastStep } from './past.ts';

/** What was answered then. @throws AppError `model_error` where no answer could be used */
export function answerThen(journal: AgentJournal, step: number, { answer, problem }: PastStep): AgentAnswer {
  const said = answer ? { answer } : { problem };
  journal.tell({ event: 'answered', step, attempt: 1, elapsedMs: 0, ...said });
  if (answer) return answer;
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
