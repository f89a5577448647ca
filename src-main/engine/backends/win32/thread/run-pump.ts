import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { toWire, type Reply } from '#contract/errors';
import { translateError } from '../native/errors.ts';
import { declare } from '../native/library.ts';
import type { Hwnd, NativePoint } from '../native/types.ts';
import { getCurrentThreadId } from '../native/gui-thread.ts';
import { type PumpJob, type PumpJobs, wake, type FromPump, type ToPump } from './messages.ts';

interface Msg {
  readonly window: Hwnd;
  readonly message: number;
  readonly wParam: number;
  readonly lParam: number;
  readonly time: number;
  readonly point: NativePoint;
}

const getMessage = declare<(message: Partial<Msg>, window: Hwnd, first: number, last: number) => number>(
  'user32',
  'int32 GetMessageW(_Out_ MSG* message, HWND window, uint32 first, uint32 last)',
);
const peekMessage = declare<
  (message: Partial<Msg>, window: Hwnd, first: number, last: number, remove: number) => number
>('user32', 'int32 PeekMessageW(_Out_ MSG* message, HWND window, uint32 first, uint32 last, uint32 remove)');
const translateMessage = declare<(message: Msg) => number>('user32', 'int32 TranslateMessage(MSG* message)');
const dispatchMessage = declare<(message: Msg) => number>('user32', 'intptr_t DispatchMessageW(MSG* message)');

/** Processes Windows messages until closed. Hook callbacks run inside `GetMessage`. */
export function runPump(port: MessagePort, jobs: PumpJobs): void {
  const send = (message: FromPump) => port.postMessage(message);
  const made = Object.entries(jobs).map(
    ([name, make]) => [name, make((topic, payload) => send({ type: 'event', topic, payload }))] as const,
  );
  const byName = new Map<string, PumpJob>(made);
  const message: Partial<Msg> = {};
  // A thread has no message queue before its first request for a message:
  // https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-postthreadmessagew
  peekMessage(message, 0, 0, 0, 0);
  send({ type: 'ready', threadId: getCurrentThreadId() });
  while (getMessage(message, 0, 0, 0) > 0) {
    if (message.window === 0 && message.message === wake) {
      if (answerAll(port, byName, send)) break;
      continue;
    }
    translateMessage(message as Msg);
    dispatchMessage(message as Msg);
  }
  for (const job of byName.values()) job.close();
  port.close();
}

/** @returns true to close */
function answerAll(
  port: MessagePort,
  byName: ReadonlyMap<string, PumpJob>,
  send: (message: FromPump) => void,
): boolean {
  for (;;) {
    const received = receiveMessageOnPort(port);
    if (!received) return false;
    const { id, job, input } = received.message as ToPump;
    if (job === 'close') {
      send({ type: 'reply', id, reply: { ok: true, value: null } });
      return true;
    }
    send({ type: 'reply', id, reply: perform(byName.get(job), job, input) });
  }
}

function perform(job: PumpJob | undefined, name: string, input: unknown): Reply<unknown> {
  try {
    if (!job) throw new Error(`The pump has no job ${name}.`);
    return { ok: true, value: job.call(input as never) };
  } catch (error) {
    return { ok: false, error: toWire(translateError(error)) };
  }
}
