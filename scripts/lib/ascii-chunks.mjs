/**
 * Makes built files pure ASCII: Node reads and parses such files faster, and a single other character would double their size
 * in memory.
 * @returns {import('vite').Plugin}
 */
export function asciiChunks() {
  return {
    name: 'ascii-chunks',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code);
    },
  };
}

/**
 * Keeps the program's meaning; only `String.raw` could expose the difference, and such code is rejected.
 * @param {string} code
 */
export function escaped(code) {
  const changed = /(?<!\\)(?:\\\\)*\\([^\0-\x7f])/.exec(code);
  if (changed) throw new Error(`A backslash before “${changed[1]}” in built code: write the character without it.`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
