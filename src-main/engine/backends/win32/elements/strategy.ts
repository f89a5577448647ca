import type { Point } from '#contract/model/geometry';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ChildRange, ExactWords, RawDetails, RawNode, RawTree, ViewRange, Word } from '../../../backend.ts';
import type { IsCancelled } from '../thread/serve-tasks.ts';

/** UI Automation, or messages to standard controls. */
export type StrategyName = 'uia' | 'messages';

/** `auto` uses UI Automation if it is complete; the others require it, or messages. */
export type StrategyChoice = 'auto' | 'uia' | 'win32';

/** Budget of a walk. */
export interface WalkBudget {
  readonly depth: number;
  readonly maxNodes: number;
  /** Once true, the walk returns its partial result, truncated by `time`. */
  readonly cancelled: IsCancelled;
  /** An earlier walk did not return in time: uses many queries, between which it can end, instead of one long one. */
  readonly inParts?: boolean;
}

/** Budget of a read in parts. */
export type PartBudget = Pick<WalkBudget, 'maxNodes' | 'cancelled'>;

/** As `PartProvider` of the engine's interface. */
export interface PartStrategy {
  /** Whether that element was read on this thread, so that no search is needed. */
  knows(window: WindowInfo, runtimeId: string): boolean;
  path(window: WindowInfo, of: Point | 'focus'): readonly RawNode[];
  details(window: WindowInfo, runtimeId: string): RawDetails;
  around(window: WindowInfo, at: Point | null, budget: PartBudget): RawTree;
  isOnly(window: WindowInfo, from: string | null, node: RawNode, words: readonly Word[]): boolean | null;
  indices(window: WindowInfo, runtimeId: string): readonly number[] | null;
}

/**
 * A way to read and operate the elements of a window: UI Automation, messages to standard controls, MSAA. Like
 * `ElementProvider` of the engine's interface, but synchronous: it runs on the blocking thread. Throws `AppError`,
 * `Win32Failure` or `ComFailure`.
 */
export interface ElementStrategy {
  readonly name: StrategyName;
  walk(window: WindowInfo, from: string | null, budget: WalkBudget): RawTree;
  /** Missing if trees are always read with many queries. */
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
