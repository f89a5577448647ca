/**
 * Built files in ASCII alone: Node reads and parses such a file faster, and one other character would double the whole of it
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
 * The same program; `String.raw` alone would tell the difference, and an escape that it would change is refused.
 * @param {string} code
 */
export function escaped(code) {
  const changed = /(?<!\\)(?:\\\\)*\\([^\0-\x7f])/.exec(code);
  if (changed) throw new Error(`A backslash before “${changed[1]}” in built code: write the character without it.`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
