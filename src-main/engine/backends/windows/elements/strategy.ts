import type { WindowInfo } from '#contract/model/window';
import { createControls } from '../controls/rung.ts';
import type { ElementRung } from './rung.ts';

const controls = createControls();

/** The best way this Windows has for the elements of a window. */
export function rungFor(_window: WindowInfo): ElementRung {
  return controls;
}
