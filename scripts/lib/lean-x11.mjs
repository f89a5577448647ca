import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** An unused X server, Bun support, and X extensions. */
const unused = [
  /\/node_modules\/x11\/lib\/(xserver\/index|fdpass-bun|shm-provider)\.js$/,
  /\/node_modules\/x11\/lib\/ext\/(apple-wm|dbe|dpms|dri3|glx|present|render|screen-saver|shm|sync|xinerama|xv)\.js$/,
];
const keysyms = /\/node_modules\/x11\/lib\/keysyms\.js$/;

/** @typedef {Record<string, { code: number, description: string | null }>} KeySyms */

/**
 * Excludes the unused two thirds of the package `x11` from the bundles: every engine would read and parse them
 * at its start. Keeps only keysyms that type a character, with that character.
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
      // As a string, which is parsed only on demand.
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
