import type { ElementState } from '#contract/model/elements/element';
import type { TextFacts } from '#contract/model/elements/element-facts';
import type { Control } from '../../access/control.ts';
import type { ControlFacets, ControlKind, Operations } from '../kind.ts';
import { labelOf } from './label.ts';
import { lineScroller } from './line-scroller.ts';
import { pointsToUnits, toShownText, unitsToPoints, type LineEnds } from './text-offsets.ts';

/** `ES_MULTILINE`, `ES_PASSWORD`, `ES_READONLY` of winuser.h. */
const [multiLine, password, readOnly] = [0x0004, 0x0020, 0x0800];
/** `EM_GETSEL`, `EM_SETSEL`, `EM_SCROLLCARET`, `EM_REPLACESEL`, `EM_GETPASSWORDCHAR`, `WM_GETTEXTLENGTH` of winuser.h. */
const [getSelection, setSelection, scrollCaret, replaceSelection] = [0x00b0, 0x00b1, 0x00b7, 0x00c2];
const [getPasswordCharacter, getTextLength] = [0x00d2, 0x000e];
/** Code points of `selectedText`. */
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

/** Those of Windows Forms say it by the character alone. */
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

/** As typing over everything does it: the app hears `EN_CHANGE`, which it does not for `WM_SETTEXT` where there are lines. */
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

/** Rich edits count the end of a line as one, though they give two when asked for the text. */
function lineEnds({ base }: Control): LineEnds {
  return base === 'richedit' ? 'one unit' : 'as in the text';
}
