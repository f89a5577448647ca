import { editsBetween } from '../../../base/edits-between.ts';

/** How many keystrokes may lie between a wrong name and the one that was meant. */
const mostEdits = 3;
const mostNames = 5;

/** The known names that somebody may have meant by `wrong`, likeliest first: it is part of them, or nearly spelt so. */
export function nearNames(wrong: string, known: readonly string[]): readonly string[] {
  const asked = wrong.toLowerCase();
  const ranked = known.flatMap((name) => {
    const lower = name.toLowerCase();
    const isPart = asked.length > 1 && lower.includes(asked);
    const edits = isPart ? 0 : editsBetween(asked, lower);
    return edits <= Math.min(mostEdits, Math.floor(asked.length / 2)) ? [{ name, edits }] : [];
  });
  return ranked
    .sort((a, b) => a.edits - b.edits || a.name.length - b.name.length)
    .slice(0, mostNames)
    .map(({ name }) => name);
}
