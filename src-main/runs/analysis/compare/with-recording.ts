import { word } from '#contract/foreign-text';
import type { StepPair, StepLocation, Divergence, RunComparison } from '#contract/model/runs/run-analysis';
import { describeStep, type Recording, type Step } from '#contract/model/recordings/recording';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { inPlace, placeInWords } from '../run-steps.ts';
import { stepsIn } from '../recording/from-run.ts';
import { align } from './align.ts';
import { plainText } from './observed.ts';

/** Something done, in the words that a recording has for it. */
interface Done {
  readonly place: StepLocation;
  readonly words: string;
  /** The program it was done in; empty if that is not known. */
  readonly app: string;
}

interface Pair {
  readonly a: Done | null;
  readonly b: Done | null;
}

/**
 * Compares agents' acts with a user's recording, and finds their first divergence. Only acts count: not looks, thoughts
 * or durations. Positions in the recording are step numbers.
 */
export async function compareWithRecording(trace: TraceReader, recording: Recording): Promise<RunComparison> {
  const { placed, notes } = await stepsIn(trace);
  const a = placed.filter(({ step }) => step.enabled !== false).map(({ place, step }) => doneBy(step, place));
  const b = recording.steps.flatMap((step, at) => (isDone(step) ? [doneBy(step, { step: at + 1 })] : []));
  const pairs = align(a.length, b.length, (i, j) => isSame(a[i] as Done, b[j] as Done)).map(([i, j]): Pair => ({
    a: i === null ? null : (a[i] ?? null),
    b: j === null ? null : (b[j] ?? null),
  }));
  const first = pairs.find((pair) => !isAlike(pair));
  return { divergence: first ? divergenceOf(first) : null, pairs: pairs.map(listed), notes };
}

function isDone({ enabled, action }: Step): boolean {
  return enabled && action.type !== 'expect';
}

function doneBy(
  { action, target, onto, until, window }: Pick<Step, 'action' | 'target' | 'window'> & Partial<Step>,
  place: StepLocation,
): Done {
  const step = { action, target, window, ...(onto && { onto }), ...(until && { until }) };
  return { place, words: describeStep(step), app: window.app ?? '' };
}

function isSame(a: Done, b: Done): boolean {
  const isThere = a.app === '' || b.app === '' || a.app === b.app;
  return isThere && plainText(a.words) === plainText(b.words);
}

function isAlike({ a, b }: Pair): boolean {
  return a !== null && b !== null && isSame(a, b);
}

function divergenceOf({ a, b }: Pair): Divergence {
  const details = [{ label: 'step', a: a ? inWords(a) : '', b: b ? inWords(b) : '' }];
  const places = { a: a?.place ?? null, b: b?.place ?? null, details };
  if (a && b) {
    const recorded = `${placeInWords(b.place)} of the recording is: ${inWords(b)}`;
    return {
      kind: 'call',
      ...places,
      sentence: `${inPlace(a.place, a.place)} the run does: ${inWords(a)}; ${recorded}.`,
    };
  }
  if (a)
    return {
      kind: 'extra',
      ...places,
      sentence: `The recording lacks ${placeInWords(a.place)} of the run: ${inWords(a)}.`,
    };
  const lacking = b ? `${placeInWords(b.place)} of the recording: ${inWords(b)}` : 'nothing';
  return { kind: 'missing', ...places, sentence: `The run lacks ${lacking}.` };
}

function inWords({ words, app }: Done): string {
  return app === '' ? words : `${words} in ${word(app)}`;
}

function listed(pair: Pair): StepPair {
  const { a, b } = pair;
  const alike = isAlike(pair);
  const places = { a: a?.place ?? null, b: b?.place ?? null };
  return { ...places, title: (a ?? b)?.words ?? '', ...(b && !alike && { instead: inWords(b) }), alike };
}
