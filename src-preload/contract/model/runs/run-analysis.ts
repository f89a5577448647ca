import { z } from 'zod';
import type { Rect } from '../geometry.ts';
import type { TracedPicture } from './trace.ts';

/** Analysis of finished runs: comparison, explanation, search. */

const number = z.number().int().positive();
/** A step of an agents' run, or a call of any other, by number. */
export const stepLocation = z.union([z.strictObject({ step: number }), z.strictObject({ call: number })]);
export type StepLocation = Readonly<z.output<typeof stepLocation>>;

/**
 * How two runs differ at one place.
 *
 * - `observation`: the visible elements. `picture`: only the look.
 * - `answer`: the model's decision. `words`: only its wording.
 * - `call`: another tool. `target`: another element or window. `arguments`: only other arguments.
 * - `result`: another result of the same call.
 * - `missing`, `extra`: absent from the second run, or only in it.
 */
export type DivergenceKind =
  | 'observation'
  | 'picture'
  | 'answer'
  | 'words'
  | 'call'
  | 'target'
  | 'arguments'
  | 'result'
  | 'missing'
  | 'extra';

/** A differing part on both sides; empty if a side lacks it. */
export interface DivergenceDetail {
  readonly label: string;
  readonly a: string;
  readonly b: string;
}

export interface Divergence {
  readonly kind: DivergenceKind;
  /** Null if that run has none. */
  readonly a: StepLocation | null;
  readonly b: StepLocation | null;
  /** For users; words of apps and models are quoted. */
  readonly sentence: string;
  readonly details: readonly DivergenceDetail[];
}

/** Matching places of two runs; null if one lacks it. */
export interface StepPair {
  readonly a: StepLocation | null;
  readonly b: StepLocation | null;
  /** In a few words, for a list. */
  readonly title: string;
  /** The second side's counterpart; only for a recording. */
  readonly instead?: string;
  readonly alike: boolean;
}

export interface RunComparison {
  /** The first divergence; null if they do the same. */
  readonly divergence: Divergence | null;
  /** In order, as far as the rest after a divergence could be matched. */
  readonly pairs: readonly StepPair[];
  /** Irrelevant differences, such as time, in sentences. */
  readonly notes: readonly string[];
}

/** A run compared with a recording. */
export interface RecordingComparison {
  /** Of the recording. */
  readonly name: string;
  readonly comparison: RunComparison;
}

/** A window's look at one time; null without a picture. */
export interface StepScreenshots {
  readonly before: TracedPicture | null;
  /** Target of the first act, in screen pixels. */
  readonly target: Rect | null;
  readonly after: TracedPicture | null;
}

/** Matching places of two runs, side by side. A side is null if that run has none. */
export interface ComparedSteps {
  readonly a: StepScreenshots | null;
  readonly b: StepScreenshots | null;
  /** Thoughts, decisions, acts and answers, in order; including equal ones. */
  readonly words: readonly DivergenceDetail[];
  /** Elements that differ, or exist on one side only, before the first act. */
  readonly before: readonly DivergenceDetail[];
  /** The same after the last act. */
  readonly after: readonly DivergenceDetail[];
}

/**
 * Likely causes of a failure. `loop`: the same was repeated with the same look. `element`: not found, or
 * another was. `unexpected`: the window differs from the one after the previous act. `noEffect`: no reported change.
 */
export type ReasonKind =
  | 'cut'
  | 'denied'
  | 'stopped'
  | 'limit'
  | 'model'
  | 'loop'
  | 'element'
  | 'failed'
  | 'unexpected'
  | 'noEffect'
  | 'gaveUp'
  | 'unproven';

export interface Reason {
  readonly kind: ReasonKind;
  /** Names the place and its evidence; words of apps and models are quoted. */
  readonly sentence: string;
  /** Location of the evidence; null for the run as a whole. */
  readonly place: StepLocation | null;
}

/** Why a run failed, according to its trace. */
export interface Explanation {
  /** Its end, in a sentence. */
  readonly end: string;
  /** Likeliest first; empty if the trace does not show any. */
  readonly reasons: readonly Reason[];
}

/** A run with a match, and its first place. */
export interface FoundRun {
  readonly run: string;
  readonly place: StepLocation;
  /** The surrounding text, on one line. */
  readonly excerpt: string;
}

export interface RunsFound {
  readonly found: readonly FoundRun[];
  /** Number of runs not read for lack of time; the next search continues. */
  readonly unread: number;
}
