/** Without the byte order mark that some shells and editors write before the first line. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
