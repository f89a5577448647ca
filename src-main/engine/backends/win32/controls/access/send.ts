import { AppError } from '#contract/errors';
import { errorCode, forgetFailure, lastFailure } from '../../native/errors.ts';
import type { Hwnd } from '../../native/types.ts';
import { postMessage, sendMessageTimeout, waiting } from '../../native/constants.ts';
import { silenceOf } from '../../native/answering.ts';
import * as api from './api.ts';
import type { Control } from './control.ts';

/**
 * Timeout for one message, in milliseconds: a healthy program answers within a few, one that has just started or is busy may
 * need hundreds. The first timeout ends the call.
 */
const maxWaitMs = 800;
/** Same for a message with an effect in the program, such as a new text. */
const actTimeoutMs = 1_500;
const flags = waiting.block | waiting.abortIfHung;

const answer = Buffer.alloc(8);

interface SendOptions {
  /** The message has an effect, which may take a while. */
  readonly acts?: boolean;
}

/**
 * Sends a message with numeric parameters.
 * @returns the whole result; most messages use its low 32 bits: `| 0`
 * @throws AppError `target_not_responding`, `element_stale`; Win32Failure if access is denied
 */
export function send(window: Hwnd, message: number, wParam = 0, lParam = 0, { acts }: SendOptions = {}): number {
  return answered(window, () => sendMessageTimeout(window, message, wParam, lParam, flags, limit(acts), answer), acts);
}

/** Sends a message below `WM_USER` whose `lParam` is a pointer, which Windows marshals. */
export function sendBuffer(
  window: Hwnd,
  message: number,
  wParam: number,
  lParam: Buffer,
  { acts }: SendOptions = {},
): number {
  return answered(window, () => api.sendBuffer(window, message, wParam, lParam, flags, limit(acts), answer), acts);
}

/** Same if both parameters are pointers. */
export function sendTwoBuffers(window: Hwnd, message: number, wParam: Buffer, lParam: Buffer): number {
  return answered(window, () => api.sendTwoBuffers(window, message, wParam, lParam, flags, maxWaitMs, answer));
}

/** Posts a message to the window without waiting for its effect, such as a dialog that stays open. */
export function post(window: Hwnd, message: number, wParam = 0, lParam = 0): void {
  if (!postMessage(window, message, wParam, lParam)) throw gone();
}

/** Sends a message directly to the window procedure, without waiting for its effect. */
export function notify(window: Hwnd, message: number, wParam = 0, lParam = 0): void {
  if (!api.sendNotifyMessage(window, message, wParam, lParam)) throw gone();
}

/** @throws AppError `target_not_responding` if the window's thread processes no messages */
export function probe(window: Hwnd): void {
  send(window, 0);
}

function limit(acts: boolean | undefined): number {
  return acts ? actTimeoutMs : maxWaitMs;
}

function answered(window: Hwnd, ask: () => number, acts = false): number {
  forgetFailure();
  if (ask()) return Number(answer.readBigInt64LE());
  const failure = lastFailure('SendMessageTimeout');
  if (!api.isWindow(window)) throw gone();
  // Windows denies messages to windows with higher privileges; Wine, to those being closed.
  if (failure.code === errorCode.accessDenied) throw silenceOf(window, maxWaitMs) ? gone() : failure;
  throw new AppError('target_not_responding', 'The app does not respond to window messages.', {
    delivery: acts ? 'unknown' : 'not_delivered',
  });
}

function gone(): AppError {
  return new AppError('element_stale', 'The control is gone.', { delivery: 'not_delivered' });
}

/** Addresses of a message's structure in the other process, and of its text buffer. */
interface Slot {
  readonly address: number;
  readonly textAddress: number;
}

/** A message with a structure. */
interface Question {
  /** Null to skip the message: the result is then 0. */
  readonly message: number | null;
  readonly wParam?: number;
  /** If the message takes a bare text buffer instead of a structure. */
  readonly bareText?: boolean;
  /** The structure to send, of length `Batch.size`. */
  pack(slot: Slot): Buffer;
}

interface Reply {
  /** The message's result, 32 bits. */
  readonly answer: number;
  /** The structure after the message. */
  readonly bytes: Buffer;
  readonly text: string;
}

interface Batch {
  /** Size of the structure in bytes. */
  readonly size: number;
  /** Size of the text buffer of each structure in UTF-16 units, including the terminator; 0 for none. */
  readonly textUnits?: number;
  /** The message has an effect, which may take a while. */
  readonly acts?: boolean;
}

/** Maximum size of one write into another process. */
const mostBytes = 0x10000;

/**
 * Sends messages with structures to a common control: all structures are written into its process at once, and read back at
 * once, since that costs far more than the messages.
 */
export function askMany(
  control: Control,
  { size, textUnits = 0, acts = false }: Batch,
  questions: readonly Question[],
): Reply[] {
  const stride = Math.ceil((size + textUnits * 2) / 8) * 8;
  const perRound = Math.max(1, Math.floor(mostBytes / stride));
  const replies: Reply[] = [];
  for (let first = 0; first < questions.length; first += perRound) {
    replies.push(...askRound(control, { size, stride, acts }, questions.slice(first, first + perRound)));
  }
  return replies;
}

function askRound(
  control: Control,
  { size, stride, acts }: { readonly size: number; readonly stride: number; readonly acts: boolean },
  questions: readonly Question[],
): Reply[] {
  const { memory } = control;
  const base = memory.reserve(stride * questions.length);
  const bytes = Buffer.alloc(stride * questions.length);
  const slots = questions.map((_, index): Slot => {
    const address = base + stride * index;
    return { address, textAddress: address + size };
  });
  for (const [index, question] of questions.entries()) {
    question.pack(slots[index] as Slot).copy(bytes, stride * index);
  }
  memory.write(bytes);
  const answers = questions.map(({ message, wParam = 0, bareText = false }, index) => {
    if (message === null) return 0;
    const { address, textAddress } = slots[index] as Slot;
    const lParam = bareText ? textAddress : address;
    return acts ? control.request(message, wParam, lParam) : control.ask(message, wParam, lParam);
  });
  const back = memory.read(bytes.length);
  return answers.map((answer, index) => {
    const slot = back.subarray(stride * index, stride * (index + 1));
    return { answer, bytes: slot.subarray(0, size), text: textIn(slot.subarray(size)) };
  });
}

/** Up to the first NUL. */
function textIn(bytes: Buffer): string {
  const text = bytes.toString('utf16le');
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}
