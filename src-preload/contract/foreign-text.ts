/**
 * What other programs report (titles, names, values, texts) on its way to a model, a terminal or a page. Two things are promised
 * of it there: it does nothing (no control characters, nothing that turns the direction of writing, nothing that cannot be seen),
 * and it is marked as said by somebody else: a word or sentence stands between “ and ”, lines of text each behind `> `. Neither
 * mark can be ended from inside. Structured data keep it as it is, for programs that compare.
 */

/** Longer words of programs are cut, in characters. */
const longest = 200;

/** In one line, for tables and pages: breaks and controls become a space, what cannot be seen goes. */
export function oneLine(text: string): string {
  return visible(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Between “ and ”, in one line: `“Save”`. Breaks and controls are written as `\n` or `\u001b`, curly quotes as straight. */
export function quoted(text: string, most = longest): string {
  const line = visible(cut(text, most)).replaceAll(/[“”„‟]/g, '"');
  return `“${line.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped)}”`;
}

/** A name of a program, an id or a class: as it is where it is a plain word, else {@link quoted}. */
export function word(text: string): string {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:+@/-]{0,79}$/u.test(text) ? text : quoted(text);
}

/** Texts whose lines matter: each line behind `> `, so that none can be taken for one of ours. */
export function quotedLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => `> ${harmless(line)}`)
    .join('\n');
}

/** A text of several lines that does nothing: the last look at everything that leaves, anyone who made it. */
export function harmless(text: string): string {
  return visible(text).replace(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped);
}

/** JSON that does nothing, of exactly the same value: what could is escaped. */
export function harmlessJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value));
}

/** Breaks, controls and what cannot be seen as `\n` and `\u200b`: for a string in quotes that reports everything, exactly. */
export function escapeHidden(text: string): string {
  return onHidden(text, (run) => run.split('').map(unicode).join('')).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped);
}

/** Without what cannot be seen, and without halves of characters. */
function visible(text: string): string {
  return onHidden(text, () => '').replace(/\p{Cs}/gu, '\ufffd');
}

/**
 * Direction marks, zero-width characters, tags, fillers: Unicode's Default_Ignorable_Code_Point, and interlinear marks.
 * What joins or varies the character before it is none of them where it stands once: scripts and emoji need it.
 */
function onHidden(text: string, instead: (run: string) => string): string {
  return text.replace(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu, (run, at: number) => {
    const joins = /^[\ufe00-\ufe0f\u180b-\u180d]?[\u200c\u200d]?$/u.test(run);
    return joins && at > 0 && !/[\s\p{Cc}]$/u.test(text.slice(0, at).slice(-1)) ? run : instead(run);
  });
}

/** Never through the middle of a character. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(char: string): string {
  return short[char] ?? unicode(char);
}

/** Of one UTF-16 unit. */
function unicode(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
