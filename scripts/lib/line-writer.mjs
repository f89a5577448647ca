/**
 * Writes text in whole lines, each with a prefix, to distinguish concurrent programs.
 * @param {string} prefix
 * @param {(text: string) => void} write
 * @returns {{ write: (text: string) => void, end: () => void }} `end` writes the incomplete last line
 */
export function lineWriter(prefix, write) {
  let rest = '';
  return {
    write(text) {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) write(lines.map((line) => `${prefix}${line}\n`).join(''));
    },
    end() {
      if (rest !== '') write(`${prefix}${rest}\n`);
      rest = '';
    },
  };
}
