import { AppError } from '#contract/errors';
import type { AgentEvent } from '#contract/model/agents/agent';
import { callTarget } from '#contract/model/permissions/call-target';
import { stillWaiting } from '../../base/async/still-waiting.ts';
import type { CallRelease, WaitingCall, WaitingResult } from './call-hold.ts';
import type { Outcome, Waiting } from './waiting.ts';

interface Holding {
  readonly waiting: Waiting;
  /** Writes down what the person changed. */
  readonly tell: (event: AgentEvent) => void;
  readonly signal: AbortSignal;
}

/** @param why it is held, in a sentence @throws AppError `cancelled` */
export function holdCall(call: WaitingCall, why: string, { waiting, tell, signal }: Holding): Promise<CallRelease> {
  const before = JSON.stringify(call.parameters, null, 2);
  const means = (how: Outcome): CallRelease => {
    if (how.do !== 'edit') return how;
    if (call.isSecret) throw new AppError('invalid_parameter', 'A call with a password cannot be changed.');
    const parameters = parametersIn(how.content);
    const problem = call.check(parameters);
    if (problem !== '') throw new AppError('invalid_parameter', problem);
    tell({ event: 'edited', what: 'call', before, after: how.content });
    return { do: 'edit', parameters, holdResult: how.holdResult };
  };
  const target = callTarget({ parameters: call.parameters, where: '' });
  const held = { kind: 'call', who: call.caller.name, title: call.tool, target, content: before, why } as const;
  call.stillWaits();
  return stillWaiting(call.stillWaits, () => waiting.wait({ ...held, editable: !call.isSecret }, signal, means));
}

/** The result as the person lets it go; as it was where the call is given up. Never throws. */
export function holdResult(result: WaitingResult, { waiting, tell, signal }: Holding): Promise<string> {
  const { caller, tool: title, content, check } = result;
  const means = (how: Outcome): string => {
    if (how.do !== 'edit') return content;
    const problem = check(how.content);
    if (problem !== '') throw new AppError('invalid_parameter', problem);
    tell({ event: 'edited', what: 'result', before: content, after: how.content });
    return how.content;
  };
  const why = 'Its result, before the agent reads it.';
  const held = { kind: 'result', who: caller.name, title, content, editable: true, why } as const;
  result.stillWaits();
  return stillWaiting(result.stillWaits, () => waiting.wait(held, signal, means).catch(() => content));
}

/** @throws AppError `invalid_parameter` */
function parametersIn(content: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw new AppError('invalid_parameter', `The arguments are no JSON: ${String(cause)}`, { cause });
  }
  throw new AppError('invalid_parameter', 'The arguments must be a JSON object.');
}
