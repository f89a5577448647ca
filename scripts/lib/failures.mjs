import { posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/** Characters of an error in the summary; the rest is in the output. */
const longestReason = 300;

/**
 * One line with the failed test and the cause.
 * @param {string} test
 * @param {string} [message] of any length, with colours
 */
export function failure(test, message = '') {
  const lines = stripVTControlCharacters(message).split('\n', 3);
  const why = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
  return why ? `${test}: ${why.slice(0, longestReason)}` : test;
}

/**
 * A file name for `--only`: in Wine its path has a drive.
 * @param {string} path
 */
export function fromRoot(path) {
  return posix.relative(slashes(root), slashes(path));
}

/** @param {string} path */
function slashes(path) {
  return path.replaceAll('\\', '/').replace(/^[A-Za-z]:/, '');
}
