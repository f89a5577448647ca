type Parameters = Readonly<Record<string, unknown>>;

/** Longer texts of arguments and titles are cut: a log reports what was done, not what was in it. */
export const longestText = 500;
/** The same of all arguments of a call: one of millions of characters, kept a thousand times, would fill memory and disk. */
const longest = 10_000;

/** A copy of arguments that takes little room, however much a caller sends. */
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
