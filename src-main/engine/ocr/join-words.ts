/** Of scripts that are written without spaces. */
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]$/u;

/** The text of a line. Windows calls each character of Chinese and Japanese a word, and no one writes spaces between those. */
export function joinWords(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const [before = '', after = ''] = [Array.from(text).at(-1), Array.from(word)[0]];
    const isOne = text === '' || (dense.test(before) && dense.test(after));
    return isOne ? text + word : `${text} ${word}`;
  }, '');
}
