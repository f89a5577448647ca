import { AppError } from '#contract/errors';
import { errorCode, forgetFailure, lastFailure } from '../../native/failure.ts';
import type { Hwnd } from '../../native/types.ts';
import { postMessage, sendMessageTimeout, waiting } from '../../native/messages.ts';
import { silenceOf } from '../../native/answering.ts';
import * as api from './api.ts';

/**
 * How long a program may take for one message, in milliseconds: one that is well answers within a few, one that has just
 * started or is busy may need some hundreds. The first that it does not answer ends the call.
 */
const patienceMs = 800;
/** The same for a message that makes the program do something, such as reacting to a new text. */
const actPatienceMs = 1_500;
const flags = waiting.block | waiting.abortIfHung;

const answer = Buffer.alloc(8);

interface SendOptions {
  /** The program does something about it, which may take it a while. */
  readonly acts?: boolean;
}

/**
 * Sends a message whose parameters are numbers.
 * @returns the whole answer; most messages mean its low 32 bits: `| 0`
 * @throws AppError `target_not_responding`, `element_stale`; Win32Failure where access is denied
 */
export function send(window: Hwnd, message: number, wParam = 0, lParam = 0, { acts }: SendOptions = {}): number {
  return answered(window, () => sendMessageTimeout(window, message, wParam, lParam, flags, limit(acts), answer), acts);
}

/** Sends a message below `WM_USER` whose `lParam` points to memory, which Windows carries over. */
export function sendBuffer(
  window: Hwnd,
  message: number,
  wParam: number,
  lParam: Buffer,
  { acts }: SendOptions = {},
): number {
  return answered(window, () => api.sendBuffer(window, message, wParam, lParam, flags, limit(acts), answer), acts);
}

/** The same where both parameters point to memory. */
export function sendTwoBuffers(window: Hwnd, message: number, wParam: Buffer, lParam: Buffer): number {
  return answered(window, () => api.sendTwoBuffers(window, message, wParam, lParam, flags, patienceMs, answer));
}

/** Leaves a message for the window and does not wait for what comes of it, such as a dialog that stays open. */
export function post(window: Hwnd, message: number, wParam = 0, lParam = 0): void {
  if (!postMessage(window, message, wParam, lParam)) throw gone();
}

/** Hands a message straight to the window, and does not wait for what comes of it. */
export function notify(window: Hwnd, message: number, wParam = 0, lParam = 0): void {
  if (!api.sendNotifyMessage(window, message, wParam, lParam)) throw gone();
}

/** @throws AppError `target_not_responding` where the window's thread takes no messages */
export function probe(window: Hwnd): void {
  send(window, 0);
}

function limit(acts: boolean | undefined): number {
  return acts ? actPatienceMs : patienceMs;
}

function answered(window: Hwnd, ask: () => number, acts = false): number {
  forgetFailure();
  if (ask()) return Number(answer.readBigInt64LE());
  const failure = lastFailure('SendMessageTimeout');
  if (!api.isWindow(window)) throw gone();
  // Windows denies messages to windows with higher privileges; Wine, to those that are being closed.
  if (failure.code === errorCode.accessDenied) throw silenceOf(window, patienceMs) ? gone() : failure;
  throw new AppError('target_not_responding', 'The app does not answer its messages.', {
    delivery: acts ? 'unknown' : 'not_delivered',
  });
}

function gone(): AppError {
  return new AppError('element_stale', 'The control is gone.', { delivery: 'not_delivered' });
}
