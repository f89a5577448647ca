import { withoutVolatile } from '#contract/model/elements/volatile';

/**
 * Texts and arguments without what is another one in each run: ids, handles, places, times, counters. Whoever compares what
 * two runs saw and did compares these.
 */

/** What names something only as long as its listing or window lasts, and where it was then. */
const passing =
  /^(id|ids|annotation_?id|handle|hwnd|(window|element|parent|runtime|automation_node)_?(handle|id|ref)|ref|pid|process_?id|rect|rectangle|bounds|box|size|window_?size|center|position|timestamp|time|at|mono|elapsed(_?ms)?|duration(_?ms)?|started|ended)$/i;

const inResults: readonly (readonly [RegExp, string])[] = [
  [/window:0x[0-9a-f]+(\|runtime:\S+)?/gi, '…'],
  [/\b0x[0-9a-f]+\b/gi, '…'],
  [/\[?\bref[=:]\s?\w+\]?/gi, '…'],
  // Places and extents in pixels, and how long it took.
  [/-?\d+,\s-?\d+(,\s-?\d+)*/g, '…'],
  [/\b\d+\s?×\s?\d+\b/g, '…'],
  [/\b\d+(\.\d+)?\s?(ms|px)\b/g, '…'],
];

/** What an app says. The star of a document that is not saved comes and goes with the moment. */
export function plainText(text: string): string {
  return oneSpace(withoutVolatile(text)).replace(/^\*(?=\S)/, '');
}

/** What a tool answered. */
export function plainResult(text: string): string {
  const json = parsed(text);
  if (json !== undefined) return JSON.stringify(plainValue(json));
  return plainText(inResults.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text));
}

/** Arguments without what passes; texts in them as they are, since they were chosen. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value === 'number') return Number.isInteger(value) ? value : Math.round(value * 50) / 50;
  if (typeof value === 'string') return /^window:0x|^0x[0-9a-f]+$/i.test(value) ? '…' : value;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, inner]) =>
    passing.test(key) ? [] : [[key, plainValue(inner)] as const],
  );
  return Object.fromEntries(kept.filter(([, inner]) => !isEmpty(inner)).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function oneSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
