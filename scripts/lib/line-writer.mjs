/**
 * Passes text on in whole lines, each with a prefix, so that programs that run side by side can be distinguished.
 * @param {string} prefix
 * @param {(text: string) => void} write
 * @returns {{ write: (text: string) => void, end: () => void }} `end` passes on what has no end of line yet
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
