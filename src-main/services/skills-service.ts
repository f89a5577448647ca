import type { ReplayState } from '#contract/api';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeStep, type Recording, type Step } from '#contract/model/recordings/recording';
import type { Caller } from '#contract/model/tools/tool-call';
import { runsOf } from '#contract/replay-runs';
import type { BackendName } from '../engine/create-backend.ts';
import type { Engine } from '../engine/engine.ts';
import { inputsOf, secretsOf, withInputs } from '../recorder/steps/inputs.ts';
import { elementIn } from '../recorder/steps-by-hand.ts';
import type { Replay } from '../replay/replay.ts';
import { mendedBy, retargeted } from '../recorder/skills/mend.ts';
import { readinessFor, type Readiness } from '../recorder/skills/needs.ts';
import { type Skill, SkillStore } from '../recorder/skills/skill-store.ts';
import {
  idleStatus,
  type SkillHost,
  type SkillRun,
  type SkillRunRequest,
  type SkillView,
} from '../tools/skill-host.ts';
import type { Demonstrations } from './demonstrations.ts';

/** Asks the user whether to keep a run's changes; null if nobody answers. */
export type ConfirmKeep = (
  asked: { readonly agent: string; readonly text: string; readonly action: string },
  signal: AbortSignal,
) => Promise<boolean | null>;

export interface SkillsServiceOptions {
  readonly engine: Pick<Engine, 'listWindows'>;
  readonly store: SkillStore;
  /** A separate replay, so that it blocks no other. */
  readonly replay: () => Replay;
  /** As recordings name it. */
  readonly platform: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Lets a person demonstrate a task; null if unavailable. */
  readonly demonstrations: () => Demonstrations | null;
  readonly confirm?: ConfirmKeep | undefined;
}

/** How recordings name the platform of a back end. */
export function platformOf(backend: BackendName): string {
  if (backend === 'fake') return backend;
  return process.platform === 'win32' ? 'windows' : process.platform;
}

/** The skills of a profile. */
export function createSkills({
  profile,
  demonstrations = () => null,
  ...options
}: Pick<SkillsServiceOptions, 'engine' | 'replay' | 'platform' | 'confirm'> & {
  readonly profile: string;
  readonly demonstrations?: SkillsServiceOptions['demonstrations'] | undefined;
}) {
  const store = new SkillStore(profile);
  return { store, service: new SkillsService({ ...options, store, demonstrations, variables: process.env }) };
}

/** Recorded skills for agents. Steps count as the agent's own acts: a skill does nothing the agent may not do. */
export class SkillsService {
  readonly #options: SkillsServiceOptions;

  constructor(options: SkillsServiceOptions) {
    this.#options = options;
  }

  /** The skills as one caller sees them. */
  hostFor(caller: Caller): SkillHost {
    return {
      start: (request, signal) => this.#demonstrations.start({ ...request, caller }, signal),
      status: () => this.#options.demonstrations()?.status() ?? Promise.resolve(idleStatus),
      stop: () => this.#options.demonstrations()?.stop() ?? Promise.resolve(idleStatus),
      list: () => this.list(),
      run: (request, context) => this.#run(caller, request, context),
    };
  }

  /** By name, each with what is missing to run it now. */
  async list(): Promise<readonly SkillView[]> {
    const skills = await this.#options.store.list();
    return Promise.all(skills.map((skill) => this.view(skill)));
  }

  async view(skill: Skill): Promise<SkillView> {
    const unmet = (await this.#readiness(skill)).filter(({ ok }) => !ok);
    return { ...viewOf(skill), unmet: unmet.map(({ message, blocks }) => ({ message, blocks })) };
  }

  get #demonstrations(): Demonstrations {
    const demonstrations = this.#options.demonstrations();
    if (demonstrations) return demonstrations;
    throw new AppError('unsupported_platform', 'Nobody can be asked here: recording needs the Deskscope app.', {
      hint: 'Ask the user to open Deskscope, and to connect you to it.',
      delivery: 'not_delivered',
    });
  }

