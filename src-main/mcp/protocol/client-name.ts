/** Longer names of callers are cut: they are shown in questions and lists, and stand in every line that is kept of a call. */
const longest = 80;

export function shortName(name: string): string {
  return name.length > longest ? `${name.slice(0, longest)}…` : name;
}
