import type { BackendName } from '../engine/create-backend.ts';
import type { Engine } from '../engine/engine.ts';
import type { Journal } from '../recorder/saving/journal.ts';
import { createMadeHere } from '../recorder/saving/made-here.ts';
import { RecorderStore } from '../recorder/store.ts';
import { Replay, type ReplayOptions } from '../replay/replay.ts';
import type { StarterFacts } from '../permissions/programs.ts';
import { createOneTrace } from '../runs/one-trace.ts';
import type { TraceOptions } from '../runs/trace/trace-writer.ts';
import { type CallDesktop, worksOnDesktops } from '../tools/desktop-host.ts';
import { allTools } from '../tools/registry.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { ceilingOf, createCalls, type CallsOptions } from './calls.ts';
import { ceilingEngine } from './ceiling-engine.ts';
import type { Demonstrations } from './demonstrations.ts';
import { createSkills, platformOf, type ConfirmKeep } from './skills-service.ts';

export interface CoreOptions extends Omit<CallsOptions, 'ceiling' | 'tools' | 'skills'> {
  readonly backend: BackendName;
  /** Asks the user what a recording may start, before its first step; by default, the gate asks at each step. */
  readonly mayStart?: ReplayOptions['mayStart'];
  /** Lets the user show a task to an agent; unavailable by default. */
  readonly demonstrations?: () => Demonstrations | null;
  /** Asks the user whether to keep a skill as a run changed it; asks nobody by default. */
  readonly confirmKeep?: ConfirmKeep;
  /** Where every call is traced; nowhere by default. */
  readonly trace?: Omit<TraceOptions, 'source' | 'log'> | undefined;
  /** Another desktop on which the user works; null for their own, as by default. */
  readonly usersDesktop?: () => WorkDesktop | null;
}

export type Core = ReturnType<typeof createCore>;

/** A desktop on which agents work for a person. */
export interface WorkDesktop extends Omit<CallDesktop, 'gate'> {
  /** True if its programs reach nothing of the user's. */
  readonly isWalled: boolean;
}

/** The part that the app and the command line share: calls, and what records and replays them. */
export function createCore({ backend, observers = [], ...options }: CoreOptions) {
  const { profile, log, gate } = options;
  const ceiling = ceilingOf(profile);
  const engine = ceilingEngine(options.engine, ceiling);
  const trace = options.trace ? createOneTrace({ ...options.trace, source: engine, log }) : null;
  const platform = platformOf(backend);
  const skills =
    profile === undefined
      ? null
      : createSkills({
          engine,
          profile,
          platform,
          replay: () => skillReplay,
          demonstrations: options.demonstrations,
          confirm: options.confirmKeep,
        });
  const calls = createCalls({
    ...options,
    ceiling,
    tools: allTools,
    observers: [...observers, ...(trace ? [trace] : [])],
    ...(skills && { skills: (caller) => skills.service.hostFor(caller) }),
  });
  const { runner, settings } = calls;
  /** A runner for agents on another desktop: every call goes there. If it is walled, calls inside need no consent. */
  const runnerOn = ({ isWalled, ...desktop }: WorkDesktop): ToolRunner => {
    const within = {
      ...desktop,
      engine: calls.below(desktop.engine),
      gate: (isWalled && options.desktops?.gate) || gate,
      takes: worksOnDesktops,
    };
    return {
      ...runner,
      engine: within.engine,
      run: (key, parameters, run) => runner.run(key, parameters, { ...run, within }),
    };
  };
  let users: { readonly engine: Engine; readonly runner: ToolRunner } | null = null;
  const usersRunner = (): ToolRunner => {
    const desktop = options.usersDesktop?.();
    if (!desktop) return runner;
    // One for each engine, as traces keep their pictures by engine.
    if (users?.engine !== desktop.engine) users = { engine: desktop.engine, runner: runnerOn(desktop) };
    return users.runner;
  };
  const madeHere = createMadeHere(profile);
  const skillReplay = new Replay({ runner, settings, environment: process.env });
  return {
    runner,
    trace,
    ceiling,
    below: calls.below,
    auditState: calls.auditState,
    madeHere,
    platform,
    skills,
    replay: new Replay({
      runner: { run: (...call) => usersRunner().run(...call) },
      settings,
      environment: process.env,
      openWindows: (signal) => openWindows(usersRunner().engine, signal),
      ...(options.mayStart && { mayStart: options.mayStart }),
    }),
    runnerOn,
    /** The runner of the user's own calls, on the desktop where they work now. */
    usersRunner,
    /** A recorder of this or another desktop that keeps its unsaved work in the journal. */
    createRecorder(journal: Journal, of: Engine = engine): RecorderStore {
      return new RecorderStore({
        engine: calls.below(of),
        platform,
        journal,
        madeHere,
        haltKey: () => settings().haltKey,
      });
    },
    /** Ends pending calls, flushes all files or discards the trace, and closes the engine. */
    close: ({ discardTrace = false }: { readonly discardTrace?: boolean } = {}): Promise<void> =>
      calls.close(async () => trace?.close({ discard: discardTrace })),
  };
}

/** The open windows, and which of them hold a terminal; none if they cannot be queried. */
async function openWindows(engine: Engine, signal: AbortSignal): Promise<readonly StarterFacts[]> {
  const { items } = await engine.listWindows({}, { signal }).catch(() => ({ items: [] }));
  return Promise.all(
    items.map(async (window) => {
      const runsTerminal = await engine.runsTerminal({ window: window.id }, { signal }).catch(() => null);
      return { ...window, runsTerminal: runsTerminal === true, isUnseen: runsTerminal === null };
    }),
  );
}
