import { AppError } from '#contract/errors';
import type { Caller } from '#contract/model/tool-call';
import type { Broker } from './broker.ts';
import { createGrants, type Grants } from './grants.ts';
import { decide, type Effect, type PolicyMode } from './policy.ts';

export interface GateQuestion {
  readonly effect: Effect;
  readonly caller: Caller;
  readonly tool: string;
  readonly title: string;
  readonly sentence: string;
  /** What it acts in; looked up only where the answer depends on it. */
  readonly target: () => Promise<string>;
}

/** Decides whether a call may run. `granted` where a person said so, `allowed` where policy does. */
export interface Gate {
  /** @throws AppError `permission_denied`, or `cancelled` when the signal aborts while someone is asked */
  decide(question: GateQuestion, signal: AbortSignal): Promise<'allowed' | 'granted'>;
}

export interface GateOptions {
  readonly policyMode: PolicyMode | (() => PolicyMode);
  readonly broker: Broker;
  readonly grants?: Grants;
}

export function createGate({ policyMode, broker, grants = createGrants() }: GateOptions): Gate {
  return {
    async decide(question, signal) {
      const mode = typeof policyMode === 'function' ? policyMode() : policyMode;
      const { effect, caller, tool, title, sentence } = question;
      const policy = decide({ effect, caller, mode });
      if (policy === 'allow') return 'allowed';
      if (policy === 'deny') throw denied('Agents may only look here.', '`--allow act` lets them act.');
      const target = await question.target();
      const scope = { caller, tool, target };
      if (grants.has(scope)) return 'granted';
      const answer = await broker.ask({ caller, tool, title, sentence, target }, signal);
      if (answer === 'deny') throw denied(broker.denial.message, broker.denial.hint);
      if (answer === 'session') grants.add(scope);
      return 'granted';
    },
  };
}

function denied(message: string, hint: string): AppError {
  return new AppError('permission_denied', message, { hint, delivery: 'not_delivered' });
}
