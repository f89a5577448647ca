import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Word limits of the users' documents, as `wc -w` counts: README.md, and all of the root and `docs/`. */
export const budgets = { readme: 900, all: 38_000 };

/**
 * Sentences about exceeded limits.
 * @param {readonly { file: string, text: string }[]} documents with paths from the root
 */
export function overBudget(documents) {
  const words = (/** @type {string} */ text) => text.split(/\s+/).filter((word) => word !== '').length;
  const all = documents.filter(({ file }) => /^(docs\/)?[^/]+\.md$/.test(file)).map(({ text }) => words(text));
  const readme = documents.filter(({ file }) => file === 'README.md').map(({ text }) => words(text));
  return [
    tooMany('README.md', sum(readme), budgets.readme),
    tooMany('The documents of the root and docs/', sum(all), budgets.all),
  ].filter((problem) => problem !== undefined);
}

/** @param {string} what @param {number} words @param {number} most */
function tooMany(what, words, most) {
  if (words <= most) return undefined;
  return `${what}: ${words} words, at most ${most}. Shorten what readers can do without, or describe it beside the code.`;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

/**
 * Links of a document to missing files and headings. Web addresses are not checked.
 * @param {string} file the document's path
 * @returns {{ link: string, line: number }[]} lines from 1
 */
export function deadLinksIn(file) {
  const lines = withoutCode(readFileSync(file, 'utf8')).split('\n');
  return lines.flatMap((text, i) =>
    linksOf(text)
      .filter((link) => !leadsSomewhere(file, link))
      .map((link) => ({ link, line: i + 1 })),
  );
}

/** @param {string} text */
function linksOf(text) {
  const found = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)];
  return found.map(([, link, source]) => link ?? source ?? '').filter((link) => !/^[a-z]+:/i.test(link));
}

/** @param {string} file @param {string} link */
function leadsSomewhere(file, link) {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? resolve(file) : join(dirname(resolve(file)), decodeURIComponent(path));
  if (!existsSync(target)) return false;
  if (anchor === undefined || !statSync(target).isFile()) return anchor === undefined;
  return anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/**
 * Anchors of headings, by GitHub's rules.
 * @param {string} text
 */
export function anchorsOf(text) {
  /** @type {string[]} */
  const anchors = [];
  for (const [, heading = ''] of withoutCode(text, false).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const twins = anchors.filter((one) => one === anchor || one.replace(/-\d+$/, '') === anchor).length;
    anchors.push(twins === 0 ? anchor : `${anchor}-${twins}`);
  }
  return anchors;
}

/** Blanks code blocks and inline code; keeps the number of lines. @param {string} text */
function withoutCode(text, inLines = true) {
  const blocks = text.replaceAll(/^( *)(`{3,}|~{3,})[^]*?^\1\2 *$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
  return inLines ? blocks.replaceAll(/(`+)(?!`)[^\n]*?\1/g, '') : blocks;
}
