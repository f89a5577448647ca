import { oneLine, quoted } from '#contract/foreign-text';

/** A sentence that ends in what somebody said; the full stop is ours only where they said none. */
export function saying(lead: string, said: string): string {
  const words = quoted(oneLine(said).trim());
  return /[.!?…]”$/u.test(words) ? `${lead}: ${words}` : `${lead}: ${words}.`;
}
