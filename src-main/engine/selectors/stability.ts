import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { isVolatile, stablePart, unmarked } from '#contract/model/elements/volatile';
import type { RawNode } from '../backend.ts';

/*
 * What selectors may rely on after a restart. The rules are those that established recorders converged on: the
 * change-of-character-class test for generated ids is Playwright's (selectorGenerator.ts), the trailing-number rule is that of
 * the WinAppDriver UI recorder.
 */

const privateUse = /[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/u;
/** Volatile content of apps, besides texts that are volatile anywhere. */
const contents: readonly RegExp[] = [
  /[$€£¥]\s?\d|\d\s?[$€£¥]/, // amounts
  /\d[.,]\d{2}\b/,
  /\S+@\S+\.\S+/, // e-mail
  /^(?:~|[a-z]:)?[\\/]\S*[\\/]/i, // file paths
];

export const longestName = 80;

/** Whether a developer chose the id, rather than a generator or counter. */
export function isStableId(id: string): boolean {
  return id !== '' && !isVolatile(id) && !/^\d+$/.test(id) && !looksGenerated(id);
}

/** `field-12`: the number may change with a restart. */
export function endsWithCounter(text: string): boolean {
  return /[^\d]\s*[-_.#(]?\d+\)?$/.test(text);
}

/** The lasting part of a name: `Inbox` of `Inbox (42)`, `Track` of `Track 12`. Null if all of it or nothing lasts. */
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

/** A quantity, which varies: `300 x 200`, `12 tracks`, `4,5 m`. */
export function isMeasure(text: string): boolean {
  return /^\W*\d+(?:[.,]\d+)*\s*(?:[x×]\s*\d|\p{L})/iu.test(text);
}

/** A text that identifies a row or item; not a row number, which passes to the next row when the row is deleted. */
export function isNameOfItem(text: string): boolean {
  return isStableText(text) && !/^\W*\d{1,3}\W*$/.test(text);
}

/**
 * Whether the name is the part of the window's title beside its app: “a.txt” in “*a.txt - Editor” and “a.txt (~/notes) -
 * Editor”.
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

/** Whether the text is the element's current value, which acting on it changes. */
export function isOwnValue(node: RawNode, text: string): boolean {
  if (text === '') return false;
  if (node.controlType === 'ComboBox' && partsOf(node).some((part) => part.name === text || part.value === text))
    return true;
  const holds = node.states.includes('editable') || showsItsValue.has(node.controlType);
  // One of several paragraphs is identified only by its text.
  return holds && text === node.value && node.role !== 'paragraph';
}

/** The field and the choices of a combo box: many are named by the selected one. */
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
