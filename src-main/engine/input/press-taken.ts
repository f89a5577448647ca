import { sleep } from '../../base/async/deadline.ts';
import { parseElementId, type ControlType } from '#contract/model/elements/element';
import type { MouseButton } from '#contract/model/recordings/action';
import type { WindowInfo } from '#contract/model/windows/window';
import type { OnElement } from '../engine.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';
import { windowOf } from '../windows/lookup.ts';

/** How long an app may take to say that one of its elements is being pressed, in milliseconds. */
const shownWithinMs = 400;
const lookEveryMs = 20;

/** What shows nothing of its own: where it lies over all of something else, that would be dead if it took presses. */
const plain: ReadonlySet<ControlType> = new Set(['Pane', 'Group', 'Custom']);

function isPlain({ controlType, states }: NonNullable<OnElement['perhaps']>): boolean {
  return plain.has(controlType) && !states.includes('focusable');
}

/** Whether a press that was made is on the element that was meant. */
export interface PressCheck {
  /** False where the app says otherwise, or does not say so in time. Asked while the button is down. */
  isTaken(): Promise<boolean>;
}

/**
 * For a press where something lies over the element that may let it through. A button says while it is held down that it
 * is; so whether the press came to it is known before the button comes up, which is what does something.
 * @returns null where nobody can tell, so that such a press is as good as one that is not in doubt; `refused` where it is not
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
  // What says so before anything is pressed says nothing.
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
