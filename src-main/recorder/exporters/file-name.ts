/** Lower case letters, digits and single hyphens, 64 at most; `recorded-steps` where nothing is left of it. */
export function fileName(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const name = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'recorded-steps' : name;
}
