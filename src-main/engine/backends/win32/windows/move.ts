import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Rect } from '#contract/model/geometry';
import { lastFailure } from '../native/failure.ts';
import type { Hwnd } from '../native/types.ts';
import { setWindowPos } from '../native/window.ts';
import { outerRectOf } from './list/facts.ts';
import { keepOrder, positionFlags } from './positions.ts';
import type { ListedWindow } from './list/window-info.ts';

/**
 * So that what a person sees of the window stands at `bounds`; missing values stay as they are. Windows counts the
 * invisible borders and takes the wish to the window's thread without waiting for it.
 * @throws AppError `not_verified` for a window that is not in its normal state; Win32Failure
 */
export function moveWindow({ window, info }: ListedWindow, bounds: Partial<Rect>): void {
  if (info.state !== 'normal') {
    throw new AppError('not_verified', `${quoted(info.title)} is ${info.state}, which holds it where it is.`, {
      hint: 'Restore it first.',
      delivery: 'not_delivered',
    });
  }
  const wanted = withBorders(window, { ...info.bounds, ...bounds }, info.bounds);
  const { noActivate, noMove, noSize, asynchronous } = positionFlags;
  const moves = bounds.x !== undefined || bounds.y !== undefined;
  const sizes = bounds.width !== undefined || bounds.height !== undefined;
  const flags = keepOrder | noActivate | asynchronous | (moves ? 0 : noMove) | (sizes ? 0 : noSize);
  if (setWindowPos(window, 0, wanted.x, wanted.y, wanted.width, wanted.height, flags) === 0) {
    throw lastFailure('SetWindowPos');
  }
}

function withBorders(window: Hwnd, wanted: Rect, seen: Rect): Rect {
  const outer = outerRectOf(window) ?? seen;
  return {
    x: wanted.x + outer.x - seen.x,
    y: wanted.y + outer.y - seen.y,
    width: wanted.width + outer.width - seen.width,
    height: wanted.height + outer.height - seen.height,
  };
}
