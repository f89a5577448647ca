import { lcidToLocaleName } from '../api.ts';
import { readText } from '../../native/text.ts';

/** LOCALE_NAME_MAX_LENGTH of winnls.h. */
const longestName = 85;

/** `en_GB` for the number that Windows has for it; null where there is none. */
export function localeOf(lcid: number): string | null {
  if (lcid <= 0) return null;
  // What it answers counts the zero at the end.
  const name = readText(longestName, (buffer, size) => lcidToLocaleName(lcid, buffer, size, 0) - 1);
  return name === '' ? null : name.replaceAll('-', '_');
}
