import { parentPort, workerData } from 'node:worker_threads';
import type { StrategyChoice } from '../elements/strategy.ts';
import type { BlockingData, PumpData } from '../thread/messages.ts';
import type { UiaEventsData, UiaHandlersData } from '../uia/events/messages.ts';

/** Arguments of each worker thread. */
type ThreadData = BlockingData | PumpData | UiaEventsData | UiaHandlersData;

/** The tasks of an engine thread, by name. Each loads only what it needs. */
export async function runThread(): Promise<void> {
  if (!parentPort) throw new Error('This is not a thread.');
  const data = workerData as ThreadData;
  switch (data.thread) {
    case 'blocking': {
      const [{ serveTasks }, { blockingTasks }] = await Promise.all([
        import('../thread/serve-tasks.ts'),
        import('./blocking-tasks.ts'),
      ]);
      serveTasks(parentPort, data, blockingTasks(data.given as StrategyChoice));
      return;
    }
    case 'pump': {
      const [{ runPump }, { winEventsJob }, { lowLevelHooksJob }, { outlineJob }] = await Promise.all([
        import('../thread/run-pump.ts'),
        import('../windows/list/win-events.ts'),
        import('../observe/low-level-hooks.ts'),
        import('../highlight/outline-window.ts'),
      ]);
      runPump(parentPort, { winEvents: winEventsJob, hooks: lowLevelHooksJob, outline: outlineJob });
      return;
    }
    case 'uiaEvents': {
      const { runUiaEvents } = await import('../uia/events/run-events.ts');
      runUiaEvents(parentPort, data);
      return;
    }
    case 'uiaHandlers': {
      const { runUiaHandlers } = await import('../uia/events/run-handlers.ts');
      runUiaHandlers(parentPort);
      return;
    }
  }
}
