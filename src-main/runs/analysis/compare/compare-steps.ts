import { actionsInWords } from '#contract/model/agents/agent-step';
import type { ComparedSteps, StepLocation, DivergenceDetail } from '#contract/model/runs/run-analysis';
import type { TracedTree } from '#contract/model/runs/trace';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { Looks } from '../looks.ts';
import { picturesOf, wordsOf, runStepAt, type RunStep } from '../run-steps.ts';
import { otherElements, otherTrees, type Side } from './observed.ts';

type Trace = Pick<TraceReader, 'call' | 'step' | 'blob'>;
type Words = readonly (readonly [label: string, text: string])[];

/**
 * Two paired steps, with all that is known of them; null for a run without one.
 * @throws AppError `not_found`
 */
export async function compareSteps(
  [traceA, placeA]: readonly [Trace, StepLocation | null],
  [traceB, placeB]: readonly [Trace, StepLocation | null],
): Promise<ComparedSteps> {
  const [a, b] = await Promise.all([sideOf(traceA, placeA), sideOf(traceB, placeB)]);
  return {
    a: a && picturesOf(a.runStep),
    b: b && picturesOf(b.runStep),
    words: sideBySide(a ? await allWordsOf(a) : [], b ? await allWordsOf(b) : []),
    before: a && b ? await otherElements(a, b) : [],
    after: a && b ? await otherTrees(a.looks, treeAfter(a.runStep), b.looks, treeAfter(b.runStep)) : [],
  };
}

async function sideOf(trace: Trace, place: StepLocation | null): Promise<Side | null> {
  return place && { looks: new Looks(trace), runStep: await runStepAt(trace, place) };
}

/** The model's words, then each act with its answer. */
async function allWordsOf({ runStep, looks }: Side): Promise<Words> {
  const acts = await Promise.all(
    runStep.acts.map(async ({ tool, parameters, text, textBlob }, at) => {
      const number = runStep.acts.length > 1 ? ` ${at + 1}` : '';
      const done = actionsInWords([{ function: tool, arguments: { ...parameters } }]);
      const answer = textBlob === null ? text : await looks.text(textBlob);
      return [[`Action${number}`, done] as const, [`Answer${number}`, answer] as const];
    }),
  );
  const state = runStep.answer ? [['State', runStep.answer.status] as const] : [];
  return [...wordsOf(runStep), ...state, ...acts.flat()];
}

/** In the order of the first, followed by the items it lacks. */
function sideBySide(a: Words, b: Words): readonly DivergenceDetail[] {
  const [left, right] = [new Map(a), new Map(b)];
  return [...new Set([...left.keys(), ...right.keys()])].map((label) => ({
    label,
    a: left.get(label) ?? '',
    b: right.get(label) ?? '',
  }));
}

function treeAfter({ acts }: RunStep): TracedTree | null {
  return acts.flatMap(({ call }) => call?.seen.after?.tree ?? []).at(-1) ?? null;
}
