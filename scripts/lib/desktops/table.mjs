import { abilityNames } from './abilities.mjs';

/**
 * A run of a desktop's tests.
 * @typedef {object} Seen
 * @property {string} suite of Debian
 * @property {string} desktop
 * @property {readonly string[]} versions
 * @property {string} on the day, as 2026-11-28
 * @property {Readonly<Record<string, import('./abilities.mjs').Answer>>} abilities
 * @property {Readonly<Record<string, string>>} [reasons] why an ability is not there, as the product says it
 * @property {number} passed
 * @property {number} failed
 */

export const begin = '<!-- Written by npm run test:desktops -->';
export const end = '<!-- End -->';

/**
 * Replaces the same desktop's previous run.
 * @param {readonly Seen[]} all
 * @param {Seen} seen
 * @returns {Seen[]} by desktop and suite
 */
export function withRun(all, seen) {
  const others = all.filter(({ suite, desktop }) => suite !== seen.suite || desktop !== seen.desktop);
  const key = (/** @type {Seen} */ { desktop, suite }) => `${desktop} ${suite}`;
  return [...others, seen].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * Inserts the table of these runs between a document's marks.
 * @param {string} text
 * @param {readonly Seen[]} all
 */
export function withTable(text, all) {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`The document has no place for its table: ${begin}`);
  return `${before}${begin}\n\n${tableOf(all)}\n\n${end}${after}`;
}

/** @param {readonly Seen[]} all */
function tableOf(all) {
  /** @type {string[]} */
  const notes = [];
  const cell = (/** @type {Seen} */ { abilities, reasons }, /** @type {string} */ ability) => {
    const answer = abilities[ability] ?? 'not tried';
    const reason = answer === 'yes' ? undefined : reasons?.[ability];
    if (reason === undefined) return answer;
    if (!notes.includes(reason)) notes.push(reason);
    return `${answer === 'not tried' ? 'no' : answer} (${notes.indexOf(reason) + 1})`;
  };
  const rows = [
    ['Ability', ...all.map(({ desktop, suite }) => `${desktop}, ${suite}`)],
    all.map(() => '---').concat('---'),
    ['Versions', ...all.map(({ versions }) => versions.join(', '))],
    ...abilityNames.map((ability) => [ability, ...all.map((seen) => cell(seen, ability))]),
    ['Tests passed', ...all.map(({ passed, failed }) => `${passed} of ${passed + failed}`)],
    ['Seen', ...all.map(({ on }) => on)],
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `${table}\n\n${notes.map((note, i) => `${i + 1}. ${note}`).join('\n')}`.trimEnd();
}
