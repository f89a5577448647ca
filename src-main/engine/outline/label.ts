export const red = { r: 0xe5, g: 0x14, b: 0x00 } as const;

/** In pixels at 96 dots per inch. */
export const labelStyle = { fontSize: 12, fontWeight: 600, height: 20, padding: 6 } as const;
const maxCharacters = 80;

/** What a label reads: one line, and not too long a one. */
export function labelText(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}
