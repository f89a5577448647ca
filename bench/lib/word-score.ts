import type { OcrWord } from '../../src-preload/contract/model/ocr.ts';
import { area, center, contains, type Rect } from '../../src-preload/contract/model/geometry.ts';

/** A rectangle on the screen and its text. */
export interface KnownText {
  readonly text: string;
  readonly bounds: Rect;
}

export interface WordScore {
  /** Number of words at the places. */
  readonly known: number;
  /** Words read at these places, rightly or wrongly. */
  readonly read: number;
  /** Of these, the correct ones. */
  readonly right: number;
}

/**
 * Scores only words read at places whose text is known. A word counts for the smallest place that contains its middle, once per
 * occurrence.
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

/** At least two letters or digits: single ones are icons as often as text. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]{2,}/gu) ?? [];
}
