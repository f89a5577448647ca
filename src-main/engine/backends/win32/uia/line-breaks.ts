/** Line breaks as everybody writes them: Windows' own edits have two characters for one, rich edits a single return. */
export function withPlainBreaks(words: string): string {
  return words.replaceAll(/\r\n?/g, '\n');
}
