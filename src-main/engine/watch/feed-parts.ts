import type { Point } from '#contract/model/geometry';
import type { EngineContext } from '../operation.ts';
import type { EffectWatch } from './effects.ts';
import type { EventQueue } from './event-queue.ts';
import type { Hovers } from './hovers.ts';
import type { Lookups } from './lookups.ts';
import type { Newcomers } from './newcomers.ts';
import type { Pressed } from './pressed-on.ts';
import type { Scrolling } from './scrolling.ts';
import type { TargetPictures } from './target-pictures.ts';
import type { UntoldViews } from './untold-views.ts';
import type { WarmTree } from './warm-tree.ts';
import type { WarmView } from './earlier-views.ts';

/** What those who read input share. */
export interface FeedParts {
  readonly context: EngineContext;
  readonly warm: WarmTree;
  readonly queue: EventQueue;
  readonly lookups: Lookups;
  readonly effects: EffectWatch;
  readonly hovers: Hovers;
  readonly pictures: TargetPictures;
  readonly untold: UntoldViews;
  readonly scrolling: Scrolling;
  readonly newcomers: Newcomers;
  /** What a press there means. @param view the desktop before it */
  readonly under: (at: Point, view: WarmView) => Pressed;
}
