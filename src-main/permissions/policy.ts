import type { Caller } from '#contract/model/tool-call';

/**
 * What agents may do without being asked: `observe` looks only, `ask` asks before every act, `act` acts freely, `all`
 * also what is dangerous beyond acting.
 */
export const policyModes = ['observe', 'ask', 'act', 'all'] as const;
export type PolicyMode = (typeof policyModes)[number];

/** What a call would do, as the tool declares it. */
export type Effect = 'observe' | 'act';

export interface PolicyQuestion {
  readonly effect: Effect;
  readonly caller: Caller;
  readonly mode: PolicyMode;
}

export type PolicyAnswer = 'allow' | 'deny' | 'ask';

/**
 * Looking is free. The person at this machine acts freely: in our window, by replaying their recording, on the command
 * line. An agent is someone else, and `mode` decides; what it asks for may have been granted before.
 */
export function decide({ effect, caller, mode }: PolicyQuestion): PolicyAnswer {
  if (effect === 'observe' || caller.kind !== 'agent') return 'allow';
  switch (mode) {
    case 'act':
    case 'all':
      return 'allow';
    case 'ask':
      return 'ask';
    case 'observe':
      return 'deny';
  }
}
