/** A version by https://semver.org: its three numbers, and what stands after a hyphen before it is final. */
export interface Version {
  readonly numbers: readonly [number, number, number];
  /** Empty where it is final. */
  readonly before: readonly string[];
}

const number = '(0|[1-9]\\d{0,14})';
const words = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const pattern = new RegExp(`^v?${number}\\.${number}\\.${number}(?:-(${words}))?(?:\\+${words})?$`);
const numeric = /^\d+$/;

/** Tags may have a `v` before it. Null where the text is none. */
export function parseVersion(text: string): Version | null {
  const [, major, minor, patch, before] = pattern.exec(text.trim()) ?? [];
  if (major === undefined) return null;
  return { numbers: [Number(major), Number(minor), Number(patch)], before: before?.split('.') ?? [] };
}

/** Less than, equal to or more than 0, as one comes before, with or after the other. What was built how does not count. */
export function compareVersions(one: Version, other: Version): number {
  for (const at of [0, 1, 2] as const) {
    const difference = one.numbers[at] - other.numbers[at];
    if (difference !== 0) return difference;
  }
  const areFinal = Number(one.before.length === 0) - Number(other.before.length === 0);
  return areFinal || compareWords(one.before, other.before);
}

function compareWords(one: readonly string[], other: readonly string[]): number {
  for (const [at, word] of one.entries()) {
    const against = other[at];
    if (against === undefined) break;
    const difference = compareWord(word, against);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Numbers come before words. */
function compareWord(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [numeric.test(one), numeric.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}
