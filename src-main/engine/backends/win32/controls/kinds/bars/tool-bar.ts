import type { ControlType, ElementState } from '#contract/model/elements/element';
import { askMany, post } from '../../access/send.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { rectStruct, Struct } from '../../access/struct.ts';
import { numbered, type ControlKind, type Part, partStates } from '../kind.ts';
import { plainText } from '../text/label.ts';
import { toolTexts } from './tool-tip.ts';

/** Of commctrl.h. */
const tb = {
  checkButton: 0x0402,
  getButton: 0x0417,
  buttonCount: 0x0418,
  getItemRect: 0x041d,
  getToolTips: 0x0423,
  getText: 0x044b,
} as const;
/** `TBSTATE_CHECKED`, `_ENABLED`, `_HIDDEN`, `_INDETERMINATE`; `BTNS_SEP`, `_CHECK`, `_GROUP`, `_DROPDOWN`, `_WHOLEDROPDOWN`. */
const state = { checked: 1, enabled: 4, hidden: 8, indeterminate: 16 } as const;
const style = { separator: 1, check: 2, group: 4, dropDown: 8, wholeDropDown: 0x80 } as const;
const command = 0x0111;
const longestText = 1_000;
/** Spare space for a text that has grown since it was measured: the message takes no limit. */
const slack = 100;
/** `TBBUTTON` of commctrl.h. */
const toolButton = new Struct({
  ...({ bitmap: 'i32', command: 'i32', state: 'u8', style: 'u8', data: 'pointer', text: 'pointer' } as const),
});

export const toolBar: ControlKind = {
  classes: ['toolbarwindow32'],
  describe: (control) => ({
    controlType: 'ToolBar',
    name: plainText(control.text).text,
    parts: numbered(Math.max(0, control.ask(tb.buttonCount)), (first, count) => readButtons(control, first, count)),
  }),
};

interface Tool {
  readonly command: number;
  readonly state: number;
  readonly style: number;
}

function readButtons(control: Control, first: number, count: number): readonly Part[] {
  const { pointerSize } = control.memory;
  const indices = Array.from({ length: count }, (_, at) => first + at);
  const ask = (message: number, size: number) =>
    askMany(
      control,
      { size },
      indices.map((index) => ({ message, wParam: index, pack: () => Buffer.alloc(size) })),
    );
  const places = ask(tb.getItemRect, rectStruct.size(8)).map(({ bytes }) => control.toScreen(rectAt(bytes)));
  const tools = ask(tb.getButton, toolButton.size(pointerSize)).map(({ bytes }): Tool => {
    const field = (name: 'command' | 'state' | 'style') => toolButton.get(pointerSize, bytes, name);
    return { command: field('command'), state: field('state'), style: field('style') };
  });
  const names = buttonTexts(control, tools);
  return tools.map((tool, at): Part => {
    const bounds = tool.state & state.hidden ? null : (places[at] ?? null);
    const isSeparator = (tool.style & style.separator) !== 0;
    return {
      key: String(indices[at]),
      controlType: typeOf(tool),
      name: isSeparator ? '' : (names[at] ?? ''),
      bounds,
      states: statesOf(control, tool, bounds),
      ...(!isSeparator && {
        automationId: String(tool.command),
        operations: isCheck(tool) ? { toggle: () => press(control, tool) } : { invoke: () => press(control, tool) },
        properties: () => ({ command: String(tool.command) }),
      }),
    };
  });
}

function typeOf({ style: styles }: Tool): ControlType {
  if (styles & style.separator) return 'Separator';
  if ((styles & style.check) !== 0) return styles & style.group ? 'RadioButton' : 'CheckBox';
  if (styles & style.wholeDropDown) return 'MenuItem';
  return styles & style.dropDown ? 'SplitButton' : 'Button';
}

function isCheck(tool: Tool): boolean {
  return (tool.style & style.check) !== 0 && (tool.style & style.separator) === 0;
}

function statesOf(control: Control, tool: Tool, bounds: Part['bounds']): readonly ElementState[] {
  const has = (bit: number) => (tool.state & bit) !== 0;
  const states = partStates(control, bounds, [
    isCheck(tool) && 'checkable',
    has(state.checked) && 'checked',
    has(state.indeterminate) && 'mixed',
  ]);
  return has(state.enabled) ? states : states.filter((one) => one !== 'enabled');
}

/** A button's text, or else its tool tip. */
function buttonTexts(control: Control, tools: readonly Tool[]): readonly string[] {
  const lengths = tools.map((tool) => (tool.style & style.separator ? -1 : control.ask(tb.getText, tool.command, 0)));
  const textUnits = Math.min(longestText, Math.max(0, ...lengths)) + slack;
  const texts = askMany(
    control,
    { size: 0, textUnits },
    tools.map((tool, at) => {
      const length = lengths[at] ?? -1;
      const fits = length > 0 && length <= longestText;
      // Without a text, or with one too long for the buffer, no message is sent.
      return { message: fits ? tb.getText : null, wParam: tool.command, bareText: true, pack: () => Buffer.alloc(0) };
    }),
  );
  const written = texts.map(({ text }) => plainText(text).text);
  const isBare = (tool: Tool, at: number) => written[at] === '' && !(tool.style & style.separator);
  const bare = tools.filter(isBare).map((tool) => tool.command);
  const tips = toolTexts(control, tb.getToolTips, bare);
  return tools.map((tool, at) => (isBare(tool, at) ? (tips[bare.indexOf(tool.command)] ?? '') : (written[at] ?? '')));
}

/** Same as a click; the bar toggles a check button only on a real click. */
function press(control: Control, tool: Tool): void {
  if (isCheck(tool)) control.request(tb.checkButton, tool.command, tool.state & state.checked ? 0 : 1);
  const { parent } = control;
  if (parent) post(parent.window, command, tool.command & 0xffff, control.window);
}
