import type { AgentEvent } from '#contract/model/agents/agent';

/** Where an agent's run is written down while it happens: the trace of that run. */
export interface AgentJournal {
  /** Written at once. Never throws: a full disk ends the trace, not the run. */
  tell(event: AgentEvent): void;
  /** Stores what is too long for a line, and names it; written in the background. */
  keep(content: string | Uint8Array, kind: 'txt' | 'json' | 'png' | 'jpg'): string;
  /** Numbers of the calls that the run made since this was asked last: what is done in between is what made them. */
  takeCalls(): readonly number[];
}
