type Parameters = Readonly<Record<string, unknown>>;

/** Longer texts of arguments and titles are truncated: a log records acts, not content. */
export const longestText = 500;
/**
 * Limit for all arguments of a call together: one of millions of characters, kept a thousand times, would fill memory
 * and disk.
 */
const longest = 10_000;

/** A small copy of arguments, however much a caller sends. */
export function shortParameters(parameters: Parameters): Record<string, unknown> {
  const text = JSON.stringify(parameters, (_key, inner: unknown) =>
    typeof inner === 'string' ? shortText(inner) : inner,
  );
  if (text.length <= longest) return JSON.parse(text) as Record<string, unknown>;
  return { cut: `${text.slice(0, longest)}…` };
}

export function shortText(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
