import { Worker } from 'node:worker_threads';
import { AppError, fromWire } from '#contract/errors';
import { withDeadline } from '../../../../base/async/deadline.ts';
import { declare } from '../native/library.ts';
import { wake, type FromPump, type PumpData, type ToPump } from './messages.ts';

const postThreadMessage = declare<(thread: number, message: number, wParam: number, lParam: number) => number>(
  'user32',
  'int32 PostThreadMessageW(uint32 thread, uint32 message, uintptr_t wParam, intptr_t lParam)',
);

/** Timeout for work of milliseconds, which may take a busy machine seconds; a later pump is broken. */
const answerMs = 5_000;

/**
 * The thread that waits for Windows messages: window events, low-level hooks, our own outline windows. Its work is divided into
 * jobs, which are passed to `run-pump.ts`. Started on first use.
 */
export class Pump {
  readonly #entry: string;
  readonly #listeners = new Map<string, (payload: unknown) => void>();
  readonly #calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #started: Promise<{ readonly worker: Worker; readonly thread: number }> | null = null;
  #nextId = 1;
  #closed = false;

  /** @param entry the script that runs as a thread of the engine */
  constructor(entry: string) {
    this.#entry = entry;
  }

  /** Messages of a job; one listener per topic. */
  on(topic: string, listener: (payload: unknown) => void): void {
    this.#listeners.set(topic, listener);
  }

  /** @throws AppError the job's error; `timeout` if the pump is stuck */
  async call<T>(job: string, input: unknown): Promise<T> {
    if (this.#closed) throw new AppError('cancelled');
    const { worker, thread } = await (this.#started ??= this.#start());
    const id = this.#nextId++;
    const answer = new Promise<unknown>((resolve, reject) => this.#calls.set(id, { resolve, reject }));
    const message: ToPump = { id, job, input };
    worker.postMessage(message);
    // A thread inside GetMessage does not read its port: it is woken by a Windows message.
    postThreadMessage(thread, wake, 0, 0);
    try {
      return (await withDeadline({ timeoutMs: answerMs, what: `The event thread's ${job}` }, () => answer)) as T;
    } finally {
      this.#calls.delete(id);
    }
  }

  /** Ends the thread: removes hooks and destroys our windows. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const started = this.#started;
    if (started) await this.call('close', null).catch(() => undefined);
    this.#closed = true;
    (await started?.catch(() => null))?.worker.unref();
  }

  #start(): Promise<{ readonly worker: Worker; readonly thread: number }> {
    const data: PumpData = { thread: 'pump' };
    const worker = new Worker(this.#entry, { workerData: data });
    return new Promise((resolve, reject) => {
      worker.on('message', (message: FromPump) => {
        if (message.type === 'ready') resolve({ worker, thread: message.threadId });
        else this.#receive(message);
      });
      worker.once('error', (error) => {
        this.#started = null;
        for (const call of this.#calls.values()) call.reject(error);
        reject(error);
      });
    });
  }

  #receive(message: Exclude<FromPump, { type: 'ready' }>): void {
    if (message.type === 'event') {
      this.#listeners.get(message.topic)?.(message.payload);
      return;
    }
    const call = this.#calls.get(message.id);
    if (message.reply.ok) call?.resolve(message.reply.value);
    else call?.reject(fromWire(message.reply.error));
  }
}
