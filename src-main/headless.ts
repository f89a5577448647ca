import path from 'node:path';
import { auditRoot, createAuditLog } from './audit/audit-log.ts';
import type { Log } from './base/log.ts';
import type { BackendName } from './engine/create-backend.ts';
import type { Engine } from './engine/engine.ts';
import { forkEngine } from './engine/fork-engine.ts';
import { createRemoteEngine } from './engine/remote-engine.ts';
import { allTools } from './mcp/registry.ts';
import { createToolRunner, type ToolRunner } from './mcp/tool-runner.ts';
import { headlessBroker } from './permissions/broker.ts';
import { createCallLimits } from './permissions/call-limits.ts';
import { createGate } from './permissions/gate.ts';
import { createJournal } from './recorder/journal.ts';
import { RecorderStore } from './recorder/store.ts';
import { Replay } from './replay/replay.ts';
import { runName } from './runs/run-folders.ts';
import { createTraceWriter } from './runs/trace-writer.ts';
import type { PolicyMode } from '#contract/model/permission';
import type { Settings } from '#contract/model/settings';

export interface ServiceOptions {
  readonly backend: BackendName;
  /** What agents may do; there is no window to ask in. */
  readonly allow: Exclude<PolicyMode, 'ask'>;
  /** As they are at this moment: who edits the file meanwhile is heard. */
  readonly settings: () => Settings;
  /** Where tools keep what shall outlive this process; missing where nothing shall. */
  readonly profile?: string;
  /** Where to write a trace of every tool call. */
  readonly trace?: { readonly folder: string; readonly title: string };
  readonly log: Log;
}

export interface EngineOptions {
  readonly backend: BackendName;
  /** The built engine (`out/main/engine.js`). */
  readonly entry: string;
  /** Whether the engine's own log goes to standard error. */
  readonly engineLog: 'inherit' | 'ignore';
  readonly log: Log;
}

export interface Services {
  readonly engine: Engine;
  readonly runner: ToolRunner;
  readonly replay: Replay;
  readonly settings: Settings;
  /** A recorder whose unsaved work is kept beside the file it will be saved to. */
  createRecorder(file: string): RecorderStore;
  close(): Promise<void>;
}

/**
 * The engine in a process of its own, also for the scripted desktop: there is one way to be right, a native fault costs
 * one error instead of the command, and it costs a tenth of a second.
 */
export function startEngine({ backend, entry, engineLog, log }: EngineOptions): Engine {
  return createRemoteEngine({ spawn: () => forkEngine(entry, { backend, log: engineLog }), log });
}

/** The services of the app without Electron. Closing them closes the engine. */
export function createServices(engine: Engine, options: ServiceOptions): Services {
  const { backend, log, settings } = options;
  const trace = options.trace && createTrace(options.trace, engine, log);
  const audit = options.profile === undefined ? null : createAuditLog({ root: auditRoot(options.profile), log });
  const runner = createToolRunner({
    ...{ tools: allTools, engine, log, settings },
    limits: createCallLimits(settings),
    gate: createGate({ policyMode: options.allow, broker: headlessBroker, lists: settings }),
    observers: [...(trace ? [trace] : []), ...(audit ? [audit] : [])],
    ...(options.profile !== undefined && { profile: options.profile }),
  });
  const platform = backend === 'auto' ? process.platform : backend;
  return {
    ...{ engine, runner, settings: settings() },
    replay: new Replay({ runner, settings, environment: process.env }),
    createRecorder: (file) => new RecorderStore({ engine, platform, journal: journalBeside(file) }),
    async close() {
      runner.haltAll();
      audit?.close();
      await trace?.close();
      await engine.close();
    },
  };
}

function journalBeside(file: string) {
  return createJournal(path.dirname(path.resolve(file)), `.${path.basename(file)}.unsaved.jsonl`);
}

function createTrace(trace: NonNullable<ServiceOptions['trace']>, engine: Engine, log: Log) {
  return createTraceWriter({ ...trace, run: runName(new Date()), eyes: engine, log });
}
