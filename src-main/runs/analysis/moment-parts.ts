import type { MomentPictures } from '#contract/model/runs/run-analysis';
import type { Moment } from './moments.ts';

/** What a model said, part by part in the order in which a person reads it; without what it left out. */
export function wordsOf({ answer }: Moment): readonly (readonly [label: string, text: string])[] {
  if (!answer) return [];
  const { observation, thought, plan, comment, subTask, message, questions, result } = answer;
  const words = [
    ['Observation', observation],
    ['Thought', thought],
    ['Plan', plan.join('\n')],
    ['Sub-task', subTask],
    ['Message', message.join('\n')],
    ['Questions', questions.join('\n')],
    ['Comment', comment],
    ['Result', result],
  ] as const;
  return words.filter(([, text]) => text !== '');
}

/** Before the first act that has a picture, with what it chose, and after the last one; of a step without acts what the model saw. */
export function picturesOf({ acts, saw }: Moment): MomentPictures {
  const calls = acts.flatMap(({ call }) => call ?? []);
  const first = calls.find(({ seen }) => seen.before?.picture);
  const last = calls.filter(({ seen }) => seen.after?.picture).at(-1);
  const shown = saw.picture === null ? null : { blob: saw.picture, bounds: null };
  return {
    before: first?.seen.before?.picture ?? shown,
    target: first?.after?.resolution?.bounds ?? null,
    after: last?.seen.after?.picture ?? null,
  };
}
