import type { KeyChord } from '#contract/model/recordings/action';
import { type ElementNode, describeElement, hasState } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { AppError } from '#contract/errors';
import type { ToolContext } from '../define-tool.ts';
import { isPassword } from '../target/secret-field.ts';
import { namesElement, type TargetInput } from '../target/target-input.ts';
import { frontWindow } from '../target/windows/target-window.ts';
import { isSeen } from '../target/in-picture/seen-controls.ts';
import { focusControl } from './focus-control.ts';

/** Keyboard input: characters to type, or one chord pressed a number of times. */
export type KeyStroke =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'chord'; readonly keys: KeyChord; readonly repeat: number };

/** The target of strokes. */
export interface Sent {
  readonly window: WindowInfo;
  readonly element: ElementNode | null;
  readonly secret: boolean;
  readonly unread: boolean;
}

const lineKeys: Readonly<Record<string, KeyChord>> = { '\n': 'Enter', '\t': 'Tab' };

/** Text as users type it: a line break is Enter, a tab is Tab. */
export function strokesOf(text: string): readonly KeyStroke[] {
  const parts = text.replace(/\r\n?/g, '\n').match(/[\n\t]|[^\n\t]+/g) ?? [];
  return parts.map((part) => {
    const keys = lineKeys[part];
    return keys === undefined ? { type: 'text', text: part } : { type: 'chord', keys, repeat: 1 };
  });
}

/** The chords among them. */
export function chordsOf(strokes: readonly KeyStroke[]): readonly KeyChord[] {
  return strokes.flatMap((stroke) => (stroke.type === 'chord' ? [stroke.keys] : []));
}

/** All in order: chords, and texts. */
export function keysInOrder(strokes: readonly KeyStroke[]): readonly string[] {
  return strokes.map((stroke) => (stroke.type === 'chord' ? stroke.keys : stroke.text));
}

/**
 * Types them into the call's element, or into the focused element of its window.
 * @returns the target; `secret` if they must not be repeated, `unread` if delivery cannot be verified
 */
export async function typeStrokes(
  context: ToolContext,
  input: TargetInput,
  strokes: readonly KeyStroke[],
): Promise<Sent> {
  const { window, element } = namesElement(input)
    ? await focusControl(context, input)
    : { window: await frontWindow(context, input), element: null };
  let unread = false;
  for (const stroke of strokes) if (!(await send(context, window, stroke))) unread = true;
  if (element && (await isGone(context, element))) unread = true;
  return { window, element, secret: context.secret || (element !== null && isPassword(element)), unread };
}

/** The error for keys that were sent and may not all have arrived. */
export const unreadNote = 'What arrived could not be read back: look whether it took all of it.';

/** False if delivery of all of it cannot be verified. */
async function send({ engine, signal }: ToolContext, { id: window }: WindowInfo, stroke: KeyStroke): Promise<boolean> {
  if (stroke.type === 'text') {
    const { unread } = await engine.typeText(
      { text: stroke.text, window },
      { signal, timeoutMs: typingMs(stroke.text) },
    );
    return !unread;
  }
  await engine.pressKeys({ keys: stroke.keys, repeat: stroke.repeat, window }, { signal });
  return true;
}

/** Time to type a text, in milliseconds. */
export function typingMs(text: string): number {
  return 30_000 + text.length * 100;
}

/**
 * Called after keys or the wheel, which no app acknowledges: whether the target element is gone. They may have removed it, or it
 * was replaced before they arrived: Chromium reports that 300 ms late, and the two cannot be distinguished later.
 */
export async function isGone({ engine, signal }: ToolContext, element: ElementNode): Promise<boolean> {
  if (isSeen(element)) return false;
  try {
    const now = await engine.glance({ element: element.id }, { signal });
    return !hasState(now, 'visible') && !hasState(now, 'offscreen');
  } catch (error) {
    if (error instanceof AppError && ['element_stale', 'window_not_found'].includes(error.code)) return true;
    throw error;
  }
}

/** @param input “the keys” */
export function goneNote(element: ElementNode, input: string): string {
  return `${describeElement(element)} is gone now: whether it took ${input} could not be verified.`;
}
