import type { OcrWord } from '../../src-preload/contract/model/ocr.ts';
import { area, center, contains, type Rect } from '../../src-preload/contract/model/geometry.ts';

/** A place on the screen and the text that is there. */
export interface KnownText {
  readonly text: string;
  readonly bounds: Rect;
}

export interface WordScore {
  /** Words that are there; so many could be read. */
  readonly known: number;
  /** Words that were read at these places, rightly or wrongly. */
  readonly read: number;
  /** Of these, the ones that are there. */
  readonly right: number;
}

/**
 * Judges what was read at the places whose text is known, and nothing else. A word counts for the smallest place that its middle
 * is in, and once for each time that it is there.
 */
export function scoreWords(known: readonly KnownText[], read: readonly Pick<OcrWord, 'text' | 'bounds'>[]): WordScore {
  const bySize = [...known].sort((a, b) => area(a.bounds) - area(b.bounds));
  const missing = new Map(bySize.map((place) => [place, wordsOf(place.text)]));
  let [inside, right] = [0, 0];
  for (const { text, bounds } of read) {
    const place = bySize.find((each) => contains(each.bounds, center(bounds)));
    const wanted = place && missing.get(place);
    if (!wanted) continue;
    for (const word of wordsOf(text)) {
      inside++;
      const at = wanted.indexOf(word);
      if (at < 0) continue;
      wanted.splice(at, 1);
      right++;
    }
  }
  return { known: known.reduce((sum, { text }) => sum + wordsOf(text).length, 0), read: inside, right };
}

/** Two letters or digits at least: single ones are icons as often as text. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
}
