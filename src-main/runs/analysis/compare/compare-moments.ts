import { actionsInWords } from '#contract/model/agents/agent-step';
import type { ComparedMoments, MomentPlace, DivergenceDetail } from '#contract/model/runs/run-analysis';
import type { TracedTree } from '#contract/model/runs/trace';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { Looks } from '../looks.ts';
import { picturesOf, wordsOf, momentAt, type Moment } from '../moments.ts';
import { otherElements, otherTrees, type Side } from './observed.ts';

type Trace = Pick<TraceReader, 'call' | 'step' | 'blob'>;
type Words = readonly (readonly [label: string, text: string])[];

/**
 * Two moments that belong together, with all that can be told of them; null for a run that has none there.
 * @throws AppError `not_found`
 */
export async function compareMoments(
  [traceA, placeA]: readonly [Trace, MomentPlace | null],
  [traceB, placeB]: readonly [Trace, MomentPlace | null],
): Promise<ComparedMoments> {
  const [a, b] = await Promise.all([sideOf(traceA, placeA), sideOf(traceB, placeB)]);
  return {
    a: a && picturesOf(a.moment),
    b: b && picturesOf(b.moment),
    words: sideBySide(a ? await allWordsOf(a) : [], b ? await allWordsOf(b) : []),
    before: a && b ? await otherElements(a, b) : [],
    after: a && b ? await otherTrees(a.looks, treeAfter(a.moment), b.looks, treeAfter(b.moment)) : [],
  };
}

async function sideOf(trace: Trace, place: MomentPlace | null): Promise<Side | null> {
  return place && { looks: new Looks(trace), moment: await momentAt(trace, place) };
}

/** What was said, then each act with its answer. */
async function allWordsOf({ moment, looks }: Side): Promise<Words> {
  const acts = await Promise.all(
    moment.acts.map(async ({ tool, parameters, text, textBlob }, at) => {
      const number = moment.acts.length > 1 ? ` ${at + 1}` : '';
      const done = actionsInWords([{ function: tool, arguments: { ...parameters } }]);
      const answer = textBlob === null ? text : await looks.text(textBlob);
      return [[`Action${number}`, done] as const, [`Answer${number}`, answer] as const];
    }),
  );
  const state = moment.answer ? [['State', moment.answer.status] as const] : [];
  return [...wordsOf(moment), ...state, ...acts.flat()];
}

/** In the order of the first, what it lacks after that. */
function sideBySide(a: Words, b: Words): readonly DivergenceDetail[] {
  const [left, right] = [new Map(a), new Map(b)];
  return [...new Set([...left.keys(), ...right.keys()])].map((label) => ({
    label,
    a: left.get(label) ?? '',
    b: right.get(label) ?? '',
  }));
}

function treeAfter({ acts }: Moment): TracedTree | null {
  return acts.flatMap(({ call }) => call?.seen.after?.tree ?? []).at(-1) ?? null;
}
