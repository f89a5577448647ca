import type { ToolOutcome } from '#contract/api';
import { fromWire } from '#contract/errors';
import type { ToolRunner } from '../mcp/tool-runner.ts';
import { createToolSession } from '../mcp/tool-session.ts';
import type { Act } from './ipc/handlers/inspect.ts';

/** The user's own acts in our window: through the tool-runner, so that they are traced like everybody's. */
export function createAct(runner: ToolRunner): Act {
  const session = createToolSession();
  return async (tool, parameters): Promise<ToolOutcome> => {
    const outcome = await runner.run(tool, parameters, { caller: { kind: 'user', name: 'You' }, session });
    if (!outcome.ok) throw fromWire(outcome.error);
    return { text: outcome.result.text, elapsedMs: outcome.elapsedMs };
  };
}
