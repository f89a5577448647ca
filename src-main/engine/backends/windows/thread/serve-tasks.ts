import type { MessagePort } from 'node:worker_threads';
import { AppError, toWire, type Reply } from '#contract/errors';
import { createLog } from '../../../../base/log.ts';
import { captureTasks } from '../capture/print.ts';
import { elementTasks } from '../elements/tasks.ts';
import { translateError } from '../errors.ts';
import { windowTasks } from '../windows/tasks.ts';
import type { FromThread, TaskRequest, ThreadData } from './messages.ts';

const log = createLog('engine, blocking thread');

/** True once nobody waits for the task any more: it should then answer what it has. Cheap enough to ask in a loop. */
export type IsCancelled = () => boolean;
export type Task = (input: never, cancelled: IsCancelled) => unknown;

/** Everything this thread can do, by name. Synchronous: whatever it calls may block. */
const tasks: Readonly<Record<string, Task>> = { ...elementTasks, ...windowTasks, ...captureTasks };

/** Answers requests until it is told to end by `null`. */
export function serveTasks(port: MessagePort, { cancelled }: ThreadData): void {
  port.on('message', (request: TaskRequest | null) => {
    if (!request) {
      port.close();
      return;
    }
    const message: FromThread = { type: 'reply', id: request.id, reply: perform(request, cancelled) };
    port.postMessage(message);
  });
}

function perform({ id, task, input }: TaskRequest, cancelled: Int32Array): Reply<unknown> {
  try {
    const work = tasks[task];
    if (!work) throw new Error(`There is no task ${task}.`);
    return { ok: true, value: work(input as never, () => Atomics.load(cancelled, 0) === id) };
  } catch (error) {
    const translated = translateError(error);
    // Whatever is not in the vocabulary would otherwise be lost with the thread's own memory.
    if (!(translated instanceof AppError)) log('error', `${task} failed`, error);
    return { ok: false, error: toWire(translated) };
  }
}
