import type { ElementState } from '#contract/model/elements/element';
import type { TextFacts } from '#contract/model/elements/element-facts';
import { type Control, rectAt } from '../../access/control.ts';
import type { ControlFacets, ControlKind, Operations } from '../kind.ts';
import { barWay, scroller, type Scroller, type ScrollWay } from '../scrolling.ts';
import { labelOf } from './label.ts';

/** `ES_MULTILINE`, `ES_PASSWORD`, `ES_READONLY` of winuser.h. */
const [multiLine, password, readOnly] = [0x0004, 0x0020, 0x0800];
/** `EM_GETSEL`, `EM_SETSEL`, `EM_SCROLLCARET`, `EM_REPLACESEL`, `EM_GETPASSWORDCHAR`, `WM_GETTEXTLENGTH` of winuser.h. */
const [getSelection, setSelection, scrollCaret, replaceSelection] = [0x00b0, 0x00b1, 0x00b7, 0x00c2];
const [getPasswordCharacter, getTextLength] = [0x00d2, 0x000e];
/** In code points of `selectedText`. */
const mostSelected = 1_000;
const mostUnits = 4_000_000;

export const edit: ControlKind = {
  classes: ['edit', 'richedit'],
  describe(control) {
    const [isMulti, isFixed] = [control.hasStyle(multiLine), control.hasStyle(readOnly)];
    const isSecret = hidesText(control);
    const states: (ElementState | false)[] = [
      isFixed ? 'readonly' : 'editable',
      isMulti && 'multiline',
      isSecret && 'password',
    ];
    const facets: ControlFacets = {
      controlType: isMulti ? 'Document' : 'Edit',
      label: labelOf(control),
      value: isSecret ? null : toShownText(control.text),
      wholeValue: () => (isSecret ? null : toShownText(wholeText(control))),
      states: states.filter((state) => state !== false),
      focusable: true,
      operations: operationsOf(control, { isMulti, isFixed, isSecret }),
      facts: () => ({
        text: textFacts(control, isMulti, isSecret),
        scroll: isMulti ? lineScroller(control).facts() : null,
      }),
    };
    return facets;
  },
};

/** Windows Forms fields indicate it only by the character. */
function hidesText(control: Control): boolean {
  return control.hasStyle(password) || (!control.hasStyle(multiLine) && control.ask(getPasswordCharacter) !== 0);
}

function wholeText(control: Control): string {
  return control.readText(Math.min(mostUnits, control.ask(getTextLength)));
}

interface Kind {
  readonly isMulti: boolean;
  readonly isFixed: boolean;
  readonly isSecret: boolean;
}

function operationsOf(control: Control, { isMulti, isFixed, isSecret }: Kind): Operations {
  return {
    ...(isFixed ? {} : { value: ({ value }) => replaceAll(control, isMulti, value) }),
    ...(isSecret ? {} : { text: ({ select }) => selectText(control, select) }),
    ...(isMulti ? { scroll: (call) => lineScroller(control).scroll(call) } : {}),
  } satisfies Operations;
}

/** Same as typing over everything: the app receives `EN_CHANGE`, which multi-line fields do not send for `WM_SETTEXT`. */
function replaceAll(control: Control, isMulti: boolean, value: string): void {
  const lines = isMulti ? value.replace(/\r?\n/g, '\r\n') : value;
  control.request(setSelection, 0, -1);
  control.requestBuffer(replaceSelection, 1, Buffer.from(`${lines}\0`, 'utf16le'));
}

function selectText(control: Control, { start, end }: { readonly start: number; readonly end: number }): void {
  const [from, to] = pointsToUnits(wholeText(control), lineEnds(control), [start, end]);
  control.request(setSelection, from, to);
  control.request(scrollCaret);
}

