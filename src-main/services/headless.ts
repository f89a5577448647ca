import path from 'node:path';
import type { PolicyMode } from '#contract/model/permissions/permission';
import type { Settings } from '#contract/model/settings';
import type { RunKind } from '#contract/model/runs/trace';
import type { Log } from '../base/log.ts';
import type { BackendName } from '../engine/create-backend.ts';
import type { Engine } from '../engine/engine.ts';
import { shareHalt } from './shared-halt.ts';
import { createJournal } from '../recorder/saving/journal.ts';
import type { MadeHere } from '../recorder/saving/made-here.ts';
import type { RecorderStore } from '../recorder/store.ts';
import { AppError } from '#contract/errors';
import { oneLine } from '#contract/foreign-text';
import type { AskedStart, Replay } from '../replay/replay.ts';
import { runName } from '../runs/files/run-folders.ts';
import type { TraceWriter } from '../runs/trace/trace-writer.ts';
import type { Turn } from '../tools/desktop-host.ts';
import type { ToolRunner } from '../tools/runner/tool-runner.ts';
import { createUnattended } from './agents/agent-calls.ts';
import { createCore, type Core } from './core.ts';

export interface ServiceOptions {
  readonly backend: BackendName;
  /** What agents may do; there is no window to ask in. */
  readonly allow: Exclude<PolicyMode, 'ask'>;
  /** Returns the current settings, including later edits of the file. */
  readonly settings: () => Settings;
  /** Folder of the tools' persistent data; undefined to keep none. */
  readonly profile?: string;
  /** The Computers configuration in use besides the settings' one; agents must not change it. */
  readonly config?: string | undefined;
  /** How agents open their own desktops: the built engine, and the user's profile; they open none by default. */
  readonly desktops?: { readonly engineEntry: string; readonly profileFile: () => string };
  /** Delays an act while a person works on the desktop; starts at once by default. */
  readonly turn?: Turn;
  /** Where to write a trace of every tool call. */
  readonly trace?:
    | { readonly folder: string; readonly title: string; readonly kind: RunKind; readonly isLate?: boolean }
    | undefined;
  readonly log: Log;
}

export interface Services {
  readonly engine: Engine;
  readonly runner: ToolRunner;
  readonly replay: Replay;
  /** Recorded skills; null if nothing is kept. */
  readonly skills: Core['skills'];
  /** The recordings that this user made here. */
  readonly madeHere: MadeHere;
  readonly settings: Settings;
  /** Receives the events of an agent's run; null if no trace is written. */
  readonly trace: Pick<TraceWriter, 'report' | 'keep' | 'takeCalls' | 'path'> | null;
  /** A recorder that keeps unsaved work beside the file it will be saved to. */
  createRecorder(file: string): RecorderStore;
  close(options?: { readonly discardTrace?: boolean }): Promise<void>;
}

/** The services of the command line. Closing them closes the engine. */
export function createServices(engine: Engine, { allow, trace, desktops, ...options }: ServiceOptions): Services {
  const { settings } = options;
  const { halt, ...unattended } = createUnattended({ allow, settings, desktops });
  const core = createCore({
    ...options,
    ...unattended,
    engine,
    mayStart: refuseStart,
    trace: trace && { ...trace, run: runName(new Date()) },
  });
  const shared = shareHalt(halt, {
    log: options.log,
    pulled() {
      core.runner.haltAll();
      core.replay.stop();
    },
  });
  return {
    engine,
    settings: settings(),
    runner: core.runner,
    replay: core.replay,
    skills: core.skills,
    madeHere: core.madeHere,
    trace: core.trace,
    createRecorder: (file) => core.createRecorder(journalBeside(file)),
    async close(closing) {
      shared.dispose();
      await core.close(closing);
    },
  };
}

function journalBeside(file: string) {
  return createJournal(path.dirname(path.resolve(file)), `.${path.basename(file)}.unsaved.jsonl`);
}

/** A recording may come from anyone, and there is nobody to ask here. */
function refuseStart({ isOwn, starts }: AskedStart): Promise<void> {
  const what = starts.map(({ sentence }) => oneLine(sentence)).join('; ');
  const why = isOwn
    ? 'The recording starts programs'
    : 'The recording comes from elsewhere, and would start programs or reach what may start some';
  const error = new AppError('permission_denied', `${why}: ${what}.`, {
    hint: 'Read it. If that is what you want, add --allow-launch.',
    delivery: 'not_delivered',
  });
  return Promise.reject(error);
}
