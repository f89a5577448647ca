import type { WindowInfo } from '#contract/model/window';
import { createControls } from '../controls/rung.ts';
import { startFullUia } from '../uia/probe.ts';
import { createUiaRung } from '../uia/rung.ts';
import { requireAnswer } from '../native/answering.ts';
import { parseWindowId } from '../windows/ids.ts';
import type { ElementRung } from './rung.ts';

/** How elements are read here, and what reads them. */
interface Way {
  readonly name: WayName;
  readonly rung: ElementRung;
}
export type WayName = 'uia' | 'messages';

let best: Way | null = null;

/**
 * The best way this Windows has for the elements of a window: UI Automation, which on Windows also speaks for apps that
 * know only MSAA; where there is no more than a sketch of it, messages to standard controls. What such a sketch says of
 * single windows, name, class, place and whether it is enabled, the windows say themselves, so it is no way of its own.
 * @throws Win32Failure where the window does not answer, or is gone
 */
export function rungFor(window: WindowInfo): ElementRung {
  requireAnswer(parseWindowId(window.id));
  return bestWay().rung;
}

/** The best way there is on this Windows. */
export function bestWay(): Way {
  return (best ??= chooseWay());
}

function chooseWay(): Way {
  const uia = startFullUia();
  return uia ? { name: 'uia', rung: createUiaRung(uia) } : { name: 'messages', rung: createControls() };
}
