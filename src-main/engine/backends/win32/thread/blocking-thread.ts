import { Worker } from 'node:worker_threads';
import { AppError, fromWire } from '#contract/errors';
import type { BlockingData, TaskReply } from './messages.ts';

/** A task this late is considered stuck in another program; milliseconds. */
const graceMs = 400;
/** Maximum number of stuck threads before the whole process is replaced: each holds resources. */
const mostStuck = 4;

/** One-time preparation of a thread for a kind of tasks, and its timeout. */
export interface Opening {
  readonly task: string;
  readonly timeoutMs: number;
}

export interface TaskOptions {
  /** The responsible app's name, for the error message if the task does not return. */
  readonly target: string;
  /** Milliseconds from its start, excluding its time in the queue. */
  readonly timeoutMs: number;
  /** Asks the task to stop and return its partial result. */
  readonly signal?: AbortSignal;
  /** The result is no longer needed: the task need not start, and a running one may stop. */
  readonly abandoned?: AbortSignal | undefined;
  /** Runs on each thread before its first such task, without taking the task's time. */
  readonly opening?: Opening;
}

interface Job {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
  readonly options: TaskOptions;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly drop: () => void;
}

/**
 * Runs tasks that may wait for other programs, one at a time, on a separate thread. A thread stuck in native code cannot be
 * ended: its task fails with `target_not_responding`, the thread is abandoned and ends once it is free, and another takes over.
 */
export class BlockingThread {
  readonly #entry: string;
  readonly #lost: (error: AppError) => void;
  readonly #given: unknown;
  readonly #waiting: Job[] = [];
  #worker: Worker | null = null;
  /** Whether it accepts tasks yet: timeouts start only then, or a busy machine would look like a stuck app. */
  #isReady = false;
  #isOpen = false;
  #cancelled = new Int32Array(new SharedArrayBuffer(4));
  #running: { readonly job: Job; readonly done: () => void } | null = null;
  #nextId = 1;
  /** Abandoned threads; each ends once it is free. */
  readonly #stuck = new Set<Worker>();
  #closed = false;

  /**
   * @param entry the script that runs as a thread of the engine
   * @param given arguments for creating the tasks there; cloneable
   */
  constructor(entry: string, lost: (error: AppError) => void, given: unknown = null) {
    this.#entry = entry;
    this.#lost = lost;
    this.#given = given;
  }

  /** Number of stuck threads. */
  get leftBehind(): number {
    return this.#stuck.size;
  }

  /** @throws AppError the task's error, `target_not_responding` if it does not return, `cancelled` after disposal */
  run<T>(task: string, input: unknown, options: TaskOptions): Promise<T> {
    const { abandoned } = options;
    if (this.#closed || abandoned?.aborted) return Promise.reject(new AppError('cancelled'));
    return new Promise<T>((resolve, reject) => {
      const job: Job = {
        id: this.#nextId++,
        task,
        input,
        options,
        resolve: resolve as (value: unknown) => void,
        reject,
        drop: () => this.#drop(job),
      };
      abandoned?.addEventListener('abort', job.drop, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  /** Lets the thread end on its own; a stuck one ends with the process. */
  close(): void {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new AppError('cancelled'));
    this.#worker?.postMessage(null);
    this.#worker?.unref();
  }

  #drop(job: Job): void {
    const place = this.#waiting.indexOf(job);
    if (place < 0) {
      this.#breakOff(job);
      return;
    }
    this.#waiting.splice(place, 1);
    job.reject(new AppError('cancelled'));
  }

  #breakOff(job: Job): void {
    Atomics.store(this.#cancelled, 0, job.id);
  }

  #next(): void {
    if (this.#running || this.#closed || this.#waiting.length === 0) return;
    this.#worker ??= this.#startWorker();
    if (!this.#isReady) return;
    const job = this.#waiting.shift();
    if (!job) return;
    if (job.options.signal?.aborted || job.options.abandoned?.aborted) {
      job.reject(new AppError('cancelled'));
      this.#next();
      return;
    }
    const { opening } = job.options;
    if (opening && !this.#isOpen) this.#open(job, opening);
    else this.#start(job);
  }

  /** A failed preparation fails the task that it was for. */
  #open(job: Job, { task, timeoutMs }: Opening): void {
    this.#start({
      id: this.#nextId++,
      task,
      input: null,
      options: { target: job.options.target, timeoutMs },
      resolve: () => {
        this.#isOpen = true;
        this.#waiting.unshift(job);
      },
      reject: job.reject,
      drop: job.drop,
    });
  }

  #start(job: Job): void {
    const { signal, abandoned, timeoutMs } = job.options;
    const end = () => {
      this.#breakOff(job);
      timer = setTimeout(() => this.#leaveBehind(job), graceMs);
    };
    let timer = setTimeout(end, timeoutMs);
    const aborted = () => {
      clearTimeout(timer);
      end();
    };
    signal?.addEventListener('abort', aborted, { once: true });
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      abandoned?.removeEventListener('abort', job.drop);
      this.#running = null;
    };
    this.#running = { job, done };
    this.#worker?.postMessage({ id: job.id, task: job.task, input: job.input });
  }

  #leaveBehind(job: Job): void {
    const worker = this.#worker;
    worker?.unref();
    worker?.postMessage(null);
    if (worker) this.#stuck.add(worker);
    this.#worker = null;
    // The abandoned thread keeps its own memory, in which it must still see that it was abandoned.
    this.#cancelled = new Int32Array(new SharedArrayBuffer(4));
    const why = new AppError('target_not_responding', `${job.options.target || 'The app'} is not responding.`);
    this.#finish(job, () => job.reject(why));
    if (this.#stuck.size > mostStuck) this.#lost(why);
  }

  #startWorker(): Worker {
    this.#isReady = this.#isOpen = false;
    const data: BlockingData = { thread: 'blocking', given: this.#given, cancelled: this.#cancelled };
    const worker = new Worker(this.#entry, { workerData: data });
    worker.once('message', () => {
      if (worker !== this.#worker) return;
      this.#isReady = true;
      worker.on('message', (message: TaskReply) => this.#receive(message));
      this.#next();
    });
    worker.on('error', (error) => this.#failed(worker, error));
    worker.on('exit', () => this.#stuck.delete(worker));
    return worker;
  }

  #receive({ id, reply }: TaskReply): void {
    // An abandoned thread answers when it returns: the answer is dropped.
    if (this.#running?.job.id !== id) return;
    const { job } = this.#running;
    this.#finish(job, () => (reply.ok ? job.resolve(reply.value) : job.reject(fromWire(reply.error))));
  }

  #failed(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = null;
    const job = this.#running?.job ?? this.#waiting.shift();
    if (job) this.#finish(job, () => job.reject(error));
  }

  #finish(job: Job, settle: () => void): void {
    if (this.#running?.job === job) this.#running.done();
    settle();
    this.#next();
  }
}
