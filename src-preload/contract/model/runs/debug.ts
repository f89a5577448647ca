import { z } from 'zod';

const words = z.string().trim().min(1).max(1_000);

/** Breakpoints for any agent; texts match case-insensitively. */
export const breakpoint = z.discriminatedUnion('on', [
  /** Before a tool, by its name; `*` matches anything. */
  z.strictObject({ on: z.literal('tool'), name: words }),
  /** Before a call whose arguments contain a text, such as an element's name. */
  z.strictObject({ on: z.literal('text'), text: words }),
  /** Before a call on an element, by a part of its name. */
  z.strictObject({ on: z.literal('element'), text: words }),
  /** Before a call in a window, by a part of its title or the name of its app. */
  z.strictObject({ on: z.literal('window'), text: words }),
  /** Before every call that acts. */
  z.strictObject({ on: z.literal('act') }),
  /** After a call that failed, before the next one. */
  z.strictObject({ on: z.literal('error') }),
  /** Before the same call is repeated this many times in a row. */
  z.strictObject({ on: z.literal('repeat'), times: z.number().int().min(2).max(100) }),
  /** At the answer that brings the cost of a task to this many US dollars. */
  z.strictObject({ on: z.literal('cost'), dollars: z.number().positive().max(10_000) }),
  /** The same in tokens, if no price is known. */
  z.strictObject({ on: z.literal('tokens'), tokens: z.number().int().positive() }),
]);
export type Breakpoint = Readonly<z.output<typeof breakpoint>>;

/** An agent's step, answer, call or result that waits for the user. */
export interface Held {
  readonly id: string;
  /** A task's step before it begins, its model's answer, a call of any agent, or its result. */
  readonly kind: 'step' | 'answer' | 'call' | 'result';
  /** Its agent. */
  readonly who: string;
  /** In a few words; for a call, its tool. */
  readonly title: string;
  /** The call's target, as in lists of calls; missing if unknown. */
  readonly target?: string;
  /** A call's arguments, an answer's text, or a result; null for a step. Passwords are masked. */
  readonly content: string | null;
  /** False if masked: the shown arguments differ from the real ones. */
  readonly editable: boolean;
  /** Why it is held, in a sentence. */
  readonly why: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export interface DebugState {
  /** `paused`: every act, step and answer is held. `taken over`: likewise, and nothing continues until the user hands back. */
  readonly mode: 'running' | 'paused' | 'taken over';
  /** The user's manual actions since taking over, a sentence each. */
  readonly did: readonly string[];
  readonly breakpoints: readonly Breakpoint[];
  /** Oldest first. */
  readonly held: readonly Held[];
}

/** What to do with a held item. `edit`: continues with other arguments (JSON) or another answer. */
export const release = z.discriminatedUnion('do', [
  /** `holdResult`: for a call, whose result can be inspected and replaced before its agent reads it. */
  z.strictObject({ do: z.literal('go'), holdResult: z.boolean().optional() }),
  z.strictObject({ do: z.literal('edit'), content: z.string().max(1_000_000), holdResult: z.boolean().optional() }),
  /** For calls only: the agent is told that the user denied it. */
  z.strictObject({ do: z.literal('deny') }),
]);
export type Release = Readonly<z.output<typeof release>>;
