import type { WindowInfo } from '#contract/model/window';
import { createControls } from '../controls/rung.ts';
import { startFullUia } from '../uia/probe.ts';
import { createUiaRung } from '../uia/rung.ts';
import { requireAnswer } from '../native/answering.ts';
import type { ElementRung } from './rung.ts';

let best: ElementRung | null = null;

/**
 * The best way this Windows has for the elements of a window: UI Automation, which on Windows also speaks for apps that
 * know only MSAA; where there is no more than a sketch of it, messages to standard controls. What such a sketch says of
 * single windows, name, class, place and whether it is enabled, the windows say themselves, so it is no way of its own.
 * @throws Win32Failure where the window does not answer, or is gone
 */
export function rungFor(window: WindowInfo): ElementRung {
  requireAnswer(Number(window.id));
  return (best ??= chooseRung());
}

function chooseRung(): ElementRung {
  const uia = startFullUia();
  return uia ? createUiaRung(uia) : createControls();
}
