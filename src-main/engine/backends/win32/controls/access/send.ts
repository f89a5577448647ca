import { AppError } from '#contract/errors';
import { errorCode, forgetFailure, lastFailure } from '../../native/errors.ts';
import type { Hwnd } from '../../native/types.ts';
import { postMessage, sendMessageTimeout, waiting } from '../../native/constants.ts';
import { silenceOf } from '../../native/answering.ts';
import * as api from './api.ts';
import type { Control } from './control.ts';

/**
 * How long a program may take for one message, in milliseconds: one that is well answers within a few, one that has just
 * started or is busy may need some hundreds. The first that it does not answer ends the call.
 */
const maxWaitMs = 800;
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
  return answered(window, () => api.sendTwoBuffers(window, message, wParam, lParam, flags, maxWaitMs, answer));
}

/** Leaves a message for the window and does not wait for what comes of it, such as a dialog that stays open. */
export function post(window: Hwnd, message: number, wParam = 0, lParam = 0): void {
  if (!postMessage(window, message, wParam, lParam)) throw gone();
}

/** Hands a message straight to the window, and does not wait for what comes of it. */
export function notify(window: Hwnd, message: number, wParam = 0, lParam = 0): void {
  if (!api.sendNotifyMessage(window, message, wParam, lParam)) throw gone();
}

/** @throws AppError `target_not_responding` if the window's thread takes no messages */
export function probe(window: Hwnd): void {
  send(window, 0);
}

function limit(acts: boolean | undefined): number {
  return acts ? actPatienceMs : maxWaitMs;
}

function answered(window: Hwnd, ask: () => number, acts = false): number {
  forgetFailure();
  if (ask()) return Number(answer.readBigInt64LE());
  const failure = lastFailure('SendMessageTimeout');
  if (!api.isWindow(window)) throw gone();
  // Windows denies messages to windows with higher privileges; Wine, to those that are being closed.
  if (failure.code === errorCode.accessDenied) throw silenceOf(window, maxWaitMs) ? gone() : failure;
  throw new AppError('target_not_responding', 'The app does not respond to window messages.', {
    delivery: acts ? 'unknown' : 'not_delivered',
  });
}

function gone(): AppError {
  return new AppError('element_stale', 'The control is gone.', { delivery: 'not_delivered' });
}

/** Where the structure of a question will be in the other process, and the text buffer that goes with it. */
interface Slot {
  readonly address: number;
  readonly textAddress: number;
}

/** A message with a structure. */
interface Question {
  /** Null if nothing is to be asked after all: then the answer is 0. */
  readonly message: number | null;
  readonly wParam?: number;
  /** Where the message has no structure of its own but a bare text buffer. */
  readonly bareText?: boolean;
  /** The structure as it is sent, as long as `Batch.size`. */
  pack(slot: Slot): Buffer;
}

interface Reply {
  /** The message's own answer, 32 bits of it. */
  readonly answer: number;
  /** The structure as it came back. */
  readonly bytes: Buffer;
  readonly text: string;
}

interface Batch {
  /** Bytes of the structure. */
  readonly size: number;
  /** UTF-16 units of the text buffer with each structure, its end mark included; 0 for none. */
  readonly textUnits?: number;
  /** The app does something about it, which may take it a while. */
  readonly acts?: boolean;
}

/** So much at most is written into another process at once. */
const mostBytes = 0x10000;

/**
 * Sends messages with structures to a common control: all structures are written into its process at once, and read
 * back at once, because that costs far more than the messages.
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
