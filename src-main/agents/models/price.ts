/** US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** In US dollars; null where no price is known. */
export function costOf(
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
  price: Price | null,
): number | null {
  return price && (inputTokens * price.input + outputTokens * price.output) / 1e6;
}
