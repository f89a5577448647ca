import { actionsInWords } from '#contract/model/agents/agent-step';
import type { StepPair, Divergence, RunComparison, DivergenceDetail } from '#contract/model/runs/run-analysis';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { Looks } from '../looks.ts';
import { type RunStep, type Act, runStepsOf, placeInWords } from '../run-steps.ts';
import { align } from './align.ts';
import { actsOf } from './made-acts.ts';
import { otherElements, otherTrees, hasElements, plainValue } from './observed.ts';
import { isAlike, otherActions, divergenceOf, type StepActs, otherWords } from './divergence.ts';

export interface ComparedRun {
  readonly runSteps: readonly RunStep[];
  readonly looks: Looks;
}

interface Pair {
  readonly a: StepActs | null;
  readonly b: StepActs | null;
}

interface Found {
  readonly at: number;
  readonly divergence: Divergence;
}

/**
 * Compares two runs side by side, and finds their first divergence. Transient values (ids, handles, positions on the
 * screen, times) never count; models' wording and exact pixels count only between runs that mostly agree in them.
 */
export async function compareRuns(one: ComparedRun, other: ComparedRun): Promise<RunComparison> {
  const [a, b] = [await doingsOf(one), await doingsOf(other)];
  const pairs = align(a.length, b.length, (i, j) => isAlike(a[i] as StepActs, b[j] as StepActs)).map(
    ([i, j]): Pair => ({
      a: i === null ? null : (a[i] ?? null),
      b: j === null ? null : (b[j] ?? null),
    }),
  );
  const hard = await firstHard(pairs);
  const before = bothOf(pairs.slice(0, hard ? hard.at + 1 : undefined));
  const [looks, words] = [otherPictures(before), otherWordings(before)];
  const first = [hard, looks.counting, words.counting].reduce<Found | null>(
    (best, found) => (found && (!best || found.at < best.at) ? found : best),
    null,
  );
  return {
    divergence: first?.divergence ?? null,
    pairs: await Promise.all(pairs.map(async (pair, at) => listed(pair, at === first?.at || (await differs(pair))))),
    notes: [looks.note, words.note, ...timeNotes(bothOf(pairs))].filter(Boolean),
  };
}

async function doingsOf({ runSteps, looks }: ComparedRun): Promise<readonly StepActs[]> {
  const doings: StepActs[] = [];
  for (const runStep of withoutRepeatedLooks(runSteps))
    doings.push({ runStep, looks, acts: await actsOf(runStep, looks) });
  return doings;
}

async function firstHard(pairs: readonly Pair[]): Promise<Found | null> {
  for (const [at, pair] of pairs.entries()) {
    const divergence = await hardDivergence(pair, pairs[at + 1]);
    if (divergence) return { at, divergence };
  }
  return null;
}

/** In chronological order: the look, the decision, the act, its answer, and its effect. */
async function hardDivergence({ a, b }: Pair, next: Pair | undefined): Promise<Divergence | null> {
  if (!a || !b) return onOneSide(a, b);
  const seen = await otherElements(a, b);
  const [first] = seen;
  if (first) {
    const what = `there is something else to see: ${sideBySide(first.a, first.b)}.`;
    return divergenceOf(a.runStep, b.runStep, ['observation', what, seen]);
  }
  return (await otherActions(a, b)) ?? otherEffects(a, b, next);
}

function onOneSide(a: StepActs | null, b: StepActs | null): Divergence | null {
  const doing = a ?? b;
  if (!doing) return null;
  const title = titleOf(doing);
  const where = placeInWords(doing.runStep.place);
  return {
    kind: a ? 'missing' : 'extra',
    a: a?.runStep.place ?? null,
    b: b?.runStep.place ?? null,
    sentence: a
      ? `The second run lacks ${where} of the first: ${title}.`
      : `The first run lacks ${where} of the second: ${title}.`,
    details: [{ label: 'call', a: a ? title : '', b: b ? title : '' }],
  };
}

async function otherEffects(a: StepActs, b: StepActs, next: Pair | undefined): Promise<Divergence | null> {
  for (const [at, { tool }] of a.acts.entries()) {
    const following = [
      a.runStep.acts[at + 1] ?? next?.a?.runStep.acts[0],
      b.runStep.acts[at + 1] ?? next?.b?.runStep.acts[0],
    ] as const;
    const left = await otherEffect([a, b], at, following);
    const [first] = left;
    if (first)
      return divergenceOf(a.runStep, b.runStep, ['result', `${tool} leaves ${sideBySide(first.a, first.b)}.`, left]);
  }
  return null;
}

function sideBySide(a: string, b: string): string {
  if (a === '') return `${b} in the second run only`;
  return b === '' ? `${a} in the first run only` : `${a} in the first run, ${b} in the second`;
}

async function differs({ a, b }: Pair): Promise<boolean> {
  return !a || !b || (await otherActions(a, b)) !== null;
}

function bothOf(pairs: readonly Pair[]): readonly (readonly [RunStep, RunStep])[] {
  return pairs.flatMap(({ a, b }) => (a && b ? [[a.runStep, b.runStep] as const] : []));
}

function listed({ a, b }: Pair, differ: boolean): StepPair {
  const one = a ?? b;
  return { a: a?.runStep.place ?? null, b: b?.runStep.place ?? null, title: one ? titleOf(one) : '', alike: !differ };
}

/** The longest title, in characters. */
const longestTitle = 120;

function titleOf({ runStep, acts }: StepActs): string {
  const done = acts.map(({ tool, target }) => [tool, target].filter(Boolean).join(' ')).join(', ');
  const title = done || actionsInWords(runStep.answer?.actions ?? []) || (runStep.answer?.status ?? 'nothing');
  return title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
}

