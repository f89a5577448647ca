import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** An X server of its own, and what the library needs under Bun: none of it is called here. */
const unused = /\/node_modules\/x11\/lib\/(xserver\/index|fdpass-bun)\.js$/;
const keysyms = /\/node_modules\/x11\/lib\/keysyms\.js$/;

/** @typedef {Record<string, { code: number, description: string | null }>} KeySyms */

/**
 * Leaves out of the bundles what the package `x11` has and no one calls, more than half of it: every engine would parse it
 * as it starts. Of its keysyms stay those that type a character.
 * @returns {import('vite').Plugin}
 */
export function leanX11() {
  return {
    name: 'lean-x11',
    enforce: 'pre',
    load(id) {
      if (unused.test(id)) return 'module.exports = {};';
      if (!keysyms.test(id)) return null;
      /** @type {unknown} */
      const table = require(id);
      return `module.exports = JSON.parse(${asciiText(withCharacter(/** @type {KeySyms} */ (table)))});`;
    },
  };
}

/**
 * As a text, which is parsed only where it is asked for; one with other characters would double the whole file in memory.
 * @param {unknown} value
 */
function asciiText(value) {
  const escape = (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(JSON.stringify(value)).replace(/[^\0-\x7f]/g, escape);
}

/** @param {KeySyms} table */
function withCharacter(table) {
  return Object.fromEntries(Object.entries(table).filter(([, { description }]) => description?.startsWith('(')));
}
