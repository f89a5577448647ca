import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import type { CallContext, EngineContext } from '../operations/operation.ts';

/** How long to wait for a working app to handle its input, in milliseconds; less if the call's deadline is near. */
const before = { atMostMs: 3_000, partOfDeadline: 0.5 } as const;
const after = { atMostMs: 1_000, partOfDeadline: 0.2 } as const;

/**
 * Refuses input to an app that does not handle it, since the app would handle all of it at once later.
 * @throws AppError `target_not_responding`, with nothing delivered
 */
export async function requireTaking(context: EngineContext, window: WindowInfo, call: CallContext): Promise<void> {
  const uptake = await context.receipts.uptake(window, limitsOf(call, before));
  if (uptake === 'stopped' || uptake === 'busy') throw notTaking(window, uptake, 'not_delivered');
}

/**
 * Checks after input whether its app has handled it. A busy app handled earlier input, so it is working on this one.
 * @throws AppError `target_not_responding` if the app was stopped, so delivery is unknown
 */
export async function confirmTaken(context: EngineContext, window: WindowInfo, call: CallContext): Promise<void> {
  // Readers may meanwhile have found it up to date a moment too early.
  context.receipts.sent(window);
  const uptake = await context.receipts.uptake(window, limitsOf(call, after));
  if (uptake === 'stopped') throw notTaking(window, uptake, 'unknown');
}

export function notTaking(
  window: WindowInfo,
  uptake: 'stopped' | 'busy',
  delivery: 'not_delivered' | 'unknown',
): AppError {
  const name = window.app || quoted(window.title);
  const state = uptake === 'stopped' ? 'is stopped' : 'is too busy to take input';
  const waits = delivery === 'unknown' ? ': what was sent waits for it, and is done when it continues' : '';
  const fix = uptake === 'stopped' ? `Continue it (kill -CONT ${window.processId}), then try again.` : undefined;
  const hint = delivery === 'unknown' ? `${fix ?? ''} Look at it before you repeat anything.`.trim() : fix;
  return new AppError('target_not_responding', `${name} ${state}${waits}.`, { delivery, ...(hint && { hint }) });
}

function limitsOf({ signal, timeoutMs }: CallContext, { atMostMs, partOfDeadline }: typeof before | typeof after) {
  return { signal, timeoutMs: Math.min(atMostMs, timeoutMs * partOfDeadline) };
}
