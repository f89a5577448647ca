import { killTree, startChild } from './children.mjs';
import { lineWriter } from './line-writer.mjs';
import { root } from './paths.mjs';

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {number} [timeoutMs] the program and all it started are killed then, and `code` is 124 as with timeout(1)
 * @property {boolean | string} [show] passes the output on while it is collected; a text goes before each line
 */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} stdout and stderr in the order they came; 127 if it cannot start
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = startChild(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      // With all its descendants, which would hold its pipes open.
      killTree(child);
    }, options.timeoutMs ?? 3_600_000);
    const shown = writerFor(options.show);
    const keep = (/** @type {string} */ chunk) => {
      output += chunk;
      shown.write(chunk);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: error.message });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      shown.end();
      resolve({ code: late ? 124 : (code ?? 1), output });
    });
  });
}

/** @param {RunOptions['show']} show */
function writerFor(show) {
  const write = (/** @type {string} */ text) => void process.stdout.write(text);
  if (typeof show === 'string') return lineWriter(show, write);
  return { write: show ? write : () => undefined, end: () => undefined };
}
