import type { Reason } from '#contract/model/runs/run-analysis';
import { otherElements } from '../compare/observed.ts';
import type { Looks } from '../looks.ts';
import { placeInWords } from '../place.ts';
import { deedInWords, subjectOf, type Done } from './by-act.ts';

/** So often the same in a row is a loop, as long as it looks the same each time. */
const isLoop = 3;

/** Where the same was done again and again, and there was the same to see each time. */
export async function loops(done: readonly Done[], looks: Looks): Promise<readonly Reason[]> {
  const reasons: Reason[] = [];
  for (let from = 0; from < done.length;) {
    const to = await endOfLoop(done, from, looks);
    if (to - from >= isLoop) reasons.push(reasonOf(done.slice(from, to)));
    from = Math.max(to, from + 1);
  }
  return reasons;
}

async function endOfLoop(done: readonly Done[], from: number, looks: Looks): Promise<number> {
  const first = done[from];
  if (!first || first.deeds.length === 0) return from + 1;
  let to = from + 1;
  for (let next = done[to]; next && isSame(first, next); next = done[++to]) {
    const before = done[to - 1]?.moment ?? first.moment;
    if (!(await looksAlike(before, next.moment, looks))) break;
  }
  return to;
}

function isSame(a: Done, b: Done): boolean {
  return a.deeds.map(subjectOf).join('\n\n') === b.deeds.map(subjectOf).join('\n\n');
}

/** Where there is nothing to see by, only the same picture is the same look. */
async function looksAlike(a: Done['moment'], b: Done['moment'], looks: Looks): Promise<boolean> {
  if (a.saw.picture !== null && a.saw.picture === b.saw.picture) return true;
  if (a.saw.controls === null && a.saw.tree === null) return false;
  return (await otherElements({ moment: a, looks }, { moment: b, looks })).length === 0;
}

function reasonOf(loop: readonly Done[]): Reason {
  const [first, last] = [loop[0], loop.at(-1)];
  const place = first?.moment.place ?? null;
  const what = first?.deeds.map(deedInWords).join(', ') ?? '';
  const where = place && last ? `From ${placeInWords(place)} to ${placeInWords(last.moment.place)}` : '';
  return {
    kind: 'loop',
    place,
    sentence: `${where} it does the same ${loop.length} times, ${what}, and sees the same each time.`,
  };
}
