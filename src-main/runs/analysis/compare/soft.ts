import type { Parting } from '#contract/model/runs/run-analysis';
import type { Moment } from '../moments.ts';
import { hasElements } from './observed.ts';
import { otherWords, partingOf } from './parting.ts';

type Both = readonly [Moment, Moment];

export interface Soft {
  readonly at: number;
  readonly parting: Parting;
}

interface SoftResult {
  /** The first that counts; null where none does. */
  readonly counting: Soft | null;
  /** What differs and does not count, in a sentence; empty where nothing does. */
  readonly note: string;
}

/**
 * How models put it differs from run to run, unless they are replayed or scripted: it counts only where most of what they said
 * is the same, word for word.
 */
export function otherWordings(pairs: readonly Both[]): SoftResult {
  return softly(
    pairs,
    ([a, b]) => [a, b].every(({ answer }) => (answer?.observation ?? '') + (answer?.thought ?? '') !== ''),
    ([a, b]) => {
      const found = otherWords(a, b);
      return found && partingOf(a, b, found);
    },
    'The models put it otherwise',
  );
}

/** A caret, a clock, another place: pictures count only where most of them are the same to the pixel. */
export function otherPictures(pairs: readonly Both[]): SoftResult {
  return softly(
    pairs,
    ([a, b]) => a.saw.picture !== null && b.saw.picture !== null,
    ([a, b]) => {
      if (a.saw.picture === b.saw.picture) return null;
      const known = hasElements(a.saw) && hasElements(b.saw) ? ', though its elements are the same' : '';
      return partingOf(a, b, ['picture', `the window looks otherwise${known}.`, []]);
    },
    'Window pictures differ',
  );
}

function softly(
  pairs: readonly Both[],
  tells: (pair: Both) => boolean,
  find: (pair: Both) => Parting | null,
  what: string,
): SoftResult {
  const telling = pairs.map((pair, at) => ({ pair, at })).filter(({ pair }) => tells(pair));
  const found = telling.flatMap(({ pair, at }) => {
    const parting = find(pair);
    return parting ? [{ at, parting }] : [];
  });
  const [first] = found;
  if (!first) return { counting: null, note: '' };
  const mostlySame = telling.length - found.length > found.length;
  const note = `${what} in ${found.length} of ${telling.length} places; that does not count.`;
  return mostlySame ? { counting: first, note: '' } : { counting: null, note };
}
