import type { Point } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ChildRange, ExactWords, RawDetails, RawNode, RawTree, ViewRange, Word } from '../../../backend.ts';
import type { IsCancelled } from '../thread/serve-tasks.ts';

/** UI Automation, or messages to standard controls. */
export type StrategyName = 'uia' | 'messages';

/** `auto` takes UI Automation where it is whole; the others insist on it, or on messages. */
export type StrategyChoice = 'auto' | 'uia' | 'win32';

/** How much a walk may read. */
export interface WalkBudget {
  readonly depth: number;
  readonly maxNodes: number;
  /** Once true, the walk answers what it has, truncated by `time`. */
  readonly cancelled: IsCancelled;
  /** An earlier walk did not come back in time: better many questions, between which it can end, than one long one. */
  readonly inParts?: boolean;
}

/** How much may be read of a window in parts. */
export type PartBudget = Pick<WalkBudget, 'maxNodes' | 'cancelled'>;

/** As `PartProvider` of the engine's border. */
export interface PartStrategy {
  /** Whether that element was read on this thread, so that it need not be sought. */
  knows(window: WindowInfo, runtimeId: string): boolean;
  path(window: WindowInfo, of: Point | 'focus'): readonly RawNode[];
  details(window: WindowInfo, runtimeId: string): RawDetails;
  around(window: WindowInfo, at: Point | null, budget: PartBudget): RawTree;
  isOnly(window: WindowInfo, from: string | null, node: RawNode, words: readonly Word[]): boolean | null;
  indices(window: WindowInfo, runtimeId: string): readonly number[] | null;
}

/**
 * One way to read and operate the elements of a window: UI Automation, messages to standard controls, MSAA. The same as
 * `ElementProvider` of the engine's border, but synchronous: it runs on the blocking thread. Throws `AppError`,
 * `Win32Failure` or `ComFailure`.
 */
export interface ElementStrategy {
  readonly name: StrategyName;
  walk(window: WindowInfo, from: string | null, budget: WalkBudget): RawTree;
  /** Missing if a tree is read by many questions in any case. */
  readonly parts?: PartStrategy;
  countInOneAnswer?(window: WindowInfo): number | null;
  matching?(window: WindowInfo, from: string | null, words: ExactWords): readonly RawNode[] | null;
  children(window: WindowInfo, runtimeId: string, range: ChildRange): readonly RawNode[];
  childrenIn?(window: WindowInfo, runtimeId: string, range: ViewRange): readonly RawNode[] | null;
  ancestors(window: WindowInfo, runtimeId: string): readonly RawNode[];
  details(window: WindowInfo, runtimeId: string): RawDetails;
  hitTest(window: WindowInfo, at: Point): string | null;
  focused(window: WindowInfo): string | null;
  focus(window: WindowInfo, runtimeId: string): void;
  run(window: WindowInfo, runtimeId: string, call: PatternCall): void;
  cell(window: WindowInfo, runtimeId: string, row: number, column: number): RawNode;
}