/** A program that waits looks repeatedly: of equal looks in a row, the last one counts. */
function withoutRepeatedLooks(runSteps: readonly RunStep[]): readonly RunStep[] {
  return runSteps.filter((runStep, at) => {
    const look = lookOf(runStep);
    const next = runSteps[at + 1];
    return look === null || !next || lookOf(next) !== look;
  });
}

function lookOf({ acts: [act], answer }: RunStep): string | null {
  if (answer || act?.call?.before?.effect !== 'observe') return null;
  return `${act.tool} ${JSON.stringify(plainValue(act.parameters))} ${act.call.before.target?.title ?? ''}`;
}

/** A step this many times as long, and longer by this many milliseconds, is worth a note. */
const muchSlower = 3;

const worthReporting = 1_000;

/** Steps that took much longer on one side, in sentences. Time alone is never a divergence. */
function timeNotes(pairs: readonly (readonly [RunStep, RunStep])[]): readonly string[] {
  const slower = pairs.flatMap(([a, b]) => {
    const [most, least] = [Math.max(a.elapsedMs, b.elapsedMs), Math.min(a.elapsedMs, b.elapsedMs)];
    return most >= muchSlower * least && most - least >= worthReporting ? [{ a, b, more: most - least }] : [];
  });
  const worst = slower.reduce<(typeof slower)[number] | null>(
    (max, one) => (max && max.more >= one.more ? max : one),
    null,
  );
  if (!worst) return [];
  const { a, b } = worst;
  const others = slower.length > 1 ? ` So is the time of ${slower.length - 1} other places.` : '';
  return [
    `The time differs most in ${placeInWords(a.place)}: ${seconds(a)} in the first run, ${seconds(b)} in the second.${others}`,
  ];
}

function seconds({ elapsedMs }: RunStep): string {
  return `${(elapsedMs / 1_000).toFixed(1)} s`;
}

/**
 * An act's effect on its window on one side only. A difference that is gone before the next act in that window was only
 * a delay, and does not count.
 */
async function otherEffect(
  [a, b]: readonly [StepActs, StepActs],
  at: number,
  [nextA, nextB]: readonly [Act | undefined, Act | undefined],
): Promise<readonly DivergenceDetail[]> {
  const [one, other] = [a.runStep.acts[at], b.runStep.acts[at]];
  if (!one || !other) return [];
  const left = await otherTrees(a.looks, treeOf(one, 'after'), b.looks, treeOf(other, 'after'));
  if (left.length === 0) return [];
  const [later, laterToo] = [laterTree(one, nextA), laterTree(other, nextB)];
  if (!later || !laterToo) return left;
  const still = await otherTrees(a.looks, later, b.looks, laterToo);
  return still.length > 0 ? left : [];
}

/** As the same window looked when the next act came. */
function laterTree(act: Act, next: Act | undefined) {
  const [window, then] = [act.call?.before?.target?.id, next?.call?.before?.target?.id];
  return next && window === then ? treeOf(next, 'before') : null;
}

function treeOf({ call }: Act, phase: 'before' | 'after') {
  return call?.seen[phase]?.tree ?? null;
}

type Both = readonly [RunStep, RunStep];

interface Soft {
  readonly at: number;
  readonly divergence: Divergence;
}

interface SoftResult {
  /** The first that counts; null if none does. */
  readonly counting: Soft | null;
  /** Differences that do not count, in a sentence; empty if there are none. */
  readonly note: string;
}

/** Models' wording differs from run to run, unless replayed or scripted: it counts only if most of it is identical. */
function otherWordings(pairs: readonly Both[]): SoftResult {
  return softly(
    pairs,
    ([a, b]) => [a, b].every(({ answer }) => (answer?.observation ?? '') + (answer?.thought ?? '') !== ''),
    ([a, b]) => {
      const found = otherWords(a, b);
      return found && divergenceOf(a, b, found);
    },
    'The models put it otherwise',
  );
}

/** A caret, a clock, another position: pictures count only if most of them are identical to the pixel. */
function otherPictures(pairs: readonly Both[]): SoftResult {
  return softly(
    pairs,
    ([a, b]) => a.saw.picture !== null && b.saw.picture !== null,
    ([a, b]) => {
      if (a.saw.picture === b.saw.picture) return null;
      const known = hasElements(a.saw) && hasElements(b.saw) ? ', though its elements are the same' : '';
      return divergenceOf(a, b, ['picture', `the window looks otherwise${known}.`, []]);
    },
    'Window pictures differ',
  );
}

function softly(
  pairs: readonly Both[],
  counts: (pair: Both) => boolean,
  find: (pair: Both) => Divergence | null,
  what: string,
): SoftResult {
  const counted = pairs.map((pair, at) => ({ pair, at })).filter(({ pair }) => counts(pair));
  const found = counted.flatMap(({ pair, at }) => {
    const divergence = find(pair);
    return divergence ? [{ at, divergence }] : [];
  });
  const [first] = found;
  if (!first) return { counting: null, note: '' };
  const mostlySame = counted.length - found.length > found.length;
  const note = `${what} in ${found.length} of ${counted.length} places; that does not count.`;
  return mostlySame ? { counting: first, note: '' } : { counting: null, note };
}

/** Compares two open traces. */
export async function compareTraces(a: TraceReader, b: TraceReader): Promise<RunComparison> {
  const [one, other] = await Promise.all([comparedRun(a), comparedRun(b)]);
  return compareRuns(one, other);
}

async function comparedRun(trace: TraceReader): Promise<ComparedRun> {
  return { runSteps: runStepsOf(await trace.events()), looks: new Looks(trace) };
}
