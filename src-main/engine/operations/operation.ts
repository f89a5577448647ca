import type { Log } from '../../base/log.ts';
import type { Backend, WindowProvider } from '../backend.ts';
import type { CallOptions, Engine, EngineMethod } from '../engine.ts';
import type { Receipts } from '../input/reading-after-input.ts';
import type { Turns } from '../input/turns.ts';
import type { Recognizers } from '../ocr/recognizers.ts';
import type { FoundPictures } from '../selectors/pictures/found-pictures.ts';
import type { Shots } from '../picture/shots.ts';
import type { WindowFeed } from '../watch/windows/windows.ts';
import type { WindowId } from '#contract/model/schemas/window';
import type { TreeView } from '#contract/model/elements/element';

/** What the operations of one engine share. */
export interface EngineContext {
  readonly backend: Backend;
  readonly windows: WindowFeed;
  /** Mouse and keyboard belong to one call at a time. */
  readonly turns: Turns;
  readonly outlines: { show(context: EngineContext, boxes: InputOf<'highlight'>['boxes']): Promise<void> };
  /** What became of input that was sent. */
  readonly receipts: Receipts;
  /** Threads that read text from pictures, started with the first call that needs them. */
  readonly recognizers: Recognizers;
  /** Pixels that pictures will be made of. */
  readonly shots: Shots;
  /** By what places in pictures were found. */
  readonly foundPictures: FoundPictures;
  /** Windows whose trees somebody follows. */
  readonly followers: { of(context: EngineContext, window: WindowId, view: TreeView): TreeStream };
  /** Windows whose events somebody follows. */
  readonly eventLogs: { of(context: EngineContext, window: WindowId): EventStream };
  /** Feeds that somebody asked for and that do not hear anything yet. */
  readonly beginning: Set<Promise<void>>;
  /** Feeds of what people do; each makes haste to report what it still looks up. */
  readonly inputFeeds: Set<() => Promise<void>>;
  readonly own: OwnProcesses;
  /** See `CallOptions`; those of this context's call. */
  readonly judged?: CallOptions['judged'] | undefined;
  readonly log: Log;
}

/** One tree that is followed. */
export interface TreeStream {
  next(since: number | null, waitMs: number, call: CallContext): ReturnType<Engine['followTree']>;
}

/** The events of one window that are followed. */
export interface EventStream {
  next(since: number, waitMs: number, call: CallContext): ReturnType<Engine['followEvents']>;
}

export interface OwnProcesses {
  ids: ReadonlySet<number>;
}

/** What one call brings beside its input. */
export interface CallContext {
  /** Aborts at the deadline, and when the caller cancels. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Windows as the caller saw them a moment ago, see `CallOptions.look`; missing if they are not shared. */
  readonly seen?: Pick<WindowProvider, 'list'>;
}

export type InputOf<M extends EngineMethod> = Parameters<Engine[M]>[0];

/** One method of the engine, without deadline and error translation: those are the same for all. */
export type Operation<M extends EngineMethod> = (
  context: EngineContext,
  input: InputOf<M>,
  call: CallContext,
) => ReturnType<Engine[M]>;
