import { AppError, type ErrorCode } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Engine } from '../../engine/engine.ts';

/** Failures that a dialog may be behind: what was wanted did not happen, or was not there. */
const mayBeDialog: ReadonlySet<ErrorCode> = new Set([
  ...(['not_verified', 'wrong_target_window', 'element_not_found', 'timeout', 'target_not_responding'] as const),
]);
type Target = (() => Promise<{ readonly id: WindowId | null } | null>) | undefined;

/** How long the search for a cause may keep the failure itself, in milliseconds. */
const lookMs = 1_000;

/**
 * The same failure, with the dialog named that lies in the way of its target: one of the same app that is open in front
 * of it takes the clicks and keys that were meant for the window behind.
 */
export async function nameDialogInWay(
  engine: Pick<Engine, 'listWindows'>,
  target: Target,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof AppError) || !mayBeDialog.has(error.code)) return error;
  // Closing a window has named them all.
  if (error.data?.['dialogs'] !== undefined) return error;
  const found = await look(engine, target).catch(() => null);
  if (!found) return error;
  const { dialog, window } = found;
  const { code, delivery, cause, hint } = error;
  const answer = `Answer ${quoted(dialog.title)} first, or close it.`;
  return new AppError(
    code,
    `${error.message} ${quoted(dialog.title)} is open in front of ${quoted(window.title)} and takes its input.`,
    {
      hint: hint ? `${answer} ${hint}` : answer,
      data: { ...error.data, dialog: { window: dialog.id, title: dialog.title } },
      cause,
      ...(delivery && { delivery }),
    },
  );
}

async function look(engine: Pick<Engine, 'listWindows'>, target: Target) {
  const wanted = await target?.();
  if (!wanted) return null;
  const { items } = await engine.listWindows({}, { timeoutMs: lookMs });
  const window = items.find(({ id }) => id === wanted.id);
  const dialog = window && dialogOver(items, window);
  return dialog ? { dialog, window } : null;
}

/**
 * Its own dialog, or one of its app that lies over it.
 * @param topmostFirst as {@link Engine.listWindows} answers
 */
function dialogOver(topmostFirst: readonly WindowInfo[], window: WindowInfo): WindowInfo | undefined {
  const place = topmostFirst.indexOf(window);
  const isSameApp = (other: WindowInfo) => other.processId !== 0 && other.processId === window.processId;
  return topmostFirst.find(
    (other, index) =>
      other.kind === 'dialog' &&
      other.state !== 'minimized' &&
      (other.owner === window.id || (index < place && isSameApp(other))),
  );
}
