import { z } from 'zod';
import { quoted } from '../foreign-text.ts';
import { controlTypes } from './element.ts';
import type { Step } from './recording.ts';
import { windowMatch } from './window.ts';

/** An element by what is remembered of it, and the selectors that are to be tried on stored trees. */
export const survivalQuery = z.object({
  window: windowMatch,
  controlType: z.enum(controlTypes),
  name: z.string(),
  /** The selectors that are known to mean it, best first: together they say where it is. */
  selectors: z.array(z.string().max(2_000)).max(50),
  /** Others to try. */
  tried: z.array(z.string().max(2_000)).max(10).default([]),
});
export type SurvivalQuery = Readonly<z.output<typeof survivalQuery>>;

/** That of a step, and of others to try; null where it acts on no element. */
export function survivalQueryOf({ target, window }: Step, tried: readonly string[] = []): SurvivalQuery | null {
  if (!target) return null;
  const { controlType, name, selectors } = target;
  return { window, controlType, name, selectors: selectors.map(({ selector }) => selector), tried: [...tried] };
}

/** Where a selector does not find the element: it finds nothing, several elements, or another one. */
export interface SelectorLoss {
  readonly kind: 'none' | 'several' | 'another';
  readonly why: string;
  /** The run, what it is called, the call before which the tree was read, and when (ISO 8601). */
  readonly run: string;
  readonly title: string;
  readonly call: number;
  readonly at: string;
  /** The title of the window. */
  readonly window: string;
}

export interface SelectorSurvival {
  readonly selector: string;
  /** In how many trees it finds the element and no other, of those that can tell. */
  readonly held: number;
  readonly of: number;
  /** Newest first, at most {@link maxLosses}. */
  readonly losses: readonly SelectorLoss[];
}

/** What becomes of selectors in the trees that were kept of the same window. */
export interface Survival {
  /** From how many runs the trees are. */
  readonly runs: number;
  /** Trees of the window in which none of the selectors finds the element: it may not have been there. */
  readonly unseen: number;
  readonly selectors: readonly SelectorSurvival[];
}

export const maxLosses = 20;

/** For people, empty where no tree can tell: `Held in 3 of 4 kept trees.` */
export function heldInWords({ held, of }: Pick<SelectorSurvival, 'held' | 'of'>): string {
  if (of === 0) return '';
  if (of === 1) return held === 1 ? 'Held in the one kept tree.' : 'Lost in the one kept tree.';
  return held === of ? `Held in all ${of} kept trees.` : `Held in ${held} of ${of} kept trees.`;
}

/** `Not in “Replay of sums” (2026-01-01 10:00), call 3: nothing matches; nearest …` */
export function lossInWords({ title, at, call, why }: SelectorLoss): string {
  // Swedish writes times as ISO does, in the time of the machine.
  const when = new Date(at).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
  return `Not in ${quoted(title)} (${when}), call ${call}: ${why}`;
}
