import type { Moment } from '../moments.ts';
import { placeInWords } from '../place.ts';

/** So many times as long, and so much longer in milliseconds, is worth a word. */
const muchSlower = 3;
const worthTelling = 1_000;

/** What took much longer on one side, in sentences. Time alone never parts two runs. */
export function timeNotes(pairs: readonly (readonly [Moment, Moment])[]): readonly string[] {
  const slower = pairs.flatMap(([a, b]) => {
    const [most, least] = [Math.max(a.elapsedMs, b.elapsedMs), Math.min(a.elapsedMs, b.elapsedMs)];
    return most >= muchSlower * least && most - least >= worthTelling ? [{ a, b, more: most - least }] : [];
  });
  const worst = slower.reduce<(typeof slower)[number] | null>(
    (max, one) => (max && max.more >= one.more ? max : one),
    null,
  );
  if (!worst) return [];
  const { a, b } = worst;
  const others = slower.length > 1 ? ` So is the time of ${slower.length - 1} other places.` : '';
  return [
    `The time differs most in ${placeInWords(a.place)}: ${seconds(a)} in the first run, ${seconds(b)} in the second.${others}`,
  ];
}

function seconds({ elapsedMs }: Moment): string {
  return `${(elapsedMs / 1_000).toFixed(1)} s`;
}
