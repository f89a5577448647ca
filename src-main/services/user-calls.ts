import type { ToolOutcome } from '#contract/api';
import { fromWire } from '#contract/errors';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { createToolSession } from '../tools/session/tool-session.ts';

/** Runs a tool on behalf of the user and throws its failure. */
export type Act = (tool: string, parameters: Readonly<Record<string, unknown>>) => Promise<ToolOutcome>;

/** The user's own acts in our window: they go through the tool runner, so that they are traced like any call. */
export function createAct(runner: () => ToolRunner): Act {
  const session = createToolSession();
  return async (tool, parameters): Promise<ToolOutcome> => {
    const outcome = await runner().run(tool, parameters, { caller: { kind: 'user', name: 'You' }, session });
    if (!outcome.ok) throw fromWire(outcome.error);
    return { text: outcome.result.text, elapsedMs: outcome.elapsedMs };
  };
}
