import { actionsInWords } from '#contract/model/agents/agent-step';
import type { MomentPair, Parting, RunComparison } from '#contract/model/runs/run-analysis';
import type { Looks } from '../looks.ts';
import type { Moment } from '../moments.ts';
import { placeInWords } from '../place.ts';
import { align } from './align.ts';
import { deedsOf } from './deeds.ts';
import { otherEffect } from './effects.ts';
import { otherElements } from './observed.ts';
import { isAlike, otherDoing, partingOf, type Doing } from './parting.ts';
import { withoutRepeatedLooks } from './repeats.ts';
import { otherPictures, otherWordings } from './soft.ts';
import { timeNotes } from './time.ts';

export interface ComparedRun {
  readonly moments: readonly Moment[];
  readonly looks: Looks;
}

interface Pair {
  readonly a: Doing | null;
  readonly b: Doing | null;
}

interface Found {
  readonly at: number;
  readonly parting: Parting;
}

/**
 * Two runs side by side, and the first place where they part. What passes (ids, handles, places on the screen, times) never
 * counts; how models put it and how windows look to the pixel count only between runs that are mostly the same in that.
 */
export async function compareRuns(one: ComparedRun, other: ComparedRun): Promise<RunComparison> {
  const [a, b] = [await doingsOf(one), await doingsOf(other)];
  const pairs = align(a.length, b.length, (i, j) => isAlike(a[i] as Doing, b[j] as Doing)).map(([i, j]): Pair => ({
    a: i === null ? null : (a[i] ?? null),
    b: j === null ? null : (b[j] ?? null),
  }));
  const hard = await firstHard(pairs);
  const before = bothOf(pairs.slice(0, hard ? hard.at + 1 : undefined));
  const [looks, words] = [otherPictures(before), otherWordings(before)];
  const first = [hard, looks.counting, words.counting].reduce<Found | null>(
    (best, found) => (found && (!best || found.at < best.at) ? found : best),
    null,
  );
  return {
    parting: first?.parting ?? null,
    pairs: await Promise.all(pairs.map(async (pair, at) => listed(pair, at === first?.at || (await differs(pair))))),
    notes: [looks.note, words.note, ...timeNotes(bothOf(pairs))].filter(Boolean),
  };
}

async function doingsOf({ moments, looks }: ComparedRun): Promise<readonly Doing[]> {
  const doings: Doing[] = [];
  for (const moment of withoutRepeatedLooks(moments))
    doings.push({ moment, looks, deeds: await deedsOf(moment, looks) });
  return doings;
}

async function firstHard(pairs: readonly Pair[]): Promise<Found | null> {
  for (const [at, pair] of pairs.entries()) {
    const parting = await hardParting(pair, pairs[at + 1]);
    if (parting) return { at, parting };
  }
  return null;
}

/** In the order in which it came to be: what was seen, decided, done, answered, and left behind. */
async function hardParting({ a, b }: Pair, next: Pair | undefined): Promise<Parting | null> {
  if (!a || !b) return onOneSide(a, b);
  const seen = await otherElements(a, b);
  const [first] = seen;
  if (first) {
    const what = `there is something else to see: ${sideBySide(first.a, first.b)}.`;
    return partingOf(a.moment, b.moment, ['observation', what, seen]);
  }
  return (await otherDoing(a, b)) ?? otherEffects(a, b, next);
}

function onOneSide(a: Doing | null, b: Doing | null): Parting | null {
  const doing = a ?? b;
  if (!doing) return null;
  const title = titleOf(doing);
  const where = placeInWords(doing.moment.place);
  return {
    kind: a ? 'missing' : 'extra',
    a: a?.moment.place ?? null,
    b: b?.moment.place ?? null,
    sentence: a
      ? `The second run lacks ${where} of the first: ${title}.`
      : `The first run lacks ${where} of the second: ${title}.`,
    details: [{ label: 'call', a: a ? title : '', b: b ? title : '' }],
  };
}

async function otherEffects(a: Doing, b: Doing, next: Pair | undefined): Promise<Parting | null> {
  for (const [at, { tool }] of a.deeds.entries()) {
    const following = [
      a.moment.acts[at + 1] ?? next?.a?.moment.acts[0],
      b.moment.acts[at + 1] ?? next?.b?.moment.acts[0],
    ] as const;
    const left = await otherEffect([a, b], at, following);
    const [first] = left;
    if (first)
      return partingOf(a.moment, b.moment, ['result', `${tool} leaves ${sideBySide(first.a, first.b)}.`, left]);
  }
  return null;
}

function sideBySide(a: string, b: string): string {
  if (a === '') return `${b} in the second run only`;
  return b === '' ? `${a} in the first run only` : `${a} in the first run, ${b} in the second`;
}

async function differs({ a, b }: Pair): Promise<boolean> {
  return !a || !b || (await otherDoing(a, b)) !== null;
}

function bothOf(pairs: readonly Pair[]): readonly (readonly [Moment, Moment])[] {
  return pairs.flatMap(({ a, b }) => (a && b ? [[a.moment, b.moment] as const] : []));
}

function listed({ a, b }: Pair, differ: boolean): MomentPair {
  const one = a ?? b;
  return { a: a?.moment.place ?? null, b: b?.moment.place ?? null, title: one ? titleOf(one) : '', alike: !differ };
}

/** The longest title, in characters. */
const longestTitle = 120;

function titleOf({ moment, deeds }: Doing): string {
  const done = deeds.map(({ tool, target }) => [tool, target].filter(Boolean).join(' ')).join(', ');
  const title = done || actionsInWords(moment.answer?.actions ?? []) || (moment.answer?.status ?? 'nothing');
  return title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
}
