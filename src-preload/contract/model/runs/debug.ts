import { z } from 'zod';

const words = z.string().trim().min(1).max(1_000);

/** Where an agent is held, anyone who it is; words are looked for in any case of letters. */
export const breakpoint = z.discriminatedUnion('on', [
  /** Before a tool, by its name; `*` represents anything. */
  z.strictObject({ on: z.literal('tool'), name: words }),
  /** Before a call whose arguments hold a text, such as the name of an element. */
  z.strictObject({ on: z.literal('text'), text: words }),
  /** Before a call on an element, by a part of what it is called. */
  z.strictObject({ on: z.literal('element'), text: words }),
  /** Before a call in a window, by a part of its title or the name of its app. */
  z.strictObject({ on: z.literal('window'), text: words }),
  /** Before every call that acts. */
  z.strictObject({ on: z.literal('act') }),
  /** After a call that failed, before the next one. */
  z.strictObject({ on: z.literal('error') }),
  /** Before the same call comes so many times in a row. */
  z.strictObject({ on: z.literal('repeat'), times: z.number().int().min(2).max(100) }),
  /** At the answer with which a task has cost so many US dollars. */
  z.strictObject({ on: z.literal('cost'), dollars: z.number().positive().max(10_000) }),
  /** The same in tokens, if no price is known. */
  z.strictObject({ on: z.literal('tokens'), tokens: z.number().int().positive() }),
]);
export type Breakpoint = Readonly<z.output<typeof breakpoint>>;

/** Something of an agent's that waits for a person. */
export interface Held {
  readonly id: string;
  /** A step of a task that would begin, an answer of its model, a call of any agent, or the result of one. */
  readonly kind: 'step' | 'answer' | 'call' | 'result';
  /** Whose it is. */
  readonly who: string;
  /** In a few words; a call's tool. */
  readonly title: string;
  /** What a call would act on, as lists of calls report it; missing if that is not known. */
  readonly target?: string;
  /** The arguments of a call, the text of an answer, or a result; null for a step. Passwords are masked. */
  readonly content: string | null;
  /** False for a call whose arguments are masked: what is shown is not what it would be called with. */
  readonly editable: boolean;
  /** Why it is held, in a sentence. */
  readonly why: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export interface DebugState {
  /** `paused`: every act, step and answer is held. `taken over`: so they are, and nothing goes until the person hands back. */
  readonly mode: 'running' | 'paused' | 'taken over';
  /** What the person did by hand since they took over, a sentence each. */
  readonly did: readonly string[];
  readonly breakpoints: readonly Breakpoint[];
  /** Oldest first. */
  readonly held: readonly Held[];
}

/** What becomes of what is held. `edit`: it goes on with other arguments (JSON) or another answer. */
export const release = z.discriminatedUnion('do', [
  /** `holdResult`: of a call, so that what it answers can be looked at and replaced before its agent reads it. */
  z.strictObject({ do: z.literal('go'), holdResult: z.boolean().optional() }),
  z.strictObject({ do: z.literal('edit'), content: z.string().max(1_000_000), holdResult: z.boolean().optional() }),
  /** Of a call alone: the agent is told that the user denied it. */
  z.strictObject({ do: z.literal('deny') }),
]);
export type Release = Readonly<z.output<typeof release>>;