function textFacts(control: Control, multiline: boolean, isSecret: boolean): TextFacts {
  if (isSecret) return { length: control.ask(getTextLength), caret: null, selections: [], selectedText: '', multiline };
  const text = wholeText(control);
  const [first, last] = [Buffer.alloc(4), Buffer.alloc(4)];
  control.askTwoBuffers(getSelection, first, last);
  const units = [first.readUInt32LE(), last.readUInt32LE()] as const;
  const { offsets, length } = unitsToPoints(text, lineEnds(control), units);
  const [start = 0, end = 0] = offsets;
  const isEmpty = start === end;
  const selectedText = isEmpty
    ? ''
    : Array.from(toShownText(text))
        .slice(start, Math.min(end, start + mostSelected))
        .join('');
  return { length, caret: end, selections: isEmpty ? [] : [{ start, end }], selectedText, multiline };
}

/** Rich edits count a line end as one, though their text contains two characters. */
function lineEnds({ base }: Control): LineEnds {
  return base === 'richedit' ? 'one unit' : 'as in the text';
}

/** `EM_GETRECT`, `EM_LINESCROLL`, `EM_GETLINECOUNT`, `EM_LINEINDEX`, `EM_GETFIRSTVISIBLELINE`, `EM_POSFROMCHAR` of winuser.h. */
const em = {
  getRect: 0x00b2,
  lineScroll: 0x00b6,
  lineCount: 0x00ba,
  lineIndex: 0x00bb,
  firstVisible: 0x00ce,
  positionOf: 0x00d6,
} as const;

/** Vertical scrolling of multi-line text, in lines. */
function lineScroller(control: Control): Scroller {
  return scroller((axis) => (axis === 'vertical' ? lineWay(control) : barWay(control, axis)));
}

function lineWay(control: Control): ScrollWay | null {
  const [count, position] = [control.ask(em.lineCount), control.ask(em.firstVisible)];
  const room = Buffer.alloc(16);
  control.askBuffer(em.getRect, 0, room);
  const height = lineHeight(control, count, position);
  if (height === null) return barWay(control, 'vertical');
  const last = Math.max(0, count - Math.max(1, Math.floor(rectAt(room).height / height)));
  return { position, last, go: (to) => void control.request(em.lineScroll, 0, to - control.ask(em.firstVisible)) };
}

/** Line height in pixels; null for a single line, or if the control's message needs a pointer. */
function lineHeight(control: Control, count: number, first: number): number | null {
  if (count < 2 || control.base === 'richedit') return null;
  const upper = Math.min(first, count - 2);
  const top = (line: number) => control.ask(em.positionOf, control.ask(em.lineIndex, line)) >> 16;
  const height = top(upper + 1) - top(upper);
  return height > 0 ? height : null;
}

/** Whether a control counts a line end as in its text (`\r\n`: two), or as one unit. */
type LineEnds = 'as in the text' | 'one unit';

/** With `\n` line ends, as in the rest of the project. */
export function toShownText(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

interface Offsets {
  readonly offsets: readonly number[];
  /** Of the whole text, in code points. */
  readonly length: number;
}

/** Converts offsets in a control's units to code-point offsets in the text with `\n`. */
export function unitsToPoints(text: string, lineEnds: LineEnds, units: readonly number[]): Offsets {
  const borders = bordersOf(text, lineEnds);
  const offsets = units.map((unit) => lastAtMost(borders, unit));
  return { offsets, length: borders.length - 1 };
}

/** The inverse. Offsets beyond the end are clamped. */
export function pointsToUnits(text: string, lineEnds: LineEnds, points: readonly [number, number]): [number, number] {
  const borders = bordersOf(text, lineEnds);
  const end = borders.at(-1) ?? 0;
  return [borders[points[0]] ?? end, borders[points[1]] ?? end];
}

/** The offset of each code point of the shown text in the control's units, and the end of the last. */
function bordersOf(text: string, lineEnds: LineEnds): readonly number[] {
  const borders: number[] = [];
  let unit = 0;
  for (const [piece] of text.matchAll(/\r\n|[\s\S]/gu)) {
    borders.push(unit);
    unit += piece === '\r\n' && lineEnds === 'one unit' ? 1 : piece.length;
  }
  borders.push(unit);
  return borders;
}

function lastAtMost(borders: readonly number[], unit: number): number {
  let [low, high] = [0, borders.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((borders[middle] ?? 0) <= unit) low = middle;
    else high = middle - 1;
  }
  return low;
}
