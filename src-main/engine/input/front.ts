import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { elevated, type WindowId, type WindowInfo } from '#contract/model/windows/window';
import { describeReceiver } from '#contract/model/key-receiver';
import { sleep } from '../../base/async/deadline.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { activeWindow, everyWindow, isOwn, windowOf } from '../windows/lookup.ts';

/** A window that was just brought to the front may get the keys only after this time, in milliseconds. */
const arriveMs = 400;
const lookEveryMs = 20;
const goneMs = 150;
/** Lists that open while someone types, as completions do, grab the keyboard this long before they show, or after; milliseconds. */
const openMs = 400;
/** While pressing keys, how often to check that the window's id has not passed to another program; milliseconds. */
const sameEveryMs = 100;

/** Who must get the keys of one call. */
export interface Front {
  /** Null if no window has the keyboard. */
  readonly window: WindowInfo | null;
  /** @throws AppError `window_not_found` if it is gone, `wrong_target_window` if another window has come to the front */
  verify(): Promise<void>;
}

/**
 * Keys go to the front window: it must be the wanted window, by default the current front window, and never one of Deskscope's.
 * @throws AppError `wrong_target_window`, `window_not_found`, `elevated_target`
 */
export async function requireFront(
  context: EngineContext,
  wanted: WindowId | undefined,
  call: CallContext,
  receiver?: WindowId | null,
): Promise<Front> {
  const { windows } = context.backend;
  const target = wanted === undefined ? null : await windowOf(context, wanted);
  const end = Date.now() + arriveMs;
  let active = await windows.active();
  while (target && active !== target.id && Date.now() < end) {
    await sleep(lookEveryMs, call.signal);
    active = await windows.active();
  }
  const intended = target?.id ?? active;
  const front = target ? null : await activeWindow(context);
  if (front?.foreign) throw elevated(front);
  if (active !== intended || (front && isOwn(context, front))) throw await wrongWindow(context);
  const window = target ?? front;
  let looked = performance.now();
  return {
    window,
    async verify() {
      try {
        if (target && context.judged && performance.now() - looked > sameEveryMs) {
          await windowOf(context, target.id);
          looked = performance.now();
        }
        if ((await windows.active()) !== intended) throw await wrongWindow(context);
        await refuseOtherReceiver(context, intended, receiver);
      } catch (error) {
        throw window && (await isGone(context, window)) ? gone(window) : error;
      }
    },
  };
}

/** A closing window loses the keyboard first, and leaves the list a moment later. */
async function isGone(context: EngineContext, { id }: WindowInfo): Promise<boolean> {
  const end = Date.now() + goneMs;
  for (;;) {
    if (!(await everyWindow(context)).some((window) => window.id === id)) return true;
    if (Date.now() > end) return false;
    await sleep(lookEveryMs);
  }
}

function gone(window: WindowInfo): AppError {
  return new AppError('window_not_found', `${quoted(window.title)} is gone.`, { delivery: 'not_delivered' });
}

async function wrongWindow(context: EngineContext): Promise<AppError> {
  const active = await activeWindow(context);
  const front = active ? quoted(active.title) : 'no window';
  return new AppError('wrong_target_window', `The keys would go to ${front}.`, { delivery: 'not_delivered' });
}

export const keyReceiver: Operation<'keyReceiver'> = ({ backend }) => backend.windows.keyReceiver();

/**
 * @param intended the window that must get the keys; null if no window has the focus and none was named
 * @param allowed another window that may get them, as returned by `keyReceiver`; undefined for none
 * @throws AppError `wrong_target_window` if a key would arrive in another window
 */
async function refuseOtherReceiver(
  { backend }: EngineContext,
  intended: WindowId | null,
  allowed: WindowId | null | undefined,
): Promise<void> {
  const end = Date.now() + openMs;
  let receiver = await backend.windows.keyReceiver();
  while (receiver?.held && receiver.window === null && Date.now() < end) {
    await sleep(lookEveryMs);
    receiver = await backend.windows.keyReceiver();
  }
  if (receiver === null ? intended === null : receiver.window === intended && intended !== null) return;
  if (receiver && allowed !== undefined && receiver.window === allowed) return;
  throw new AppError('wrong_target_window', `The keys would go to ${describeReceiver(receiver)}.`, {
    hint: 'Close the menu or dialog that takes them, or bring the window to the front.',
    delivery: 'not_delivered',
  });
}
