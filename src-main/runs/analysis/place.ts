import type { MomentPlace } from '#contract/model/runs/run-analysis';

/** `step 3`, `call 7` */
export function placeInWords(place: MomentPlace): string {
  const [kind = '', number] = Object.entries(place)[0] ?? [];
  return `${kind} ${number}`;
}

/** How a sentence about two moments begins: `In step 3`, `In step 3 of the first and step 4 of the second`. */
export function inPlace(a: MomentPlace | null, b: MomentPlace | null): string {
  const [one, other] = [a && placeInWords(a), b && placeInWords(b)];
  if (one === other || !other) return `In ${one}`;
  return one ? `In ${one} of the first and ${other} of the second` : `In ${other} of the second`;
}
