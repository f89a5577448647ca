import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';
import type { StepResult } from '#contract/api';

/** The part of a recording to replay; by default all enabled steps. */
export interface Chosen {
  /** Ids of the steps to run, enabled or not, each once and ignoring conditions. */
  readonly steps?: readonly string[] | undefined;
  /** The id of the step to begin with; earlier steps are skipped. */
  readonly from?: string | undefined;
}

/** A turn of a group, 1-based. */
export interface Turn {
  readonly group: StepGroup;
  readonly turn: number;
}

/** The next step, and the turn that begins with it; null within a turn or outside groups. */
interface Coming {
  readonly step: Step;
  readonly begins: Turn | null;
}

/** The steps that a replay runs, and the next one. The recording may be edited meanwhile; the plan follows. */
export class Plan {
  readonly #recording: () => Recording;
  readonly #chosen: ReadonlySet<string> | null;
  /** Steps of the current group that ran in this turn. */
  readonly #done = new Set<string>();
  /** The index of the next step without edits. */
  #at: number;
  #last: string | null = null;
  /** The current group, by its id. */
  #turn: { readonly group: string; readonly turn: number } | null = null;
  /** Finished groups. */
  readonly #through = new Set<string>();

  /**
   * @param recording the current recording
   * @throws AppError `not_found` for a missing step, `invalid_parameter` if there is nothing to run
   */
  constructor(recording: () => Recording, { steps: wanted, from }: Chosen) {
    const { steps } = recording();
    for (const id of [...(wanted ?? []), ...(from === undefined ? [] : [from])]) {
      if (!steps.some((step) => step.id === id)) {
        throw new AppError('not_found', `The recording has no step ${quoted(id)}.`);
      }
    }
    this.#recording = recording;
    this.#chosen = wanted ? new Set(wanted) : null;
    this.#at = steps.findIndex(({ id }) => id === from);
    if (this.next() === null) throw nothingToReplay(recording(), wanted !== undefined || from !== undefined);
    this.#startInside(from);
  }

  get recording(): Recording {
    return this.#recording();
  }

  /** The first planned step that has not run in this turn, after the last that ran; null if there is none. */
  next(): Step | null {
    return this.#coming()?.step ?? null;
  }

  /** The turn that begins with the next step. */
  get begins(): Turn | null {
    return this.#coming()?.begins ?? null;
  }

  /** The step's turn in a repeated group; null elsewhere. */
  turnOf({ group }: Step): number | null {
    const isRepeated = this.#groupOf(group)?.repeat !== undefined;
    return isRepeated && this.#turn?.group === group ? (this.#turn?.turn ?? null) : null;
  }

  /** Whether conditions are checked: not for single chosen steps. */
  get asks(): boolean {
    return this.#chosen === null;
  }

