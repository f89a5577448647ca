import type { MessagePort } from 'node:worker_threads';
import { AppError, toWire, type Reply } from '#contract/errors';
import { createLog } from '../../../../base/log.ts';
import { translateError } from '../native/errors.ts';
import { ready, type BlockingData, type TaskReply, type ToBlocking } from './messages.ts';

const log = createLog('engine, blocking thread');

/** True once the task is abandoned: it should then return its partial result. Cheap enough for loops. */
export type IsCancelled = () => boolean;
export type Task = (input: never, cancelled: IsCancelled) => unknown;
/** All tasks of the thread, by name. Synchronous: they may block. */
export type Tasks = Readonly<Record<string, Task>>;

/** Answers requests until it receives `null`. */
export function serveTasks(port: MessagePort, { cancelled }: BlockingData, tasks: Tasks): void {
  port.on('message', (request: ToBlocking) => {
    if (!request) {
      port.close();
      return;
    }
    const { id, task, input } = request;
    const isCancelled = () => Atomics.load(cancelled, 0) === id;
    const answer: TaskReply = { id, reply: perform(task, () => named(tasks, task)(input as never, isCancelled)) };
    port.postMessage(answer);
  });
  port.postMessage(ready);
}

function named(tasks: Tasks, name: string): Task {
  const task = tasks[name];
  if (!task) throw new Error(`There is no task ${name}.`);
  return task;
}

function perform(name: string, work: () => unknown): Reply<unknown> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    const translated = translateError(error);
    // Error properties outside the vocabulary would otherwise be lost with the thread.
    if (!(translated instanceof AppError)) log('error', `${name} failed`, error);
    return { ok: false, error: toWire(translated) };
  }
}
