import type { Point } from '#contract/model/geometry';
import type { EngineContext } from '../operations/operation.ts';
import type { EffectWatch } from './tree/effects.ts';
import type { EventQueue } from './input/event-queue.ts';
import type { Hovers } from './pointer/hovers.ts';
import type { Lookups } from './input/lookups.ts';
import type { NewWindows } from './windows/new-windows.ts';
import type { Pressed } from './presses/pressed-on.ts';
import type { Scrolling } from './pointer/scrolling.ts';
import type { TargetPictures } from './presses/target-pictures.ts';
import type { UnreportedViews } from './presses/unreported-views.ts';
import type { LiveTree } from './tree/live-tree.ts';
import type { LiveView } from './tree/earlier-views.ts';

/** Shared by all input readers. */
export interface FeedParts {
  readonly context: EngineContext;
  readonly liveTree: LiveTree;
  readonly queue: EventQueue;
  readonly lookups: Lookups;
  readonly effects: EffectWatch;
  readonly hovers: Hovers;
  readonly pictures: TargetPictures;
  readonly unreported: UnreportedViews;
  readonly scrolling: Scrolling;
  readonly newWindows: NewWindows;
  /** The target of a press. @param view the desktop before the press */
  readonly under: (at: Point, view: LiveView) => Pressed;
}
