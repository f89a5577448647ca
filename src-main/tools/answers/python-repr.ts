/** A value as formatted by Python's `repr`: UFO's texts contain lists and dicts in this form, and clients match on them. */
export function pythonRepr(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(', ')}]`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, item]) => `${pythonText(key)}: ${pythonRepr(item)}`)
      .join(', ')}}`;
  }
  return typeof value === 'string' ? pythonText(value) : JSON.stringify(value);
}

export function pythonList(items: readonly string[]): string {
  return pythonRepr(items);
}

function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };
  const escaped = text.replace(/[\n\r\t\\]/g, (char) => escapes[char] ?? char);
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
