import { performance } from 'node:perf_hooks';
import type { AgentEvent, AgentKind, AgentRef } from '#contract/model/agents/agent';
import type { PersonAct } from '#contract/model/agents/person-act';
import { dialogOver, type WindowId } from '#contract/model/windows/window';
import { sleep } from '../base/async/deadline.ts';
import type { Engine } from '../engine/engine.ts';
import type { TaskOptions } from './session/session-parts.ts';

/** A run, as seen by the code that holds it. */
export interface HeldRun {
  readonly report: (event: AgentEvent) => void;
  /**
   * The user acted in the agents' place: the act becomes a step of the run, and the agents read it on the blackboard.
   */
  readonly did: (act: PersonAct) => void;
}

/** A model's answer, and the cost of the run so far. */
export interface HeldAnswer {
  readonly step: number;
  readonly text: string;
  readonly spent: {
    readonly tokens: number;
    /** US dollars; null if no price is known. */ readonly cost: number | null;
  };
}

/** Lets the user hold, inspect and change a run. Without a user watching, everything passes at once. */
export interface RunControl {
  /** Begins a run. @returns a function that ends it */
  begin(run: HeldRun): () => void;
  /** Before a step: waits while the run is held or taken over. @throws AppError `cancelled` */
  beforeStep(step: number, signal: AbortSignal): Promise<void>;
  /**
   * Called with a model's answer before it is followed: waits while the run is held, and returns the answer as the user
   * edited it; null if the user took over meanwhile, which makes the answer stale.
   * @throws AppError `cancelled`
   */
  answered(answer: HeldAnswer, signal: AbortSignal): Promise<string | null>;
}

export const uncontrolled: RunControl = {
  begin: () => () => undefined,
  beforeStep: () => Promise.resolve(),
  answered: ({ text }) => Promise.resolve(text),
};

/** How long an app may take to show the effect of an act, and the polling interval. Milliseconds. */
const restMs = 1_500;

const lookEveryMs = 100;

/** For agents, which identify windows by UFO's numbers. */
export function observerOf(engine: Pick<Engine, 'listWindows' | 'tree'>): Pick<TaskOptions, 'dialogOver' | 'rested'> {
  const listed = async (handle: number, signal: AbortSignal) => {
    const { items } = await engine.listWindows({}, { signal });
    const window = items.find(({ id }) => Number(id) === handle);
    return { items, window, dialog: window ? dialogOver(items, window.id) : null };
  };
  const shown = async (window: WindowId, signal: AbortSignal) =>
    JSON.stringify((await engine.tree({ window }, { signal }).catch(() => null))?.root ?? null);
  return {
    async dialogOver(handle, signal) {
      const { dialog } = await listed(handle, signal);
      return dialog && { handle: Number(dialog.id), title: dialog.title };
    },
    async rested(handle, signal) {
      const end = performance.now() + restMs;
      for (let last = ''; performance.now() < end;) {
        const { window, dialog } = await listed(handle, signal);
        const at = dialog ?? window;
        if (!at) return;
        const now = at.id + (await shown(at.id, signal));
        if (now === last) return;
        last = now;
        await sleep(lookEveryMs, signal);
      }
    },
  };
}

export interface PersonQuestion {
  readonly agent: AgentRef;
  /** The agent's wording: a model's text, to be shown as such. */
  readonly text: string;
}

/** An act that needs the user's confirmation. */
interface PersonConfirmation extends PersonQuestion {
  /** The call to make, for the user. */
  readonly action: string;
}

/** The user's representative: our own window, a terminal, or nobody. */
export interface Person {
  /** Null if nobody answers. @throws AppError `cancelled` */
  answer(question: PersonQuestion, signal: AbortSignal): Promise<string | null>;
  /** Null if nobody answers, which is not consent. @throws AppError `cancelled` */
  confirm(question: PersonConfirmation, signal: AbortSignal): Promise<boolean | null>;
}

/** Lets a person act as the model. */
export function askAs(person: Person, kind: AgentKind): (text: string, signal: AbortSignal) => Promise<string | null> {
  return (text, signal) => person.answer({ agent: { kind, name: kind }, text }, signal);
}

/** Used if there is nobody to ask. */
export const nobody: Person = { answer: () => Promise.resolve(null), confirm: () => Promise.resolve(null) };
