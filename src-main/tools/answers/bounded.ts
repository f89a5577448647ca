import { beginningWithin } from './part-of-text.ts';
import { mostTokens, withShortTexts } from './room.ts';
import { tokensIn } from './tokens.ts';

/** Kept free for saying what was cut. */
const forNote = 100;

/** How to come to what this last look cut off, whatever tool answered it. */
const howToAskForIt = 'Ask for less at a time, or for a part; get_text reads a long text of the desktop part by part.';

/**
 * The text of an answer, small enough for one: whole lines of it, and what was left out. Tools that answer lists end
 * before; this is for what they did not expect.
 * @param tail what follows in any case
 */
export function boundedText(text: string, tail = ''): string {
  const whole = tail ? `${text}\n${tail}` : text;
  if (tokensIn(whole, mostTokens) < mostTokens) return whole;
  const end = beginningWithin(tail, mostTokens / 4);
  const part = beginningWithin(text, mostTokens - forNote - tokensIn(end));
  const atLine = part.lastIndexOf('\n');
  const kept = atLine > part.length / 2 ? part.slice(0, atLine) : part;
  const note = `Cut here: ${text.length - kept.length} of ${text.length} characters are left out. ${howToAskForIt}`;
  return [kept, note, end].filter(Boolean).join('\n');
}

/** How much of the texts, lists and records of a structure is kept, step by step until it fits. */
const steps: readonly { readonly texts: number; readonly items: number; readonly fields: number }[] = [
  ...[4_000, 1_000, 300].map((texts) => ({ texts, items: Infinity, fields: Infinity })),
  ...[300, 100, 50, 25, 12, 6, 3, 1, 0].map((items) => ({ texts: 300, items, fields: Math.max(40, items) })),
];

/** A number or two, or four sides: no list that could be shorter. */
const shortList = 4;

/**
 * The structure of an answer, small enough for one, and of the same shape: texts end in `…`, lists are shorter, and its
 * `note` says so. Undefined where even that is too large.
 */
export function boundedStructure(structure: Structure): Structure | undefined {
  try {
    return bounded(structure);
  } catch (error) {
    // Deeper than it could be walked, and than any model reads.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function bounded(structure: Structure): Structure | undefined {
  if (fits(structure, mostTokens - 1)) return structure;
  const cut = smaller(structure, mostTokens - 2 * forNote);
  if (!cut) return undefined;
  const note = `Long texts are cut (…), or lists and records are not whole. ${howToAskForIt}`;
  const before = cut['note'];
  return { ...cut, note: typeof before === 'string' ? `${before}\n${note}` : note };
}

type Structure = Readonly<Record<string, unknown>>;

/** The same where it takes no more than so many tokens, else a smaller one of the same shape; undefined where none does. */
export function smaller(structure: Structure, tokens: number): Structure | undefined {
  if (fits(structure, tokens)) return structure;
  for (const step of steps) {
    const cut = shortened(structure, step) as Structure;
    if (fits(cut, tokens)) return cut;
  }
  return undefined;
}

function fits(structure: Structure, tokens: number): boolean {
  return tokensIn(JSON.stringify(structure), tokens) <= tokens;
}

function shortened(value: unknown, step: (typeof steps)[number]): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = isPlace(value) ? value : value.slice(0, step.items);
    return items.map((item) => shortened(item, step));
  }
  if (typeof value !== 'object' || value === null) return withShortTexts(value, step.texts);
  const fields = Object.entries(value).slice(0, step.fields);
  return Object.fromEntries(fields.map(([key, one]) => [key, shortened(one, step)]));
}

function isPlace(list: readonly unknown[]): boolean {
  return list.length <= shortList && list.every((item) => typeof item === 'number');
}
