import { z } from 'zod';
import { sleep } from '../../base/async/deadline.ts';
import { defineTool } from '../define-tool.ts';

/** Takes 400 ms in twenty steps, each with progress; calls `onAbort` when it is cancelled. */
export function slowTool(onAbort: () => void) {
  return defineTool({
    name: 'slow',
    namespace: 'Test',
    type: 'action',
    effect: 'observe',
    title: 'Slow',
    description: 'Takes its time.',
    input: z.object({ stepMs: z.number().default(20) }),
    async run(context, { stepMs }) {
      context.signal.addEventListener('abort', onAbort);
      for (let i = 1; i <= 20; i++) {
        context.progress(i / 20, `step ${i}`);
        await sleep(stepMs, context.signal);
      }
      return { text: 'done' };
    },
  });
}
