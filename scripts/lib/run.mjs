import { killTree, startChild } from './children.mjs';
import { root } from './paths.mjs';

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {number} [timeoutMs] the program and all it started are killed then, and `code` is 124 as with timeout(1)
 * @property {boolean} [show] passes the output on while it is collected
 */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} stdout and stderr in the order they came; 127 where it cannot start
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
      // With all it started, which would hold its pipes open.
      killTree(child);
    }, options.timeoutMs ?? 3_600_000);
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: 127, output: error.message });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: late ? 124 : (code ?? 1), output });
    });
  });
}
