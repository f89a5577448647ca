import type { AuditState } from '#contract/model/permissions/permission';
import type { Settings } from '#contract/model/settings';
import { ceilingFiles } from '../base/files/profile-folder.ts';
import type { Log } from '../base/log.ts';
import type { CallHold } from '../agents/debugger/call-hold.ts';
import type { Engine } from '../engine/engine.ts';
import { auditRoot, createAuditLog } from '../permissions/audit/audit-log.ts';
import { createCallLimits } from '../permissions/call-limits.ts';
import { type Ceiling, createCeiling, noCeiling } from '../permissions/ceiling.ts';
import type { Gate } from '../permissions/gate.ts';
import type { PromptLock } from '../permissions/prompt-lock.ts';
import { ownPlaces } from '../setup/clients/own-places.ts';
import { placesOf } from '../setup/clients/places.ts';
import { tokensKeptIn } from '../setup/clients/tokens.ts';
import type { Turn } from '../tools/desktop-host.ts';
import type { CallObserver } from '../tools/observer.ts';
import type { ToolRunnerOptions } from '../tools/runner/call.ts';
import { createToolRunner } from '../tools/runner/tool-runner.ts';
import { ceilingEngine } from './ceiling-engine.ts';
import { AgentDesktops, type AgentDesktopOptions } from './desktops/agent-desktops.ts';
import { teachTrials } from './desktops/kept-trials.ts';

export interface CallsOptions extends Pick<ToolRunnerOptions, 'tools' | 'skills'> {
  readonly engine: Engine;
  readonly ceiling: Ceiling;
  /** Returns the current settings. */
  readonly settings: () => Settings;
  readonly gate: Gate;
  /** Lets the user hold agents' calls; none are held by default. */
  readonly hold?: CallHold;
  /** Lets the user be asked while others act; nothing waits by default. */
  readonly promptLock?: PromptLock;
  /** Notified of each call before the audit log. */
  readonly observers?: readonly CallObserver[];
  /** Called when the audit log can no longer be written, and when it can be again. */
  readonly onAuditState?: (state: AuditState) => void;
  /** Holds the audit log and the tools' data; undefined to keep nothing after this process. */
  readonly profile?: string | undefined;
  /** Delays an act while a person works on the desktop; starts at once by default. */
  readonly turn?: Turn;
  /** Lets agents open their own desktops; they open none by default. */
  readonly desktops?: Pick<AgentDesktopOptions, 'engineEntry' | 'profileFile' | 'gate'> | undefined;
  /** The Computers configuration in use besides the settings' one; agents must not change it. */
  readonly config?: string | undefined;
  readonly log: Log;
}

export type Calls = ReturnType<typeof createCalls>;

/** The ceiling of the user with this profile, and of this machine. */
export function ceilingOf(profile: string | undefined): Ceiling {
  return profile === undefined ? noCeiling : createCeiling(ceilingFiles(profile));
}

/**
 * The only path from a call to the engine, and its observers. It loads no tool and nothing that few calls need, so that the first
 * call of a fresh process does not wait for them.
 */
export function createCalls({ ceiling, gate, promptLock, hold, observers = [], ...options }: CallsOptions) {
  const { profile, config, log } = options;
  const below = (of: Engine) => ceilingEngine(of, ceiling);
  const engine = below(options.engine);
  if (profile !== undefined)
    teachTrials(options.engine, profile).catch((error: unknown) => log('warn', 'earlier selector tests', error));
  const settings = () => {
    const current = options.settings();
    return ceiling.isNone ? current : { ...current, allowedFolders: [...ceiling.folders(current.allowedFolders)] };
  };
  const onState = options.onAuditState;
  const audit =
    profile === undefined ? null : createAuditLog({ root: auditRoot(profile), log, ...(onState && { onState }) });
  const desktops =
    options.desktops && profile !== undefined
      ? new AgentDesktops({ ...options.desktops, folder: profile, log, below })
      : null;
  const runner = createToolRunner({
    tools: options.tools,
    engine,
    gate,
    limits: createCallLimits(settings),
    observers: [...observers, ...(audit ? [audit] : [])],
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
    ...(options.skills && { skills: options.skills }),
    ...(promptLock && { promptLock }),
    ...(hold && { hold }),
    ...(profile !== undefined && { profile }),
  });
  return {
    runner,
    /** The engine of another desktop below the ceiling. */
    below,
    /** This desktop's. */
    engine,
    settings,
    auditState: () => audit?.state ?? { failure: null, lost: 0 },
    /** Ends pending calls and their callers' desktops, then what `others` closes, and the engine. */
    async close(others: () => Promise<void> = () => Promise.resolve()): Promise<void> {
      runner.haltAll();
      await desktops?.close();
      await others();
      audit?.close();
      await engine.close();
    },
  };
}