  /** The remaining steps, as far as known. */
  get coming(): readonly Step[] {
    const { steps } = this.#recording();
    const next = this.next();
    return next ? steps.slice(steps.indexOf(next)).filter((step) => this.#isWanted(step)) : [];
  }

  /** Begins a turn, in which its steps run once more. */
  begin({ group: { id: group }, turn }: Turn): void {
    this.#turn = { group, turn };
    for (const step of this.#stepsOf(group)) this.#done.delete(step.id);
    const [first] = this.#stepsOf(group);
    this.#at = first ? this.#recording().steps.indexOf(first) : this.#at;
    this.#last = null;
  }

  /** Leaves a group, and continues after it. */
  leave({ id: group }: StepGroup): readonly Step[] {
    this.#through.add(group);
    this.#turn = null;
    const left = this.#stepsOf(group);
    const last = left.at(-1);
    if (last) this.take(last);
    return left;
  }

  /** The step runs now, or is skipped by its condition. */
  take({ id, group }: Step): void {
    if (this.#turn && this.#turn.group !== group) {
      this.#through.add(this.#turn.group);
      this.#turn = null;
    }
    this.#done.add(id);
    this.#last = id;
    this.#at = this.#recording().steps.findIndex((step) => step.id === id);
  }

  /** Why a step will not run, as far as known; null if it will, or did. */
  leftOut(step: Step): string | null {
    if (this.#done.has(step.id)) return null;
    if (!this.#isWanted(step)) return step.enabled ? 'Not chosen.' : 'Switched off.';
    const { steps } = this.#recording();
    const next = this.next();
    return next && steps.indexOf(step) >= steps.indexOf(next) ? null : 'Not chosen.';
  }

  /** A replay that begins inside a group is in its first turn, without checks. */
  #startInside(from: string | undefined): void {
    const begins = from === undefined ? null : this.begins;
    if (!begins || this.#stepsOf(begins.group.id)[0]?.id === this.next()?.id) return;
    this.#turn = { group: begins.group.id, turn: 1 };
  }

  #coming(): Coming | null {
    const following = this.#following();
    const current = this.#groupOf(this.#turn?.group);
    if (current && following?.group !== current.id) {
      const [first] = this.#stepsOf(current.id);
      const turn = (this.#turn?.turn ?? 0) + 1;
      if (first && mayComeAgain(current, turn)) return { step: first, begins: { group: current, turn } };
    }
    if (!following) return null;
    const group = this.#groupOf(following.group);
    const begins = this.asks && group && group !== current && !this.#through.has(group.id) ? group : null;
    return { step: following, begins: begins && { group: begins, turn: 1 } };
  }

  #following(): Step | null {
    const { steps } = this.#recording();
    const last = steps.findIndex(({ id }) => id === this.#last);
    // If the last step was removed, the next one has taken its place.
    const start = last < 0 ? Math.max(0, this.#at) : last + 1;
    return steps.slice(start).find((step) => this.#isWanted(step) && !this.#done.has(step.id)) ?? null;
  }

  #groupOf(id: string | undefined): StepGroup | undefined {
    return this.#recording().groups?.find((group) => group.id === id);
  }

  #stepsOf(group: string): readonly Step[] {
    return this.#recording().steps.filter((step) => step.group === group && this.#isWanted(step));
  }

  #isWanted({ id, enabled }: Step): boolean {
    return this.#chosen ? this.#chosen.has(id) : enabled;
  }
}

/** Whether another turn must begin, or at least be checked. */
function mayComeAgain({ repeat }: StepGroup, turn: number): boolean {
  if (!repeat) return false;
  return 'while' in repeat || turn <= repeat.times;
}

/** @param chosen whether steps were named */
function nothingToReplay({ steps }: Recording, chosen: boolean): AppError {
  if (steps.length === 0) {
    return new AppError('invalid_parameter', 'There is nothing to replay: the recording has no steps.', {
      hint: 'Record something first, or open another recording.',
    });
  }
  const message = chosen
    ? 'There is nothing to replay: no enabled step is selected.'
    : `There is nothing to replay: all ${steps.length} steps are switched off.`;
  return new AppError('invalid_parameter', message, { hint: 'Enable the steps to replay.' });
}

/** The result of each step of a replay. */
export class Results {
  readonly #plan: Plan;
  readonly #reported = new Map<string, StepResult>();
  /** Results of earlier turns of groups, in order of execution. */
  readonly #earlier: StepResult[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** One result per step of the current recording, in order: that of its last turn. */
  get list(): readonly StepResult[] {
    return this.#plan.recording.steps.map((step) => {
      const reported = this.#reported.get(step.id);
      if (reported) return reported;
      const leftOut = this.#plan.leftOut(step);
      const status = leftOut === null ? 'pending' : 'skipped';
      return { step: step.id, status, elapsedMs: 0, message: leftOut ?? '' };
    });
  }

  get earlier(): readonly StepResult[] {
    return [...this.#earlier];
  }

  set(step: Step, result: Omit<StepResult, 'step' | 'turn'>): void {
    const turn = this.#plan.turnOf(step);
    this.#reported.set(step.id, { step: step.id, ...result, ...(turn !== null && { turn }) });
  }

  /** Another turn of the group begins, which resets the results of its steps. */
  beginTurn(group: string): void {
    for (const step of this.#plan.recording.steps.filter((one) => one.group === group)) {
      const reported = this.#reported.get(step.id);
      if (reported) this.#earlier.push(reported);
      this.#reported.delete(step.id);
    }
  }

  /** Pending steps are skipped. */
  skipPending(message: string): void {
    for (const result of this.list)
      if (result.status === 'pending') this.#reported.set(result.step, { ...result, status: 'skipped', message });
  }
}
