/** What is made of runs afterwards: compared, explained, searched. */

/** A step of an agents' run, a call of any other, or an act of a recording, by its number. */
export type MomentPlace = { readonly step: number } | { readonly call: number } | { readonly act: number };

/**
 * How two runs part at one place.
 *
 * - `observation`: the elements there were to see. `picture`: only how they looked.
 * - `answer`: what the model decided. `words`: only how it put it.
 * - `call`: another tool. `target`: another element or window. `arguments`: the same done otherwise.
 * - `result`: what came of the same.
 * - `missing`, `extra`: what the second run lacks, or has beside the first.
 */
export type PartingKind =
  'observation' | 'picture' | 'answer' | 'words' | 'call' | 'target' | 'arguments' | 'result' | 'missing' | 'extra';

/** A part of what differs, as it is on both sides; empty where a side has nothing there. */
export interface PartingDetail {
  readonly label: string;
  readonly a: string;
  readonly b: string;
}

export interface Parting {
  readonly kind: PartingKind;
  /** Null where that run has nothing there. */
  readonly a: MomentPlace | null;
  readonly b: MomentPlace | null;
  /** For a person; what apps and models said in it is quoted. */
  readonly sentence: string;
  readonly details: readonly PartingDetail[];
}

/** What belongs together in two runs; null where one lacks it. */
export interface MomentPair {
  readonly a: MomentPlace | null;
  readonly b: MomentPlace | null;
  /** In a few words, for a list. */
  readonly title: string;
  readonly alike: boolean;
}

export interface RunComparison {
  /** The first place where they part; null where they do the same. */
  readonly parting: Parting | null;
  /** In order, as far as what follows a parting could be told to belong together. */
  readonly pairs: readonly MomentPair[];
  /** What differs without counting, such as time, in sentences. */
  readonly notes: readonly string[];
}

/**
 * What speaks for why a run failed. `loop`: the same was done again and again, and looked the same. `element`: it was not found, or
 * another was. `unexpected`: the window was not as the act before had left it. `noEffect`: nothing changed that an app tells of.
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
  /** Names the place and what it stands on; what apps and models said in it is quoted. */
  readonly sentence: string;
  /** Where the evidence is; null for the run as a whole. */
  readonly place: MomentPlace | null;
}

/** Why a run failed, as far as its trace shows. */
export interface Explanation {
  /** How it ended, in a sentence. */
  readonly end: string;
  /** The likeliest first; empty where the trace does not say. */
  readonly reasons: readonly Reason[];
}
