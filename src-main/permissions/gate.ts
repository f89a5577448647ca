import { AppError } from '#contract/errors';
import type { Caller } from '#contract/model/tool-call';
import type { Access } from './access.ts';
import type { Broker } from './broker.ts';
import { createGrants, type Grants } from './grants.ts';
import { decide, type Effect, type PolicyMode } from './policy.ts';

export interface GateQuestion {
  readonly effect: Effect;
  readonly caller: Caller;
  readonly access: Access;
  readonly tool: string;
  readonly title: string;
  readonly sentence: string;
  /** What it acts in; looked up only where the answer depends on it. */
  readonly target: () => Promise<string>;
}

/** `granted` where a person said so, `allowed` where policy does. `decidedBy` names the rule or the answer. */
export type GateDecision =
  | { readonly decision: 'allowed' | 'granted'; readonly decidedBy: string }
  | { readonly decision: 'denied'; readonly decidedBy: string; readonly error: unknown };

/** Decides whether a call may run. */
export interface Gate {
  /** @throws AppError `cancelled` when the signal aborts while someone is asked */
  decide(question: GateQuestion, signal: AbortSignal): Promise<GateDecision>;
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
      const { effect, caller, access, tool, title, sentence } = question;
      if (access === 'read' && effect !== 'observe')
        return denied('the read-only token', readOnly.message, readOnly.hint);
      const policy = decide({ effect, caller, mode });
      const rule = `the policy “${mode}”`;
      if (policy === 'allow') return { decision: 'allowed', decidedBy: rule };
      if (policy === 'deny') return denied(rule, 'Agents may only look here.', '`--allow act` lets them act.');
      const target = await question.target();
      const scope = { caller, tool, target };
      if (grants.has(scope)) return { decision: 'granted', decidedBy: 'an answer for this session' };
      const answer = await broker.ask({ caller, tool, title, sentence, target }, signal);
      if (answer === 'deny') return denied('the answer “deny”', broker.denial.message, broker.denial.hint);
      if (answer === 'session') grants.add(scope);
      return { decision: 'granted', decidedBy: `the answer “${answer}”` };
    },
  };
}

const readOnly = {
  message: 'The token of this connection is read-only: it opens the tools that look, not those that act.',
  hint: 'Connect with the full token, which Deskscope shows in its settings.',
};

function denied(decidedBy: string, message: string, hint: string): GateDecision {
  const error = new AppError('permission_denied', message, { hint, delivery: 'not_delivered' });
  return { decision: 'denied', decidedBy, error };
}
