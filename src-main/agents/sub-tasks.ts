import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { AgentAnswer, SubTask } from '#contract/model/agents/agent';

/** A sub-task as a plan names it. */
export interface PlannedSubTask {
  readonly text: string;
  /** Indexes of its dependencies in the same plan, from 0. */
  readonly after: readonly number[];
}

/** The sub-tasks of a round, in the order of their dependencies. */
export class SubTasks {
  readonly #changed: (all: readonly SubTask[]) => void;
  #all: readonly SubTask[] = [];

  /** @param changed called with all of them each time one changes */
  constructor(changed: (all: readonly SubTask[]) => void) {
    this.#changed = changed;
  }

  get all(): readonly SubTask[] {
    return this.#all;
  }

  /** Those not done yet. */
  get open(): readonly SubTask[] {
    return this.#all.filter(({ status }) => status === 'waiting' || status === 'running');
  }

  /**
   * Replaces the plan of what is not done yet: pending sub-tasks that are not in it are dropped.
   * @throws AppError `invalid_parameter` if sub-tasks wait for each other
   */
  plan(planned: readonly PlannedSubTask[]): void {
    checkOrder(planned);
    const wanted = new Set(planned.map(({ text }) => text));
    const kept = this.#all.map((one) =>
      one.status === 'waiting' && !wanted.has(one.text) ? { ...one, status: 'dropped' as const } : one,
    );
    const ids = planned.map(({ text }, place) => {
      const known = kept.find((one) => one.text === text && (one.status === 'waiting' || one.status === 'done'));
      return known?.id ?? String(kept.length + place + 1);
    });
    const next = new Map(kept.map((one) => [one.id, one]));
    planned.forEach(({ text, after: places }, place) => {
      const id = ids[place] ?? '';
      const known = next.get(id);
      if (known?.status === 'done') return;
      // A plan lists the future; finished dependencies stay.
      const done = (known?.after ?? []).filter((other) => next.get(other)?.status === 'done');
      const after = [...new Set([...done, ...places.map((other) => ids[other] ?? '')])];
      next.set(id, { id, text, app: '', after, status: 'waiting', result: '' });
    });
    this.#set([...next.values()]);
  }

  /**
   * Begins the sub-task with that text, or a new one that no plan named.
   * @throws AppError `invalid_parameter` while one of its dependencies is not done
   */
  start(text: string, app: string): SubTask {
    const known = this.#all.find((one) => one.text === text && one.status === 'waiting');
    const missing =
      known?.after.flatMap((id) => this.#all.filter((one) => one.id === id && one.status !== 'done')) ?? [];
    const [first] = missing;
    if (first) {
      throw new AppError('invalid_parameter', `${quoted(text)} comes after ${quoted(first.text)}, which is not done.`, {
        hint: 'Assign that one first, or plan again.',
      });
    }
    const id = known?.id ?? String(this.#all.length + 1);
    const started: SubTask = { id, text, app, after: known?.after ?? [], status: 'running', result: '' };
    this.#set([...this.#all.filter((one) => one.id !== id), started].sort(byId));
    return started;
  }

  end(id: string, status: 'done' | 'failed', result: string): void {
    this.#set(this.#all.map((one) => (one.id === id ? { ...one, status, result } : one)));
  }

  #set(all: readonly SubTask[]): void {
    this.#all = all;
    this.#changed(all);
  }
}

function byId(one: SubTask, other: SubTask): number {
  return Number(one.id) - Number(other.id);
}

/** A list of sentences is a plan in which each depends on the one before. */
export function inOrder(texts: readonly string[]): readonly PlannedSubTask[] {
  return [...new Set(texts)].map((text, place) => ({ text, after: place === 0 ? [] : [place - 1] }));
}

/**
 * A plan whose sub-tasks declare their dependencies.
 * @throws AppError `invalid_parameter` for a dependency that is neither planned nor done
 */
export function byDependencies(
  texts: readonly string[],
  dependencies: AgentAnswer['dependencies'],
  done: readonly string[],
): readonly PlannedSubTask[] {
  const planned = [...new Set(texts)];
  const named = new Map(dependencies.map(({ subTask, after }) => [subTask, after]));
  const stranger = [...named.keys()].find((text) => !planned.includes(text) && !done.includes(text));
  if (stranger !== undefined) throw unplanned(stranger);
  return planned.map((text) => ({
    text,
    after: (named.get(text) ?? []).flatMap((other) => {
      const place = planned.indexOf(other);
      if (place < 0 && !done.includes(other)) throw unplanned(other);
      return place < 0 ? [] : [place];
    }),
  }));
}

function unplanned(text: string): AppError {
  return new AppError('invalid_parameter', `"dependencies" names ${quoted(text)}, which the plan does not hold.`);
}

function checkOrder(planned: readonly PlannedSubTask[]): void {
  const done = new Set<number>();
  for (let before = -1; before !== done.size;) {
    before = done.size;
    planned.forEach(({ after }, place) => after.every((other) => done.has(other)) && done.add(place));
  }
  const stuck = planned.find((_, place) => !done.has(place));
  if (stuck) throw new AppError('invalid_parameter', `${quoted(stuck.text)} depends on itself.`);
}
