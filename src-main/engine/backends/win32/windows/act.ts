import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { WindowAction } from '#contract/model/windows/window';
import { lastFailure } from '../native/errors.ts';
import type { Hwnd } from '../native/types.ts';
import { isIconic, isWindowEnabled, setWindowPos, formatWindowId } from '../native/window.ts';
import { postMessage, systemCommand } from '../native/constants.ts';
import { getLastActivePopup, showWindowAsync } from './api.ts';
import { titleOf } from './list/facts.ts';
import type { Focus } from './front/focus.ts';
import { keepPlace, order, positionFlags, show } from './positions.ts';
import type { ListedWindow } from './list/window-info.ts';

/** Requests without waiting for the app; a hung one acts once it answers again. @throws AppError, Win32Failure */
export function actOn({ window, info }: ListedWindow, action: WindowAction, focus: Focus): Promise<void> | void {
  switch (action) {
    case 'focus':
      refuseWaiting(window, info.title);
      return focus(window);
    case 'minimize':
      command(window, show.minimize);
      return;
    case 'maximize':
      command(window, show.maximize);
      return;
    case 'restore':
      if (info.state === 'fullscreen') throw ownBusiness(info.title, 'leave');
      restore(window);
      return;
    case 'fullscreen':
      throw ownBusiness(info.title, 'enter');
    case 'pinOnTop':
      reorder(window, order.topmost);
      return;
    case 'unpin':
      reorder(window, order.notTopmost);
      return;
    case 'close':
      if (postMessage(window, systemCommand.message, systemCommand.close, 0) === 0) throw lastFailure('PostMessage');
  }
}

/** A window minimised while maximised is restored to maximised first; a second request has no effect on others. */
function restore(window: Hwnd): void {
  if (isIconic(window) !== 0) command(window, show.restore);
  command(window, show.restore);
}

/** The engine verifies the effect. */
function command(window: Hwnd, how: number): void {
  showWindowAsync(window, how);
}

function reorder(window: Hwnd, after: number): void {
  const flags = keepPlace | positionFlags.noActivate | positionFlags.asynchronous;
  if (setWindowPos(window, after, 0, 0, 0, 0, flags) === 0) throw lastFailure('SetWindowPos');
}

/** A window with an open modal dialog is disabled: Windows does not bring it to the front. @throws AppError `not_verified` */
function refuseWaiting(window: Hwnd, title: string): void {
  if (isWindowEnabled(window) !== 0) return;
  const dialog = getLastActivePopup(window);
  if (dialog === 0 || dialog === window) return;
  const name = `${quoted(titleOf(dialog))} (${formatWindowId(dialog)})`;
  throw new AppError('not_verified', `${quoted(title)} accepts no input while its dialog ${name} is open.`, {
    hint: 'Focus or close the dialog.',
    delivery: 'not_delivered',
  });
}

function ownBusiness(title: string, what: string): AppError {
  const message = `On Windows only the app itself can ${what} full screen, and ${quoted(title)} has its own way.`;
  return new AppError('unsupported_platform', message, {
    hint: 'Many apps do it with F11; or maximise the window.',
    delivery: 'not_delivered',
  });
}