  async #readiness({ needs }: Skill): Promise<readonly Readiness[]> {
    const { engine, platform, variables } = this.#options;
    const { items: windows } = await engine.listWindows({}).catch(() => ({ items: [] }));
    return readinessFor(needs, { platform, variables, windows });
  }

  async #run(
    caller: Caller,
    { name, inputs, from, element }: SkillRunRequest,
    { engine, signal, progress }: Parameters<SkillHost['run']>[1],
  ): Promise<SkillRun> {
    const { store } = this.#options;
    const replay = this.#options.replay();
    const skill = await store.read(name);
    const unmet = (await this.#readiness(skill)).filter(({ ok }) => !ok);
    const blocking = unmet.filter(({ blocks }) => blocks);
    // Earlier steps may have opened what the remaining ones need.
    if (from === 1 && blocking.length > 0) throw notReady(name, blocking);
    const first = skill.recording.steps[from - 1];
    if (!first) throw noStep(name, from, skill.recording);
    const found = element === undefined ? null : await elementIn(engine, element);
    const mended = found && retargeted(first, found.target);
    const steps = skill.recording.steps.map((step) => (step === first && mended ? mended : step));
    const recording = withInputs({ ...skill.recording, steps }, inputs);
    const watching = replay.onChange(({ results }) => {
      const done = results.filter(({ status }) => status !== 'pending' && status !== 'running').length;
      progress(done / (results.length + 1), `Step ${done} of ${results.length}`);
    });
    const request = { recording, from: first.id, signal, onBehalfOf: caller, mode: 'act' as const };
    const state = await replay.run(request).finally(() => watching.dispose());
    const kept = await this.#keep(caller, skill, mendedBy(skill.recording, state, mended), signal);
    return {
      ...runOf(name, recording, state),
      unmet: unmet.map(({ message }) => message),
      ...(kept && { kept }),
    };
  }

  async #keep(
    { name: agent }: Caller,
    { name }: Skill,
    mended: ReturnType<typeof mendedBy>,
    signal: AbortSignal,
  ): Promise<SkillRun['kept']> {
    if (!mended) return undefined;
    const text = `The skill ${quoted(name)} was changed to work again. Keep this?`;
    const confirmation = await this.#options.confirm?.({ agent, text, action: mended.changes.join('\n') }, signal);
    if (confirmation) await this.#options.store.update(name, mended.recording);
    return confirmation ? 'kept' : confirmation === false ? 'not kept' : 'nobody answered';
  }
}

export function viewOf({ name, goal, folder, createdAt, needs, recording }: Skill): Omit<SkillView, 'unmet'> {
  return {
    name,
    goal,
    folder,
    createdAt,
    steps: recording.steps.length,
    apps: needs.apps.map(({ app }) => app),
    inputs: inputsOf(recording).map(({ name: input, type, value }) => ({ name: input, type, recorded: value })),
    secrets: secretsOf(recording).map(({ variable }) => variable),
  };
}

function runOf(skill: string, recording: Recording, state: ReplayState): Omit<SkillRun, 'unmet'> {
  const numberOf = (id: string) => recording.steps.findIndex((step) => step.id === id) + 1;
  const lines = runsOf(recording, state).flatMap(({ step: id, status, message }) => {
    const step = recording.steps.find((one) => one.id === id);
    if (!step || status === 'pending') return [];
    return `${numberOf(id)}. ${describeStep(step)}: ${status}${status === 'skipped' ? ` (${message})` : ''}`;
  });
  const failed = state.results.find(({ status }) => status === 'failed');
  const step = failed && recording.steps.find((one) => one.id === failed.step);
  const status = state.status === 'passed' || state.status === 'failed' ? state.status : 'stopped';
  return {
    skill,
    status,
    lines,
    ...(failed?.error && step && { failed: failureOf(step, numberOf(step.id), failed.error) }),
  };
}

function failureOf(step: Step, number: number, error: NonNullable<SkillRun['failed']>['error']) {
  const selector = step.target?.selectors[0]?.selector ?? null;
  return { step: number, sentence: describeStep(step), window: step.window, selector, error };
}

function notReady(name: string, blocking: readonly Readiness[]): AppError {
  const why = blocking.map(({ message }) => message).join('; ');
  return new AppError('state_differs', `The skill ${quoted(name)} cannot run here: ${why}.`, {
    hint: 'Change that, or ask the user to.',
    delivery: 'not_delivered',
  });
}

function noStep(name: string, from: number, { steps }: Recording): AppError {
  return new AppError('invalid_parameter', `“from_step”: ${quoted(name)} has no step ${from}.`, {
    hint: `It has ${steps.length}.`,
    delivery: 'not_delivered',
  });
}
