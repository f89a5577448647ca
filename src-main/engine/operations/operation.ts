import type { Log } from '../../base/log.ts';
import type { Backend, RawNode, WindowProvider } from '../backend.ts';
import type { CallOptions, Engine, EngineMethod } from '../engine.ts';
import type { Receipts } from '../input/reading-after-input.ts';
import type { Turns } from '../input/turns.ts';
import type { Recognizers } from '../ocr/recognizers.ts';
import type { FoundPictures } from '../selectors/pictures/found-pictures.ts';
import type { Shots } from '../picture/shots.ts';
import type { RecentTrees } from '../tree/recent-trees.ts';
import type { WindowFeed } from '../watch/windows/windows.ts';
import type { WindowId } from '#contract/model/schemas/window';
import type { TreeView } from '#contract/model/elements/element';
import type { AppTrials } from '#contract/model/elements/selector-trial';

/** What the operations of one engine share. */
export interface EngineContext {
  readonly backend: Backend;
  readonly windows: WindowFeed;
  /** One call at a time has mouse and keyboard. */
  readonly turns: Turns;
  readonly outlines: { show(context: EngineContext, boxes: InputOf<'highlight'>['boxes']): Promise<void> };
  /** Delivery of sent input. */
  readonly receipts: Receipts;
  /** Threads for text recognition, started with the first call that needs them. */
  readonly recognizers: Recognizers;
  readonly recentTrees: RecentTrees;
  /** Pixels to encode later. */
  readonly shots: Shots;
  /** The picture steps that found places in pictures. */
  readonly foundPictures: FoundPictures;
  /** Windows whose trees are followed. */
  readonly followers: { of(context: EngineContext, window: WindowId, view: TreeView): TreeStream };
  /** Windows whose events are followed. */
  readonly eventLogs: { of(context: EngineContext, window: WindowId): EventStream };
  /** Requested feeds that are not receiving yet. */
  readonly beginning: Set<Promise<void>>;
  /** Feeds of user input; each call reports pending look-ups at once. `isEnd` as for `settleInput`. */
  readonly inputFeeds: Set<(isEnd: boolean) => Promise<void>>;
  readonly own: OwnProcesses;
  readonly learned: LearnedTrials;
  /** The `CallOptions` of this context's call. */
  readonly judged?: CallOptions['judged'] | undefined;
  readonly log: Log;
}

/** A followed tree. */
export interface TreeStream {
  next(since: number | null, waitMs: number, call: CallContext): ReturnType<Engine['followTree']>;
  /** The raw tree of a recent look; null for an older one. */
  rootAt(sequence: number): RawNode | null;
}

/** The followed events of one window. */
export interface EventStream {
  next(since: number, waitMs: number, call: CallContext): ReturnType<Engine['followEvents']>;
}

/** Outcomes of selector trials. */
export interface LearnedTrials {
  /** By app. */
  apps: ReadonlyMap<string, AppTrials>;
}

export interface OwnProcesses {
  ids: ReadonlySet<number>;
}

/** Context of one call besides its input. */
export interface CallContext {
  /** Aborts at the deadline, and when the caller cancels. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Windows as the caller saw them a moment ago, see `CallOptions.look`; missing if not shared. */
  readonly seen?: Pick<WindowProvider, 'list'>;
}

export type InputOf<M extends EngineMethod> = Parameters<Engine[M]>[0];

/** One method of the engine, without deadline and error translation, which all share. */
export type Operation<M extends EngineMethod> = (
  context: EngineContext,
  input: InputOf<M>,
  call: CallContext,
) => ReturnType<Engine[M]>;
