import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/window';
import type { ElementRung } from './rung.ts';

/** The best way this Windows has for the elements of a window. */
export function rungFor(window: WindowInfo): ElementRung {
  throw new AppError('accessibility_unavailable', `The elements of “${window.title}” cannot be read yet.`);
}
