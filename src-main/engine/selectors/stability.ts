import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { isVolatile, stablePart, unmarked } from '#contract/model/elements/volatile';
import type { RawNode } from '../backend.ts';

/*
 * What a selector may rely on after a restart. The rules are those that recorders of the field converged on: the
 * change-of-character-class test for generated ids is Playwright's (selectorGenerator.ts), the trailing-number rule is
 * that of the WinAppDriver UI recorder.
 */

const privateUse = /[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/u;
/** What is found in an app, beside what is volatile anywhere. */
const contents: readonly RegExp[] = [
  /[$€£¥]\s?\d|\d\s?[$€£¥]/, // amounts
  /\d[.,]\d{2}\b/,
  /\S+@\S+\.\S+/, // e-mail
  /^(?:~|[a-z]:)?[\\/]\S*[\\/]/i, // file paths
];

export const longestName = 80;

/** A developer's own name for the element; not one that a tool generated or counted up. */
export function isStableId(id: string): boolean {
  return id !== '' && !isVolatile(id) && !/^\d+$/.test(id) && !looksGenerated(id);
}

/** `field-12`: the number may change with a restart. */
export function endsWithCounter(text: string): boolean {
  return /[^\d]\s*[-_.#(]?\d+\)?$/.test(text);
}

/** The part of a name that stays: `Inbox` of `Inbox (42)`, `Track` of `Track 12`. Null if all of it does, or nothing is left. */
export function lastingPart(name: string): string | null {
  if (isVolatile(name)) return stablePart(name);
  if (!endsWithCounter(name)) return null;
  const left = name.replace(/\s*[-_.#(]?\d+\)?$/, '').trim();
  return left.length >= 2 ? left : null;
}

export function isStableText(text: string): boolean {
  if (text.trim() === '' || Array.from(text).length > longestName) return false;
  return !isVolatile(text) && !privateUse.test(text) && !contents.some((content) => content.test(text));
}

/** How much there is of something: `300 x 200`, `12 tracks`, `4,5 m`. Another time there is more of it, or less. */
export function isMeasure(text: string): boolean {
  return /^\W*\d+(?:[.,]\d+)*\s*(?:[x×]\s*\d|\p{L})/iu.test(text);
}

/** A text that identifies a row or item. Not a row number, which passes to the next row when the row is deleted. */
export function isNameOfItem(text: string): boolean {
  return isStableText(text) && !/^\W*\d{1,3}\W*$/.test(text);
}

/**
 * True if a name is what the window's title names beside its app: “a.txt” in “*a.txt - Editor” and “a.txt (~/notes) - Editor”.
 */
export function namesDocument(name: string, title: string): boolean {
  const [wanted = '', ...parts] = [name, ...title.split(/\s[-–—|]\s|:\s/)].map(unmarked);
  return (
    wanted !== '' && parts.some((part) => part === wanted || (part.startsWith(`${wanted} (`) && part.endsWith(')')))
  );
}

const showsItsValue: ReadonlySet<ControlType> = new Set(
  controlTypes.filter((type) => ['Edit', 'Document', 'Spinner', 'ComboBox', 'Slider', 'ProgressBar'].includes(type)),
);

/** True if the text is what the element holds at the moment: acting on it changes it. */
export function isOwnValue(node: RawNode, text: string): boolean {
  if (text === '') return false;
  if (node.controlType === 'ComboBox' && partsOf(node).some((part) => part.name === text || part.value === text))
    return true;
  const holds = node.states.includes('editable') || showsItsValue.has(node.controlType);
  // One of several paragraphs is identified by its text alone.
  return holds && text === node.value && node.role !== 'paragraph';
}

/** The field and the choices of a combo box: many are called by what is chosen. */
function partsOf(node: RawNode): readonly RawNode[] {
  const children = node.children ?? [];
  return [...children, ...children.flatMap((child) => child.children ?? [])];
}

function looksGenerated(id: string): boolean {
  if (id.length < 8) return false;
  let changes = 0;
  let previous = '';
  for (const char of id.replaceAll(/[-_]/g, '')) {
    const kind = kindOf(char);
    if (previous && kind !== previous && !(previous === 'upper' && kind === 'lower')) changes += 1;
    previous = kind;
  }
  return changes >= id.length / 4;
}

function kindOf(char: string): string {
  if (/[a-z]/.test(char)) return 'lower';
  if (/[A-Z]/.test(char)) return 'upper';
  return /\d/.test(char) ? 'digit' : 'other';
}
