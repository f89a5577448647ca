import type { AuditState } from '#contract/model/permissions/permission';
import type { Settings } from '#contract/model/settings';
import { ceilingFiles } from '../base/files/profile-folder.ts';
import { createCeiling, noCeiling } from '../permissions/ceiling.ts';
import { AgentDesktops, type AgentDesktopOptions } from './agent-desktops.ts';
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
  /** As they are at this moment. */
  readonly settings: () => Settings;
  readonly gate: Gate;
  /** Where a person may hold what agents do; nobody does by default. */
  readonly hold?: CallHold;
  /** Where a person may be asked while others act; nobody waits by default. */
  readonly promptLock?: PromptLock;
  /** Asks a person what a recording may start, before its first step; the gate asks at each step by default. */
  readonly mayStart?: ReplayOptions['mayStart'];
  /** Where a person shows a task to an agent; nobody does by default. */
  readonly demonstrations?: () => Demonstrations | null;
  /** Asks a person whether a skill is to stay as a run changed it; nobody is asked by default. */
  readonly confirmKeep?: ConfirmKeep;
  /** Notified of each call before the trace and the audit log are. */
  readonly observers?: readonly CallObserver[];
  /** Where a trace of every call is written; none by default. */
  readonly trace?: Omit<TraceOptions, 'source' | 'log'> | undefined;
  /** Called when the audit log cannot be written any more, and when it can be again. */
  readonly onAuditState?: (state: AuditState) => void;
  /** Holds the audit log and what tools keep; missing if nothing should outlive this process. */
  readonly profile?: string | undefined;
  /** Begins an act once no person works on the desktop in its place; at once by default. */
  readonly turn?: Turn;
  /** With which agents open desktops of their own; they open none by default. */
  readonly desktops?: Pick<AgentDesktopOptions, 'engineEntry' | 'profileFile' | 'gate'> | undefined;
  /** The configuration of Computers that is in use, which is not an agent’s to change; beside that of the settings. */
  readonly config?: string | undefined;
  readonly log: Log;
}

export type Core = ReturnType<typeof createCore>;

/** A desktop on which agents work for a person. */
export interface WorkDesktop extends Omit<CallDesktop, 'gate'> {
  /** Its programs reach nothing of the person's. */
  readonly isWalled: boolean;
}

/** What the app and the command line have in common: the one way from a call to the engine, with those who watch it. */
export function createCore({ backend, gate, promptLock, hold, observers = [], ...options }: CoreOptions) {
  const { profile, config, log } = options;
  const ceiling = profile === undefined ? noCeiling : createCeiling(ceilingFiles(profile));
  const engine = ceilingEngine(options.engine, ceiling);
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
  const madeHere = createMadeHere(profile);
  const skillReplay = new Replay({ runner, settings, environment: process.env });
  return {
    runner,
    trace,
    ceiling,
    auditState: () => audit?.state ?? { failure: null, lost: 0 },
    madeHere,
    platform,
    skills,
    replay: new Replay({
      runner,
      settings,
      environment: process.env,
      openWindows: (signal) => openWindows(engine, signal),
      ...(options.mayStart && { mayStart: options.mayStart }),
    }),
    /**
     * The same for agents that work on another desktop: every call goes there. Where its walls hold, nobody is asked about what
     * happens inside.
     */
    runnerOn({ isWalled, ...desktop }: WorkDesktop): ToolRunner {
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
    },
    /** A recorder that keeps its unsaved work in the journal. */
    createRecorder(journal: Journal): RecorderStore {
      return new RecorderStore({ engine, platform, journal, madeHere, haltKey: () => settings().haltKey });
    },
    /** Ends every call under way, writes what is still to be written, and closes the engine. */
    async close(): Promise<void> {
      runner.haltAll();
      await desktops?.close();
      await trace?.close();
      audit?.close();
      await engine.close();
    },
  };
}

/** The windows that are open, and which of them hold a terminal; none if that cannot be found out. */
async function openWindows(engine: Engine, signal: AbortSignal): Promise<readonly StarterFacts[]> {
  const { items } = await engine.listWindows({}, { signal }).catch(() => ({ items: [] }));
  return Promise.all(
    items.map(async (window) => {
      const runsTerminal = await engine.runsTerminal({ window: window.id }, { signal }).catch(() => null);
      return { ...window, runsTerminal: runsTerminal === true, isUnseen: runsTerminal === null };
    }),
  );
}
