import type { Incomplete, RuleFacts } from '#contract/model/findings';
import type { RawDetails } from '../backend.ts';
import type { Entry, Scene } from './scene.ts';

/** `measured`: what was found, as a sentence. Incomplete means not checked, which is no pass. */
export type Verdict = 'pass' | { readonly measured: string } | Undecided;

export interface Undecided {
  readonly incomplete: string;
  /** `judgement` by default. */
  readonly kind?: Incomplete['kind'];
}

/** A toolkit that cannot report what the rule checks, or that causes the finding itself. */
export interface Exemption {
  readonly toolkit: RegExp;
  readonly cause: string;
  /** `incomplete`: the toolkit cannot report it. `toolkit`: found, but the app cannot fix it. */
  readonly as: 'incomplete' | 'toolkit';
  /** All elements of the rule, by default. */
  readonly when?: (entry: Entry, scene: Scene) => boolean;
}

/** What to change, by toolkit; `other` for the rest. */
export interface Fix {
  readonly other: string;
  readonly [toolkit: string]: string;
}

interface Common extends RuleFacts {
  readonly fix: Fix;
  readonly exempt?: readonly Exemption[];
  /** The elements that the rule is about. */
  readonly subject: (entry: Entry, scene: Scene) => boolean;
}

/** Checked by the rows of the tree alone. */
export interface RowRule extends Common {
  readonly needs: 'row';
  readonly test: (entry: Entry, scene: Scene) => Verdict;
}

/** Needs more than the row. Keep `subject` narrow: each element costs a query to the app. */
export interface DetailsRule extends Common {
  readonly needs: 'details';
  readonly test: (entry: Entry, scene: Scene, details: RawDetails, others: DetailsOf) => Verdict;
}

/** Null for elements that were not queried or did not respond. */
export type DetailsOf = (entry: Entry) => RawDetails | null;

/** Checked in the picture. */
export interface PictureRule extends Common {
  readonly needs: 'picture';
  readonly test: (entry: Entry, scene: Scene, look: Look) => Verdict;
}

/** The pixels of a window. */
export interface Look {
  /** Null if the element is not wholly in the picture. */
  contrast(entry: Entry): Contrast | null;
  /** Words read on the element and on none of its children; null without text recognition. */
  readonly words: ((entry: Entry) => readonly string[]) | null;
}

export interface Contrast {
  /** WCAG contrast, from 1 to 21, of the most common colour and the farthest from it. */
  readonly ratio: number;
  /** Share of the most common colour. */
  readonly ground: number;
  /** Share of pixels of the farthest colour or close to it. */
  readonly ink: number;
}

export type Rule = RowRule | DetailsRule | PictureRule;

export const rowRule = (rule: Omit<RowRule, 'needs'>): Rule => ({ ...rule, needs: 'row' });
export const detailsRule = (rule: Omit<DetailsRule, 'needs'>): Rule => ({ ...rule, needs: 'details' });
export const pictureRule = (rule: Omit<PictureRule, 'needs'>): Rule => ({ ...rule, needs: 'picture' });
