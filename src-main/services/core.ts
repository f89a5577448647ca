import type { AuditState } from '#contract/model/permissions/permission';
import type { Settings } from '#contract/model/settings';
import { ceilingFiles } from '../base/files/profile-folder.ts';
import { createCeiling, noCeiling } from '../permissions/ceiling.ts';
import { AgentDesktops, type AgentDesktopOptions } from './desktops/agent-desktops.ts';
import { teachTrials } from './desktops/kept-trials.ts';
import { ceilingEngine } from './ceiling-engine.ts';
import { auditRoot, createAuditLog } from '../permissions/audit/audit-log.ts';
import type { Log } from '../base/log.ts';
import { tokensKeptIn } from '../setup/clients/tokens.ts';
import { ownPlaces } from '../setup/clients/own-places.ts';
import { placesOf } from '../setup/clients/places.ts';
import type { BackendName } from '../engine/create-backend.ts';
import type { CallHold } from '../agents/debugger/call-hold.ts';
import type { Engine } from '../engine/engine.ts';
import { createCallLimits } from '../permissions/call-limits.ts';
import type { PromptLock } from '../permissions/prompt-lock.ts';
import type { Gate } from '../permissions/gate.ts';
import type { Journal } from '../recorder/saving/journal.ts';
import { createMadeHere } from '../recorder/saving/made-here.ts';
import { SkillStore } from '../recorder/skills/skill-store.ts';
import type { Demonstrations } from './demonstrations.ts';
import { SkillsService, type ConfirmKeep } from './skills-service.ts';
import type { StarterFacts } from '../permissions/programs.ts';
import { RecorderStore } from '../recorder/store.ts';
import { Replay, type ReplayOptions } from '../replay/replay.ts';
import { createOneTrace } from '../runs/one-trace.ts';
import type { TraceOptions } from '../runs/trace/trace-writer.ts';
import type { CallObserver } from '../tools/observer.ts';
import type { CallDesktop, Turn } from '../tools/desktop-host.ts';
import { allTools, worksOnDesktops } from '../tools/registry.ts';
import { createToolRunner, type ToolRunner } from '../tools/runner/tool-runner.ts';

export interface CoreOptions {
  readonly engine: Engine;
  readonly backend: BackendName;
  /** Returns the current settings. */
  readonly settings: () => Settings;
  readonly gate: Gate;
  /** Lets the user hold agents' calls; none are held by default. */
  readonly hold?: CallHold;
  /** Lets the user be asked while others act; nothing waits by default. */
  readonly promptLock?: PromptLock;
  /** Asks the user what a recording may start, before its first step; by default, the gate asks at each step. */
  readonly mayStart?: ReplayOptions['mayStart'];
  /** Lets the user show a task to an agent; unavailable by default. */
  readonly demonstrations?: () => Demonstrations | null;
  /** Asks the user whether to keep a skill as a run changed it; asks nobody by default. */
  readonly confirmKeep?: ConfirmKeep;
  /** Notified of each call before the trace and the audit log. */
  readonly observers?: readonly CallObserver[];
  /** Where every call is traced; nowhere by default. */
  readonly trace?: Omit<TraceOptions, 'source' | 'log'> | undefined;
  /** Called when the audit log can no longer be written, and when it can be again. */
  readonly onAuditState?: (state: AuditState) => void;
  /** Holds the audit log and the tools' data; undefined to keep nothing after this process. */
  readonly profile?: string | undefined;
  /** Another desktop on which the user works; null for their own, as by default. */
  readonly usersDesktop?: () => WorkDesktop | null;
  /** Delays an act while a person works on the desktop; starts at once by default. */
  readonly turn?: Turn;
  /** Lets agents open their own desktops; they open none by default. */
  readonly desktops?: Pick<AgentDesktopOptions, 'engineEntry' | 'profileFile' | 'gate'> | undefined;
  /** The Computers configuration in use besides the settings' one; agents must not change it. */
  readonly config?: string | undefined;
  readonly log: Log;
}

export type Core = ReturnType<typeof createCore>;

/** A desktop on which agents work for a person. */
export interface WorkDesktop extends Omit<CallDesktop, 'gate'> {
  /** True if its programs reach nothing of the user's. */
  readonly isWalled: boolean;
}

/** The part that the app and the command line share: the only path from a call to the engine, and its observers. */
export function createCore({ backend, gate, promptLock, hold, observers = [], ...options }: CoreOptions) {
  const { profile, config, log } = options;
  const ceiling = profile === undefined ? noCeiling : createCeiling(ceilingFiles(profile));
  const engine = ceilingEngine(options.engine, ceiling);
  if (profile !== undefined)
    teachTrials(options.engine, profile).catch((error: unknown) => log('warn', 'earlier selector tests', error));
  const settings = () => {
    const current = options.settings();
    return ceiling.isNone ? current : { ...current, allowedFolders: [...ceiling.folders(current.allowedFolders)] };
  };
  const trace = options.trace ? createOneTrace({ ...options.trace, source: engine, log }) : null;
  const onState = options.onAuditState;
  const audit =
    profile === undefined ? null : createAuditLog({ root: auditRoot(profile), log, ...(onState && { onState }) });
  const platform = backend === 'fake' ? backend : process.platform === 'win32' ? 'windows' : process.platform;
  const store = profile === undefined ? null : new SkillStore(profile);
  const skills = store && {
    store,
    service: new SkillsService({
      engine,
      store,
      platform,
      variables: process.env,
      replay: () => skillReplay,
      demonstrations: options.demonstrations ?? (() => null),
      confirm: options.confirmKeep,
    }),
  };
  const desktops =
    options.desktops && profile !== undefined
      ? new AgentDesktops({ ...options.desktops, folder: profile, log, below: (of) => ceilingEngine(of, ceiling) })
      : null;
  const runner = createToolRunner({
    tools: allTools,
    engine,
    gate,
    limits: createCallLimits(settings),
    observers: [...observers, trace, audit].filter((observer) => observer !== null),
    settings,
    config,
    ceiling,
    fileRestrictions: {
      ...ownPlaces(placesOf(process.env), import.meta.filename),
      secrets: () => tokensKeptIn(profile),
    },
    log,
    ...(options.turn && { turn: options.turn }),
    ...(desktops && { desktops }),
    ...(skills && { skills: (caller) => skills.service.hostFor(caller) }),
    ...(promptLock && { promptLock }),
    ...(hold && { hold }),
    ...(profile !== undefined && { profile }),
  });
  /** A runner for agents on another desktop: every call goes there. If it is walled, calls inside need no consent. */
  const runnerOn = ({ isWalled, ...desktop }: WorkDesktop): ToolRunner => {
    const within = {
      ...desktop,
      engine: ceilingEngine(desktop.engine, ceiling),
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
    /** The engine of another desktop below the ceiling. */
    below: (of: Engine) => ceilingEngine(of, ceiling),
    auditState: () => audit?.state ?? { failure: null, lost: 0 },
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
        engine: ceilingEngine(of, ceiling),
        platform,
        journal,
        madeHere,
        haltKey: () => settings().haltKey,
      });
    },
    /** Ends pending calls, flushes all files or discards the trace, and closes the engine. */
    async close({ discardTrace = false }: { readonly discardTrace?: boolean } = {}): Promise<void> {
      runner.haltAll();
      await desktops?.close();
      await trace?.close({ discard: discardTrace });
      audit?.close();
      await engine.close();
    },
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
