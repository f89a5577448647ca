import { z } from 'zod';
import type { Rect } from '../geometry.ts';
import type { TracedPicture } from './trace.ts';

/** What is made of runs afterwards: compared, explained, searched. */

const number = z.number().int().positive();
/** A step of an agents' run, or a call of any other, by its number. */
export const stepLocation = z.union([z.strictObject({ step: number }), z.strictObject({ call: number })]);
export type StepLocation = Readonly<z.output<typeof stepLocation>>;

/**
 * How two runs part at one place.
 *
 * - `observation`: the elements there were to see. `picture`: only how they looked.
 * - `answer`: what the model decided. `words`: only how it put it.
 * - `call`: another tool. `target`: another element or window. `arguments`: the same done otherwise.
 * - `result`: what came of the same.
 * - `missing`, `extra`: what the second run lacks, or has beside the first.
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

/** A part of what differs, as it is on both sides; empty if a side has nothing there. */
export interface DivergenceDetail {
  readonly label: string;
  readonly a: string;
  readonly b: string;
}

export interface Divergence {
  readonly kind: DivergenceKind;
  /** Null if that run has nothing there. */
  readonly a: StepLocation | null;
  readonly b: StepLocation | null;
  /** For a person; what apps and models said in it is quoted. */
  readonly sentence: string;
  readonly details: readonly DivergenceDetail[];
}

/** What belongs together in two runs; null if one lacks it. */
export interface StepPair {
  readonly a: StepLocation | null;
  readonly b: StepLocation | null;
  /** In a few words, for a list. */
  readonly title: string;
  /** What the second one has there instead; only if that is a recording. */
  readonly instead?: string;
  readonly alike: boolean;
}

export interface RunComparison {
  /** The first place where they part; null if they do the same. */
  readonly divergence: Divergence | null;
  /** In order, as far as what follows a divergence could be told to belong together. */
  readonly pairs: readonly StepPair[];
  /** What differs without counting, such as time, in sentences. */
  readonly notes: readonly string[];
}

/** A run beside what a person recorded. */
export interface RecordingComparison {
  /** Of the recording. */
  readonly name: string;
  readonly comparison: RunComparison;
}

/** How its window looked at a moment; null if there is no picture. */
export interface StepScreenshots {
  readonly before: TracedPicture | null;
  /** What the first act was done to, in screen pixels. */
  readonly target: Rect | null;
  readonly after: TracedPicture | null;
}

/** What belongs together in two runs, side by side. A side is null if that run has nothing there. */
export interface ComparedSteps {
  readonly a: StepScreenshots | null;
  readonly b: StepScreenshots | null;
  /** What was thought, decided, done and answered, in order; what is the same on both sides too. */
  readonly words: readonly DivergenceDetail[];
  /** Elements that one side alone showed before anything was done, or that were otherwise there. */
  readonly before: readonly DivergenceDetail[];
  /** The same of what the last act left behind. */
  readonly after: readonly DivergenceDetail[];
}

/**
 * What speaks for why a run failed. `loop`: the same was done again and again, and looked the same. `element`: it was not found, or
 * another was. `unexpected`: the window was not as the act before had left it. `noEffect`: nothing changed that an app reports.
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
  /** Names the place and what it is on; what apps and models said in it is quoted. */
  readonly sentence: string;
  /** Where the evidence is; null for the run as a whole. */
  readonly place: StepLocation | null;
}

/** Why a run failed, as far as its trace shows. */
export interface Explanation {
  /** How it ended, in a sentence. */
  readonly end: string;
  /** The likeliest first; empty if the trace does not report. */
  readonly reasons: readonly Reason[];
}

/** A run in which something was found, and where first. */
export interface FoundRun {
  readonly run: string;
  readonly place: StepLocation;
  /** What stands around it, on one line. */
  readonly excerpt: string;
}

export interface RunsFound {
  readonly found: readonly FoundRun[];
  /** How many runs there was no time to read; the next search reads on. */
  readonly unread: number;
}
