/**
 * Text of other programs (titles, names, values) on its way to a model, a terminal or a page. It is made inert there (no control
 * characters, no direction overrides, nothing invisible), and marked as foreign: a word or sentence stands between “ and ”, lines
 * of
 * text each after `> `. Neither mark can be closed from inside. Structured data keep the text unchanged, for programs that
 * compare.
 */

/** Maximum length of words of programs, in characters. */
const longest = 200;

/** In one line, for tables and pages: breaks and controls become a space, invisible characters are removed. */
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

/** Texts whose lines matter: each line after `> `, so that none can pass as Deskscope's. */
export function quotedLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => `> ${harmless(line)}`)
    .join('\n');
}

/** An inert text of several lines: the last filter for all output, whatever its source. */
export function harmless(text: string): string {
  return visible(text).replace(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/gu, escaped);
}

/** Inert JSON of exactly the same value: unsafe characters are escaped. */
export function harmlessJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value));
}

/** Breaks, controls and invisible characters as `\n` and `\u200b`: for a lossless quoted string. */
export function escapeHidden(text: string): string {
  return onHidden(text, (run) => run.split('').map(unicode).join('')).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped);
}

/** Removes invisible characters and lone surrogates. */
function visible(text: string): string {
  return onHidden(text, () => '').replace(/\p{Cs}/gu, '\ufffd');
}

/**
 * Direction marks, zero-width characters, tags, fillers: Unicode's Default_Ignorable_Code_Point, and interlinear marks.
 * Excludes a single character that joins or varies the one before it: scripts and emoji need it.
 */
function onHidden(text: string, instead: (run: string) => string): string {
  return text.replace(/[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu, (run, at: number) => {
    const joins = /^[\ufe00-\ufe0f\u180b-\u180d]?[\u200c\u200d]?$/u.test(run);
    return joins && at > 0 && !/[\s\p{Cc}]$/u.test(text.slice(0, at).slice(-1)) ? run : instead(run);
  });
}

/** Never cuts through a character. */
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
