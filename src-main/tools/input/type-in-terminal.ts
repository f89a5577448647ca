import { hasState } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../define-tool.ts';
import { aimAt } from '../target/in-front.ts';
import { appears, screenOf } from './appeared.ts';
import { typingMs } from './strokes.ts';
import { ensureTextFocus } from './text-focus.ts';
import type { EditField, Filled, Filling } from './edit-field.ts';

/** A terminal that was found. */
export interface TerminalTarget {
  readonly window: WindowInfo;
  readonly field: EditField;
  readonly at: Point | null;
}

/**
 * Types at the cursor of a terminal, behind what stands there, and looks whether it appeared. That it did not is no
 * failure: the program in it decides what it shows, and shows nothing of a password.
 */
export async function typeInTerminal(
  context: ToolContext,
  { window, field, at }: TerminalTarget,
  { text, pressEnter }: Filling,
): Promise<Filled> {
  const { engine, signal } = context;
  await focusTerminal(context, { window, field, at });
  const before = await screenOf(context, field);
  const press = () => engine.pressKeys({ keys: 'Enter', window: window.id }, { signal });
  if (text !== '') await engine.typeText({ text, window: window.id }, { signal, timeoutMs: typingMs(text) });
  const verified = before !== null && (await appears(context, field, before, text));
  if (pressEnter) await press();
  return { field, typed: true, verified };
}

async function focusTerminal(context: ToolContext, { window, field, at }: TerminalTarget): Promise<void> {
  const { engine, signal } = context;
  const hit = await engine.focused({ window: window.id }, { signal });
  if (hit?.element.id !== field.id && !hasState(field, 'focused')) {
    if (at) {
      const aim = await aimAt(context, { window, element: field }, at);
      await engine.click({ ...aim, button: 'left', count: 1 }, { signal });
    } else await engine.focusElement({ element: field.id }, { signal });
  }
  await ensureTextFocus(context, window, field, at);
}
