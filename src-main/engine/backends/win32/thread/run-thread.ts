import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from './messages.ts';

/** What a thread of the engine does, by its name. Each loads only what it needs. */
export async function runThread(): Promise<void> {
  if (!parentPort) throw new Error('This is not a thread.');
  const data = workerData as ThreadData;
  switch (data.thread) {
    case 'blocking': {
      const [{ serveTasks }, { blockingTasks }] = await Promise.all([
        import('./serve-tasks.ts'),
        import('./blocking-tasks.ts'),
      ]);
      serveTasks(parentPort, data, blockingTasks);
      return;
    }
    case 'pump': {
      const { runPump } = await import('./run-pump.ts');
      runPump(parentPort);
      return;
    }
    case 'uiaEvents': {
      const { runUiaEvents } = await import('./run-uia-events.ts');
      runUiaEvents(parentPort);
      return;
    }
  }
}
