import { AppError } from '#contract/errors';
import type { CallHold } from '../../debugger/call-hold.ts';
import type { Caller } from '#contract/model/tool-call';
import { effectOf, type Tool } from '../define-tool.ts';

type Input = Record<string, unknown>;

export interface HoldableCall {
  readonly hold?: CallHold;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly progress?: (fraction: number, message: string) => void;
}

/** A call as a person may see it. */
export interface ShownCall {
  readonly tool: Tool;
  readonly input: Input;
  readonly shown: Input;
  readonly isSecret: boolean;
  readonly window: () => Promise<string>;
  /** Why other arguments cannot be used; empty where they can. */
  readonly check: (parameters: Readonly<Input>) => string;
}

/** So little that whatever the tool itself tells is more. */
const noProgress = 1e-6;

/**
 * Waits where a person holds agents.
 * @returns the arguments it shall be made with; null for its own
 * @throws AppError `cancelled`; `permission_denied` where the person denied it
 */
export async function waitWhileHeld(call: HoldableCall, asked: ShownCall): Promise<Readonly<Input> | null> {
  const { hold, caller, signal, progress } = call;
  if (!hold || caller.kind !== 'agent') return null;
  let told = 0;
  const { tool, input, shown: parameters, isSecret, window, check } = asked;
  const acts = effectOf(tool, input) !== 'observe';
  const stillWaits = () =>
    progress?.((told += noProgress), 'Held by the user in Deskscope: it waits until they let it go.');
  const waiting = { caller, tool: tool.name, acts, parameters, isSecret, window, check, stillWaits };
  const release = await hold.hold(waiting, signal);
  if (release.do === 'go') return null;
  if (release.do === 'edit') return release.parameters;
  throw new AppError('permission_denied', 'The user looked at this call and did not let it through.', {
    hint: 'Do it another way, or ask the user.',
    delivery: 'not_delivered',
  });
}
