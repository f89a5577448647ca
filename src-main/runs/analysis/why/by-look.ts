import { quoted } from '#contract/foreign-text';
import type { PartingDetail, Reason } from '#contract/model/runs/run-analysis';
import type { Deed } from '../compare/deeds.ts';
import { otherTrees } from '../compare/observed.ts';
import type { Looks } from '../looks.ts';
import { placeInWords } from '../place.ts';
import { deedInWords, type Done } from './by-act.ts';

/** What is done to whole windows changes none of their elements. */
const ofWindows = /select_application_window|window|launch|wait|hover|focus/;

interface Placed {
  readonly done: Done;
  readonly deed: Deed;
}

/** Where a window was not as the act before had left it, though nothing was done to it in between. */
export async function changedByItself(done: readonly Done[], looks: Looks): Promise<readonly Reason[]> {
  const left = new Map<string, Placed>();
  for (const placed of placedIn(done)) {
    const { call } = placed.deed.act;
    const window = call?.before?.target?.id ?? '';
    const before = left.get(window);
    const changes = before ? await between(before.deed, placed.deed, looks) : [];
    const [first] = changes;
    if (before && first) return [byItself(before, placed, first, changes.length)];
    if (call?.seen.after?.tree) left.set(window, placed);
  }
  return [];
}

function placedIn(done: readonly Done[]): readonly Placed[] {
  return done.flatMap((one) => one.deeds.map((deed) => ({ done: one, deed })));
}

function between(before: Deed, now: Deed, looks: Looks): Promise<readonly PartingDetail[]> {
  const [then, later] = [before.act.call?.seen.after?.tree ?? null, now.act.call?.seen.before?.tree ?? null];
  return otherTrees(looks, then, looks, later);
}

function byItself(before: Placed, now: Placed, { a, b }: PartingDetail, count: number): Reason {
  const { place } = now.done.moment;
  const what = a === '' ? `${b} came` : b === '' ? `${a} went` : `${a} became ${b}`;
  const more = count > 1 ? `, and ${count - 1} more` : '';
  const window = now.deed.window ? `The window ${quoted(now.deed.window)}` : 'Its window';
  return {
    kind: 'unexpected',
    place,
    sentence: `${window} was not in ${placeInWords(place)} as ${placeInWords(before.done.moment.place)} had left it: ${what}${more}.`,
  };
}

/** The last act, where its window reports no change by it. */
export async function withoutEffect(done: readonly Done[], looks: Looks): Promise<readonly Reason[]> {
  const last = placedIn(done)
    .filter(
      ({ deed: { act, tool } }) =>
        act.call?.before?.effect === 'act' && act.status === 'success' && !ofWindows.test(tool),
    )
    .at(-1);
  const { before, after } = last?.deed.act.call?.seen ?? {};
  if (!last || !before?.tree || !after?.tree) return [];
  const isRead = (await looks.rows(before.tree)) !== null && (await looks.rows(after.tree)) !== null;
  if (!isRead || (await otherTrees(looks, before.tree, looks, after.tree)).length > 0) return [];
  const { place } = last.done.moment;
  return [
    {
      kind: 'noEffect',
      place,
      sentence: `${deedInWords(last.deed)} in ${placeInWords(place)} succeeded, and its window told of no change.`,
    },
  ];
}
