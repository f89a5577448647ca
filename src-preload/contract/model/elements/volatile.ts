/*
 *
 * Temporary parts of a text: the time, a page number, a generated id. Nothing may rely on such a text: no selector, no name
 * check, no
 * expected effect. The rules prefer a miss over doubting a stable text.
 */

export type VolatileKind = 'time' | 'date' | 'duration' | 'percentage' | 'size' | 'counter' | 'version' | 'generated';

const number = String.raw`\d+(?:[.,]\d+)*`;

/** Short names in English only: in other languages they are ordinary words too. */
const months =
  'jan feb mar apr jun jul aug sept? oct nov dec ' +
  'january february march april may june july august september october november december januar februar ' +
  'märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre ' +
  'novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre ' +
  'diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre janeiro fevereiro ' +
  'março maio junho julho setembro outubro novembro dezembro januari februari maart mei augustus';
const month = `(?:${months.replaceAll(' ', '|')})`;

const unit = String.raw`(?:h|hours?|hrs?|m|mins?|minutes?|s|secs?|seconds?|d|days?|weeks?|months?|years?)`;
const counted =
  'items?|files?|folders?|results?|matches|messages?|notifications?|words?|characters?|errors?|warnings?|unread|selected|' +
  'times|clicks?|votes?|likes?|views?|comments?|replies|downloads?|points?|mal|fois|veces|volte|vezes';

/**
 * For lower-case texts, in order of precedence; each must stand alone, not inside a longer word or number. Groups are counted per
 * kind.
 */
const rules: readonly (readonly [VolatileKind, readonly string[]])[] = [
  [
    'generated',
    [
      String.raw`[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}`,
      String.raw`(?=[a-f]*\d)[0-9a-f]{8,}`,
      // React's useId, by version.
      String.raw`:r[0-9a-z]+:|«r[0-9a-z]+»|_r_[0-9a-z]+_`,
      String.raw`(?:gtk-widget|ember|ext-gen|ext-comp|mui|radix|react-aria|headlessui-[a-z-]+|yui|cdk-[a-z-]+|mat-[a-z-]+)[-_]?\d[\w:-]*`,
    ],
  ],
  [
    'date',
    [
      String.raw`\d{4}([-/.])\d{1,2}\1\d{1,2}(?:t\d{2}\S*)?`,
      String.raw`\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})`,
      String.raw`\d{1,2}(?:st|nd|rd|th|\.|º)?\s(?:de\s)?${month}\.?(?:,?\s(?:de\s)?\d{4})?`,
      String.raw`${month}\.?\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?`,
      String.raw`${month}\.?,?\s(?:de\s)?\d{4}`,
    ],
  ],
  [
    'time',
    [String.raw`\d{1,3}:[0-5]\d(?::[0-5]\d)?(?:[.,]\d+)?(?:\s?[ap]\.?m\.?)?`, String.raw`\d{1,2}\s?[ap]\.?m\.?`],
  ],
  [
    'duration',
    [
      String.raw`${number}\s?${unit},?\s(?:and\s)?${number}\s?${unit}`,
      String.raw`\d+h\d+m?(?:\d+s)?|\d+m\d+s`,
      String.raw`${number}\s?${unit}\s(?:ago|left|remaining|elapsed)`,
    ],
  ],
  ['percentage', [String.raw`${number}\s?[%٪％]`]],
  ['size', [String.raw`${number}\s?(?:[kmgtp]i?b|bytes?)(?:\/s|ps)?`]],
  ['version', [String.raw`v?\d+\.\d+\.\d+[\w.+-]*`, String.raw`v\d+\.\d+`, String.raw`version\s\d+(?:\.\d+)?`]],
  [
    'counter',
    [
      String.raw`${number}\s(?:of|von|sur|de|di|van)\s${number}`,
      String.raw`${number}\s\/\s${number}`,
      String.raw`^${number}\/${number}$`,
      String.raw`\(${number}\+?\)`,
      String.raw`${number}\s(?:new\s|unread\s|selected\s)?(?:${counted})`,
      String.raw`(?:ln|col|line|column)\.?:?\s\d+,?\s(?:ln|col|line|column)\.?:?\s\d+`,
    ],
  ],
];

// Without the flag `i`, which makes engines ten times slower for such expressions.
const patterns = rules.map(([kind, sources]) => ({
  kind,
  pattern: new RegExp(String.raw`(?<![\p{L}\d])(?:${sources.join('|')})(?![\p{L}\d])`, 'gu'),
}));

/** All contain a digit, or are React's. */
const mayBe = /\d|:r|«r|_r_/;

/** Kind of the temporary part; null if none is known. */
export function volatileKind(text: string): VolatileKind | null {
  const lower = text.toLowerCase();
  if (!mayBe.test(lower)) return null;
  return patterns.find(({ pattern }) => lower.search(pattern) >= 0)?.kind ?? null;
}

/** True for a text that may change: `12:34`, `Inbox (3)`, `3 of 17`, `57 %`, `:r1:`. */
export function isVolatile(text: string): boolean {
  return volatileKind(text) !== null;
}

/**
 * The longest stable part of a text: `Battery` of `Battery: 57 %`; the text itself if all of it is stable. Null if no word
 * remains.
 */
export function stablePart(text: string): string | null {
  const parts = lasting(text).map((part) => part.replace(/^[^\p{L}\d]+|[^\p{L}\d.)!?…]+$/gu, ''));
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  return /\p{L}{2}/u.test(longest) ? longest : null;
}

/** The text with `…` for every temporary part. */
export function withoutVolatile(text: string): string {
  return mayBe.test(text.toLowerCase()) ? lasting(text).join('…') : text;
}

/** Whether two names differ only in temporary parts: `Inbox (3)` and `Inbox`, `Clicked 0 times` and `Clicked 5 times`. */
export function isSameName(a: string, b: string): boolean {
  if (a === b) return true;
  const lastingIn = (name: string) =>
    lasting(unmarked(name))
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' ');
  return unmarked(a) === unmarked(b) || (stablePart(a) !== null && lastingIn(a) === lastingIn(b));
}

/** A document's name without the mark for unsaved changes: `a.txt` of `*a.txt` and `a.txt •`. */
export function unmarked(name: string): string {
  return name.replaceAll(/^[\s*•●]+|[\s*•●]+$/g, '');
}

/** The text without its temporary parts. */
function lasting(text: string): readonly string[] {
  const lower = text.toLowerCase();
  // Some letters are longer in lower case.
  const whole = lower.length === text.length ? text : lower;
  const cut = patterns.reduce(
    (left, { pattern }) => left.replace(pattern, (found) => '\0'.repeat(found.length)),
    lower,
  );
  return [...cut.matchAll(/[^\0]+/g)].map(({ 0: part, index }) => whole.slice(index, index + part.length));
}
