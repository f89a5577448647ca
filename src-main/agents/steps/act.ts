import type { PlannedAction } from '#contract/model/agents/agent';
import type { Rect } from '#contract/model/geometry';
import { AppError } from '#contract/errors';
import { personStep, type PersonAct } from '#contract/model/agents/person-act';
import { skippedResult, type Command, type CommandResult } from '../../computer/commands.ts';
import type { ComputerPlace } from '../../computer/computer-manager.ts';
import type { SessionParts } from '../session/session-parts.ts';

export interface Acted {
  readonly action: PlannedAction;
  readonly result: Pick<CommandResult, 'status' | 'result' | 'observation' | 'error'>;
}

/** Runs the actions one after the other; the rest is skipped after a failure. @throws AppError `cancelled` */
export async function act(
  parts: SessionParts,
  place: ComputerPlace,
  step: number,
  actions: readonly PlannedAction[],
  targetOf: (action: PlannedAction) => Rect | null = () => null,
): Promise<readonly Acted[]> {
  const { journal, signal } = parts;
  const acted: Acted[] = [];
  // Discards the calls of looks, which belong to no act.
  journal.takeCalls();
  for (const action of actions) {
    const result = allSucceeded(acted) ? await actOnce(parts, place, action) : skippedResult(commandOf(action));
    const text = result.observation || (result.error ?? '');
    const calls = [...journal.takeCalls()];
    journal.report({ event: 'acted', step, action, calls, status: result.status, text, target: targetOf(action) });
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

/** Maximum characters of a result that a model is shown again. */
const mostOfResult = 500;

/** The results of the last step, as the model reads them and the blackboard keeps them. */
export function inWords({ action, result }: Acted): string {
  const given = Object.entries(action.arguments).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const outcome = (result.observation || (result.error ?? '')).slice(0, mostOfResult);
  return `${action.function}(${given.join(', ')}): ${result.status}. ${outcome}`;
}

/** Calls one tool that only looks. @throws AppError `cancelled`; `tool_failed` with the tool's message */
export async function lookBy(
  { computers, signal }: SessionParts,
  place: ComputerPlace,
  tool: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<CommandResult> {
  const command = { tool_name: tool, tool_type: 'data_collection' as const, parameters };
  const { agent, process = null, root = null } = place;
  const [result] = await computers.router.execute(agent, process, root, [command], { signal });
  throwIfAborted(signal);
  if (result?.status !== 'success') throw new AppError('tool_failed', result?.observation ?? `${tool} said nothing.`);
  return result;
}

/** A cancelled tool looks like a failed result, which a model must not receive as such. */
export function throwIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  const reason: unknown = signal.reason;
  throw reason instanceof AppError ? reason : new AppError('cancelled');
}

/**
 * The user's act in the agents' place becomes a step of their run, and all of them read of it.
 * @param from the run that it belongs to, when replayed
 */
export function takeStep(
  { spending, round, subTasks, journal, blackboard }: SessionParts,
  act: PersonAct,
  from?: string,
): void {
  const step = spending.number();
  const subTask = subTasks.all.find(({ status }) => status === 'running');
  for (const event of personStep(act, { step, round: round(), subTask: subTask?.id, from })) journal.report(event);
  const entry = { step, agent: 'the user', subTask: subTask?.text ?? '', action: `${act.text} (by hand)` };
  blackboard.note({ list: 'trajectories', ...entry });
}
