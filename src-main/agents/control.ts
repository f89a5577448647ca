import { performance } from 'node:perf_hooks';
import type { AgentEvent, AgentKind, AgentRef } from '#contract/model/agents/agent';
import type { PersonAct } from '#contract/model/agents/person-act';
import { dialogOver, type WindowId } from '#contract/model/windows/window';
import { sleep } from '../base/async/deadline.ts';
import type { Engine } from '../engine/engine.ts';
import type { TaskOptions } from './session/session-parts.ts';

/** A run, as anyone who holds it needs it. */
export interface HeldRun {
  readonly report: (event: AgentEvent) => void;
  /** A person did something in the agents' place: it becomes a step of the run, and the agents read it on the blackboard. */
  readonly did: (act: PersonAct) => void;
}

/** What a model answered, and what the run has cost until then. */
export interface HeldAnswer {
  readonly step: number;
  readonly text: string;
  readonly spent: {
    readonly tokens: number;
    /** US dollars; null if no price is known. */ readonly cost: number | null;
  };
}

/** Where a person may hold a run, look at it and change it. One that nobody watches lets everything pass at once. */
export interface RunControl {
  /** A run begins. @returns what claims that it has ended */
  begin(run: HeldRun): () => void;
  /** Before a step: waits while the run is held or taken over. @throws AppError `cancelled` */
  beforeStep(step: number, signal: AbortSignal): Promise<void>;
  /**
   * After an answer of a model and before it means anything: waits while the run is held, and gives the answer back, as a person
   * edited it; null if a person took over meanwhile, so that it speaks of a desktop that is no longer.
   * @throws AppError `cancelled`
   */
  answered(answer: HeldAnswer, signal: AbortSignal): Promise<string | null>;
}

export const uncontrolled: RunControl = {
  begin: () => () => undefined,
  beforeStep: () => Promise.resolve(),
  answered: ({ text }) => Promise.resolve(text),
};

/** How long an app may take to show what an act did, and how often it is looked at. Milliseconds. */
const restMs = 1_500;

const lookEveryMs = 100;

/** For agents, who know windows by UFO's numbers. */
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
  /** As the agent words it: text of a model, to be shown as such. */
  readonly text: string;
}

/** An act that is only done where the person confirms. */
interface PersonConfirmation extends PersonQuestion {
  /** What would be called, for a person. */
  readonly action: string;
}

/** Anyone who answers for the user: our own window, a terminal, or nobody. */
export interface Person {
  /** Null if nobody answers. @throws AppError `cancelled` */
  answer(question: PersonQuestion, signal: AbortSignal): Promise<string | null>;
  /** Null if nobody answers; that is no permission. @throws AppError `cancelled` */
  confirm(question: PersonConfirmation, signal: AbortSignal): Promise<boolean | null>;
}

/** As a model asks that is a person. */
export function askAs(person: Person, kind: AgentKind): (text: string, signal: AbortSignal) => Promise<string | null> {
  return (text, signal) => person.answer({ agent: { kind, name: kind }, text }, signal);
}

/** If there is nobody to ask. */
export const nobody: Person = { answer: () => Promise.resolve(null), confirm: () => Promise.resolve(null) };
