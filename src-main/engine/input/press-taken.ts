import { sleep } from '../../base/async/deadline.ts';
import { parseElementId, type ControlType } from '#contract/model/elements/element';
import type { MouseButton } from '#contract/model/recordings/action';
import type { WindowInfo } from '#contract/model/windows/window';
import type { OnElement } from '../engine.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';
import { windowOf } from '../windows/lookup.ts';

/** How long an app may take to report that one of its elements is being pressed, in milliseconds. */
const shownWithinMs = 400;
const lookEveryMs = 20;

/** What shows nothing of its own: where it covers all of something else, that would be dead if it took presses. */
const plain: ReadonlySet<ControlType> = new Set(['Pane', 'Group', 'Custom']);

function isPlain({ controlType, states }: NonNullable<OnElement['perhaps']>): boolean {
  return plain.has(controlType) && !states.includes('focusable');
}

/** Whether a press that was made is on the element that was meant. */
export interface PressCheck {
  /** False if the app reports the opposite, or does not answer in time. Queried while the button is down. */
  isTaken(): Promise<boolean>;
}

/**
 * For a press where a cover may let it through to the element. A held button reports that it is pressed, so the result is known
 * before the button is released, which is what triggers the action. @returns null if unknown, which counts as a press without
 * doubt; `refused` if the element did not get it
 */
export async function pressCheck(
  context: EngineContext,
  { element, perhaps }: OnElement,
  button: MouseButton,
  { signal }: CallContext,
): Promise<PressCheck | 'refused' | null> {
  if (!perhaps) return null;
  const { elements } = context.backend;
  const { window: id, runtimeId } = parseElementId(element.id);
  const window: WindowInfo = await windowOf(context, id);
  const look = async () => (await elements.isPressed?.(window, runtimeId, signal)) ?? null;
  // An element that reports it before any press proves nothing.
  if (button !== 'left' || (await look()) !== false) return isPlain(perhaps) ? null : 'refused';
  return {
    async isTaken() {
      const end = Date.now() + shownWithinMs;
      while (Date.now() < end) {
        if (await look()) return true;
        await sleep(lookEveryMs, signal);
      }
      return false;
    },
  };
}
