import { sleep } from '../../base/async/deadline.ts';
import { parseElementId, type ControlType } from '#contract/model/elements/element';
import type { MouseButton } from '#contract/model/recordings/action';
import type { WindowInfo } from '#contract/model/windows/window';
import type { OnElement } from '../engine.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';
import { windowOf } from '../windows/lookup.ts';

/** How long an app may take to report that an element is pressed, in milliseconds. */
const shownWithinMs = 400;
const lookEveryMs = 20;

/** Types without a look of their own: if such a cover took presses, everything below it would be dead. */
const plain: ReadonlySet<ControlType> = new Set(['Pane', 'Group', 'Custom']);

function isPlain({ controlType, states }: NonNullable<OnElement['perhaps']>): boolean {
  return plain.has(controlType) && !states.includes('focusable');
}

/** Whether a press reached its target. */
export interface PressCheck {
  /** False if the app reports the opposite or does not respond in time. Queried while the button is down. */
  isTaken(): Promise<boolean>;
}

/**
 * For a press where a cover may pass it through to the element. The app reports the pressed element while the button is down, so
 * the result is known before the release, which triggers the action.
 * @returns null if unknown, which counts as certain; `refused` if the element did not get it
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
