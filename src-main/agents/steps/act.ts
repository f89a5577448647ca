import type { PlannedAction } from '#contract/model/agents/agent';
import type { Rect } from '#contract/model/geometry';
import { skippedResult, type Command, type CommandResult } from '../../computer/commands.ts';
import type { ComputerPlace } from '../../computer/computer-manager.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { throwIfAborted } from './commands.ts';

export interface Acted {
  readonly action: PlannedAction;
  readonly result: Pick<CommandResult, 'status' | 'result' | 'observation' | 'error'>;
}

/** Does the actions one after the other; after one that failed the rest is skipped. @throws AppError `cancelled` */
export async function act(
  parts: SessionParts,
  place: ComputerPlace,
  step: number,
  actions: readonly PlannedAction[],
  targetOf: (action: PlannedAction) => Rect | null = () => null,
): Promise<readonly Acted[]> {
  const { journal, signal } = parts;
  const acted: Acted[] = [];
  // Calls of looks are nobody's act.
  journal.takeCalls();
  for (const action of actions) {
    const result = allSucceeded(acted) ? await actOnce(parts, place, action) : skippedResult(commandOf(action));
    const text = result.observation || (result.error ?? '');
    const calls = [...journal.takeCalls()];
    journal.tell({ event: 'acted', step, action, calls, status: result.status, text, target: targetOf(action) });
    acted.push({ action, result });
  }
  throwIfAborted(signal);
  return acted;
}

async function actOnce(
  { computers, signal }: SessionParts,
  { agent, process = null, root = null }: ComputerPlace,
  action: PlannedAction,
): Promise<CommandResult> {
  const [result] = await computers.router.execute(agent, process, root, [commandOf(action)], { signal });
  return result ?? skippedResult(commandOf(action));
}

function commandOf({ function: name, arguments: given }: PlannedAction): Command {
  return { tool_name: name, parameters: { ...given } };
}

export function allSucceeded(acted: readonly Acted[]): boolean {
  return acted.every(({ result }) => result.status === 'success');
}

/** Characters of a result that a model is shown again. */
const mostOfResult = 500;

/** As the model reads what came of its last step, and as the blackboard keeps it. */
export function inWords({ action, result }: Acted): string {
  const given = Object.entries(action.arguments).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const said = (result.observation || (result.error ?? '')).slice(0, mostOfResult);
  return `${action.function}(${given.join(', ')}): ${result.status}. ${said}`;
}
