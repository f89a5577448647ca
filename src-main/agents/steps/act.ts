import type { PlannedAction } from '#contract/model/agent';
import type { Rect } from '#contract/model/geometry';
import type { CommandResult } from '../../computer/commands.ts';
import type { ComputerPlace } from '../../computer/computer-manager.ts';
import type { SessionParts } from '../session-parts.ts';
import { throwIfAborted } from './commands.ts';

export interface Acted {
  readonly action: PlannedAction;
  readonly result: CommandResult;
}

/** Does the actions one after the other; after one that failed the rest is skipped. @throws AppError `cancelled` */
export async function act(
  { computers, journal, signal }: SessionParts,
  place: ComputerPlace,
  step: number,
  actions: readonly PlannedAction[],
  targetOf: (action: PlannedAction) => Rect | null = () => null,
): Promise<readonly Acted[]> {
  const commands = actions.map((action) => ({ tool_name: action.function, parameters: { ...action.arguments } }));
  const { agent, process = null, root = null } = place;
  const results = await computers.router.execute(agent, process, root, commands, { earlyExit: true, signal });
  const acted = actions.flatMap((action, index) => {
    const result = results[index];
    return result ? [{ action, result }] : [];
  });
  for (const { action, result } of acted) {
    const text = result.observation || (result.error ?? '');
    journal.tell({ event: 'acted', step, action, calls: [], status: result.status, text, target: targetOf(action) });
  }
  throwIfAborted(signal);
  return acted;
}

export function allSucceeded(acted: readonly Acted[]): boolean {
  return acted.every(({ result }) => result.status === 'success');
}

/** Characters of a result that a model is told again. */
const mostOfResult = 500;

/** As the model reads what came of its last step, and as the blackboard keeps it. */
export function inWords({ action, result }: Acted): string {
  const given = Object.entries(action.arguments).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const said = (result.observation || (result.error ?? '')).slice(0, mostOfResult);
  return `${action.function}(${given.join(', ')}): ${result.status}. ${said}`;
}
