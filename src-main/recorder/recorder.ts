import { randomUUID } from 'node:crypto';
import type { EngineStatus, InputEvent } from '#contract/model/engine';
import type { Step, UsedProgram } from '#contract/model/recordings/recording';
import type { WindowInfo } from '#contract/model/windows/window';
import { globalKeys, heldKeys, recordingKeys } from '#contract/model/recordings/global-keys';
import type { KeyChord } from '#contract/model/recordings/action';
import { sleep } from '../base/async/deadline.ts';
import { DisposableStore, disposable } from '../base/async/disposable.ts';
import type { Engine } from '../engine/engine.ts';
import type { LateNews } from './merging/merge-effects.ts';
import { createMerger, type MergeOutput } from './merging/merge.ts';
import { clickThresholds } from './merging/click-thresholds.ts';

export interface RecorderChange {
  /** Final, and reported once. */
  readonly steps: readonly Step[];
  /** May still change; replace the previous drafts. */
  readonly drafts: readonly Step[];
  /** Later changes of a step that was reported as final before. */
  readonly late: LateNews | null;
  /** A program that receives input for the first time. */
  readonly program?: UsedProgram | undefined;
}

export interface RecorderOptions {
  readonly engine: Pick<Engine, 'on' | 'settleInput'>;
  /** Records only this window, its menus and its dialogs. */
  readonly window?: WindowInfo | undefined;
  /** Duration of the recording so far in milliseconds; times of new steps continue from it. */
  readonly startAt?: number;
  /** The user's halt key, which is not recorded. */
  readonly haltKey?: string;
  /** Milliseconds of any steady or wall clock. */
  readonly now?: () => number;
  readonly changed: (change: RecorderChange) => void;
  readonly notice: (sentence: string) => void;
}

export interface RunningRecorder {
  /** Reports the steps so far as final, and continues. */
  settle(): Promise<void>;
  /** Ends the recording; settles when the last step was reported. */
  stop(): Promise<void>;
}

/** Delay of events, whose elements are looked up in the app, unless the engine reports them as pending. Milliseconds. */
const lagMs = 500;
/** How often pending steps are checked, in milliseconds. */
const tickMs = 100;
/** How long input may be in transit to the engine at the end, in milliseconds. */
const drainMs = 250;
const cutSentence = 'The last steps may be incomplete: their app did not answer.';

/** Listens to the engine and reports the user's steps until stopped. */
export function startRecorder(options: RecorderOptions): RunningRecorder {
  const now = options.now ?? Date.now;
  const began = now() - (options.startAt ?? 0);
  const merger = createMerger(randomUUID, clickThresholds(process.platform));
  const owned = new DisposableStore();
  /** From the engine's clock to the recording's; unknown until the first event of each engine process. */
  let offset: number | null = null;
  /** By the engine's clock: what comes next may still change steps from then on. */
  let pendingSince = Infinity;

  const notify = (output: MergeOutput) => {
    if (output.notice) options.notice(output.notice);
    const { steps, late, program } = output;
    options.changed({ steps, drafts: merger.drafts, late, ...(program && { program }) });
  };
  const onInput = (event: InputEvent) => {
    if (!isWanted(event, options)) return;
    offset ??= now() - began - event.at;
    notify(merger.push({ ...event, at: Math.max(0, event.at + offset) }));
  };
  const lose = () => merger.push({ type: 'lost', at: now() - began, cause: 'unreported', events: null });
  const onStatus = (status: EngineStatus) => {
    if (status.state !== 'restarting' && status.state !== 'failed') return;
    // Input until the next engine listens is lost.
    lose();
    offset = null;
    pendingSince = Infinity;
    notify(merger.finish());
    options.notice(lossSentence(status));
  };
  const timer = setInterval(() => {
    if (merger.drafts.length === 0) return;
    const output = merger.tick(Math.min(now() - began, pendingSince + (offset ?? 0)) - lagMs);
    if (output.steps.length > 0) notify(output);
  }, tickMs);

  owned.add(options.engine.on('input', onInput));
  owned.add(options.engine.on('pendingInput', (since) => (pendingSince = since ?? Infinity)));
  owned.add(options.engine.on('status', onStatus));
  owned.add(disposable(() => clearInterval(timer)));
  /** Events of the last moments are still being looked up when the user stops. */
  const drain = async (isEnd: boolean) => {
    await sleep(drainMs);
    await options.engine.settleInput({ isEnd }).catch(() => options.notice(cutSentence));
  };
  const settle = async () => {
    await drain(false);
    notify(merger.finish());
  };
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    await drain(true);
    owned.dispose();
    notify(merger.finish());
  };
  return { settle, stop: () => (stopping ??= stop()) };
}

function isWanted(event: InputEvent, { window: wanted, haltKey }: RecorderOptions): boolean {
  if (event.type === 'key' && isOwnKey(event.key, haltKey)) return false;
  if (!wanted || event.type === 'pointerUp' || event.type === 'opened' || event.type === 'lost') return true;
  const { window } = event;
  if (window?.id === wanted.id) return true;
  return window !== null && window.processId === wanted.processId && wanted.processId !== 0 && window.kind !== 'normal';
}

function lossSentence({ state, detail }: EngineStatus): string {
  return state === 'restarting'
    ? `${detail || 'The engine restarted.'} The steps are kept, but actions in between are not recorded.`
    : `${detail || 'The engine does not run.'} The steps are kept, but nothing more is recorded until it runs again.`;
}

/** True for the keys that control the recording; the user may have configured another halt key. */
function isOwnKey(key: KeyChord, haltKey: KeyChord = globalKeys.halt): boolean {
  // On macOS the same shortcuts use Command.
  const chord = key.replace(/^shift\+meta\+/, 'ctrl+shift+');
  return (
    [globalKeys, recordingKeys, heldKeys].some((keys) => Object.values<KeyChord>(keys).includes(chord)) ||
    chord === haltKey
  );
}
