import type { AgentEvent } from '#contract/model/agent';

/** Where an agent's run is written down while it happens: the trace of that run. */
export interface AgentJournal {
  /** Written at once. Never throws: a full disk ends the trace, not the run. */
  tell(event: AgentEvent): void;
  /** Stores what is too long for a line, and names it; written in the background. */
  keep(content: string | Uint8Array, kind: 'txt' | 'json' | 'png' | 'jpg'): string;
}
