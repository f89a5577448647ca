import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** An X server of its own, what the library needs under Bun, and extensions of X: none of it is called here. */
const unused = [
  /\/node_modules\/x11\/lib\/(xserver\/index|fdpass-bun|shm-provider)\.js$/,
  /\/node_modules\/x11\/lib\/ext\/(apple-wm|dbe|dpms|dri3|glx|present|render|screen-saver|shm|sync|xinerama|xv)\.js$/,
];
const keysyms = /\/node_modules\/x11\/lib\/keysyms\.js$/;

/** @typedef {Record<string, { code: number, description: string | null }>} KeySyms */

/**
 * Leaves out of the bundles what the package `x11` has and nobody calls, two thirds of it: every engine would read and parse it
 * as it starts. Of its keysyms stay those that type a character, and that character.
 * @returns {import('vite').Plugin}
 */
export function leanX11() {
  return {
    name: 'lean-x11',
    enforce: 'pre',
    load(id) {
      if (unused.some((file) => file.test(id))) return 'module.exports = {};';
      if (!keysyms.test(id)) return null;
      /** @type {unknown} */
      const table = require(id);
      const lean = JSON.stringify(withCharacter(/** @type {KeySyms} */ (table)));
      // As a text, which is parsed only if it is asked for.
      return `module.exports = JSON.parse(${JSON.stringify(lean)});`;
    },
  };
}

/** @param {KeySyms} table @returns {KeySyms} */
function withCharacter(table) {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { code, description }]) => {
      const character = /^\(.\)/u.exec(description ?? '')?.[0];
      return character === undefined ? [] : [[name, { code, description: character }]];
    }),
  );
}
