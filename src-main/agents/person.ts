import type { AgentKind, AgentRef } from '#contract/model/agents/agent';

export interface PersonQuestion {
  readonly agent: AgentRef;
  /** As the agent words it: text of a model, to be shown as such. */
  readonly text: string;
}

/** An act that is only done where the person says yes. */
export interface PersonConfirmation extends PersonQuestion {
  /** What would be called, for a person. */
  readonly action: string;
}

/** Whoever answers for the user: our own window, a terminal, or nobody. */
export interface Person {
  /** Null where nobody answers. @throws AppError `cancelled` */
  answer(question: PersonQuestion, signal: AbortSignal): Promise<string | null>;
  /** Null where nobody answers; that is no permission. @throws AppError `cancelled` */
  confirm(question: PersonConfirmation, signal: AbortSignal): Promise<boolean | null>;
}

/** As a model asks that is a person. */
export function askAs(person: Person, kind: AgentKind): (text: string, signal: AbortSignal) => Promise<string | null> {
  return (text, signal) => person.answer({ agent: { kind, name: kind }, text }, signal);
}

/** Where there is no one to ask. */
export const nobody: Person = { answer: () => Promise.resolve(null), confirm: () => Promise.resolve(null) };
