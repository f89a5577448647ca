import type { Hwnd } from '../../../native/types.ts';
import { findWindowEx, getWindowThreadProcessId } from '../../../native/window.ts';
import { askMany } from '../../access/send.ts';
import { Control } from '../../access/control.ts';
import type { Reading } from '../../access/reading.ts';
import { Struct } from '../../access/struct.ts';
import type { ControlKind } from '../kind.ts';

/** Of commctrl.h. */
const ttm = { getToolCount: 0x040d, getText: 0x0438, enumerate: 0x043a } as const;
/** `TTF_IDISHWND`. */
const idIsWindow = 0x0001;
const className = 'tooltips_class32';
const tipUnits = 512;
/** Reading more tips than this takes too long. */
const mostTools = 200;
/** `TTTOOLINFOW` of commctrl.h, without `lpReserved`, which older versions lack. */
const toolInfo = new Struct({
  ...({ size: 'u32', flags: 'u32', window: 'pointer', id: 'pointer' } as const),
  ...({ left: 'i32', top: 'i32', right: 'i32', bottom: 'i32' } as const),
  ...({ instance: 'pointer', text: 'pointer', data: 'pointer' } as const),
});

export const toolTip: ControlKind = {
  classes: [className],
  describe: (control) => ({ controlType: 'ToolTip', name: control.text }),
};

const tipsOf = new WeakMap<Reading, ReadonlyMap<Hwnd, string>>();

/** The tool tip of a control; empty if it has none, or creates it only on display. */
export function describeByTip(control: Control): string {
  const { reading } = control;
  let tips = tipsOf.get(reading);
  if (!tips) {
    tips = readTips(reading);
    tipsOf.set(reading, tips);
  }
  return tips.get(control.window) ?? '';
}

/** The tips of a tool bar's buttons, by command, from the bar's own tool tip window. */
export function toolTexts(bar: Control, getToolTips: number, ids: readonly number[]): readonly string[] {
  const window = ids.length === 0 ? 0 : bar.ask(getToolTips) >>> 0;
  if (window === 0) return ids.map(() => '');
  const tips = new Control(bar.reading, window, null);
  return textsOf(
    tips,
    ids.map((id) => ({ flags: 0, window: bar.window, id })),
  );
}

interface Tool {
  readonly flags: number;
  readonly window: Hwnd;
  readonly id: number;
}

function readTips(reading: Reading): ReadonlyMap<Hwnd, string> {
  const { threadId } = reading.control(reading.root);
  const tips = new Map<Hwnd, string>();
  for (let next = findWindowEx(0, 0, className, null); next !== 0; next = findWindowEx(0, next, className, null)) {
    if (getWindowThreadProcessId(next, null) !== threadId) continue;
    const window = new Control(reading, next, null);
    const tools = toolsOf(window).filter(({ flags }) => flags & idIsWindow);
    for (const [at, text] of textsOf(window, tools).entries()) tips.set(tools[at]?.id ?? 0, text);
  }
  return tips;
}

function toolsOf(window: Control): readonly Tool[] {
  const count = Math.min(mostTools, Math.max(0, window.ask(ttm.getToolCount)));
  const { pointerSize } = window.memory;
  const size = toolInfo.size(pointerSize);
  const questions = Array.from({ length: count }, (_, index) => ({
    message: ttm.enumerate,
    wParam: index,
    // Without a text buffer the text is not requested: an app may be slow to create it.
    pack: () => toolInfo.pack(pointerSize, { size }),
  }));
  return askMany(window, { size }, questions).map(({ bytes }) => ({
    flags: toolInfo.get(pointerSize, bytes, 'flags'),
    window: toolInfo.get(pointerSize, bytes, 'window') >>> 0,
    id: toolInfo.get(pointerSize, bytes, 'id') >>> 0,
  }));
}

function textsOf(window: Control, tools: readonly Tool[]): readonly string[] {
  const { pointerSize } = window.memory;
  const size = toolInfo.size(pointerSize);
  const questions = tools.map((tool) => ({
    // Size of the text buffer, which versions before 6 ignore: they never write more than 80 units.
    message: ttm.getText,
    wParam: tipUnits,
    pack: ({ textAddress }: { readonly textAddress: number }) =>
      toolInfo.pack(pointerSize, { size, ...tool, text: textAddress }),
  }));
  return askMany(window, { size, textUnits: tipUnits }, questions).map(({ text }) => text);
}
