import { CannotGoOn } from './run-script.mjs';

/** Milliseconds. */
export const startWithin = 20_000;

/**
 * The first line of a program's output, once it is ready.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} descriptor
 * @param {string} name
 * @returns {Promise<string>}
 * @throws CannotGoOn when it does not start
 */
export function firstLine(child, descriptor, name) {
  return new Promise((resolve, reject) => {
    const stream = /** @type {import('node:stream').Readable} */ (child.stdio[descriptor]);
    const fail = () =>
      reject(new CannotGoOn(`${name} does not start: is it installed? \`npm start\` says what is missing.`));
    const timer = setTimeout(fail, startWithin);
    let text = '';
    stream.on('data', (/** @type {Buffer} */ chunk) => {
      text += chunk.toString();
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      resolve(text.trim());
    });
    child.once('error', fail);
    child.once('exit', fail);
  });
}
