import { DisposableStore, disposable, type Disposable } from '../../base/disposable.ts';
import type { InputEvent } from '#contract/model/engine';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { EngineContext } from '../operation.ts';
import { isOwn } from '../windows/lookup.ts';
import { askDetails } from './ask-details.ts';
import { EffectWatch } from './effects.ts';
import { createEventQueue } from './event-queue.ts';
import { Hovers } from './hovers.ts';
import { InputReader } from './input-reader.ts';
import { Lookups } from './lookups.ts';
import { Newcomers } from './newcomers.ts';
import { opening } from './observe.ts';
import { pressedOn } from './pressed-on.ts';
import { followRestingPointer } from './resting-pointer.ts';
import { Scrolling } from './scrolling.ts';
import { soleEffects, withSoleSelectors } from './sole.ts';
import { TargetPictures } from './target-pictures.ts';
import { UntoldViews } from './untold-views.ts';
import { isKnownAt, shownAt, targetAt } from './press-target.ts';
import { startWarmTree, type WarmTree } from './warm-tree.ts';
import { createWheelMerger } from './wheel.ts';
import type { WarmView } from './earlier-views.ts';

/**
 * What a person does, as events with the elements they mean. Lookups begin when the input comes, events leave in its
 * order. Input to Deskscope's own windows is left out, and what Deskscope sends itself.
 */
export function startInputFeed(context: EngineContext, emit: (event: InputEvent) => void): Disposable {
  const owned = new DisposableStore();
  const effects = owned.add(
    new EffectWatch({
      isOwn: (window) => isOwn(context, window),
      read: (window, runtimeId) => askDetails(context, window, runtimeId).catch(() => null),
      confirm: (window, roots, expected) => soleEffects(context, window, roots, expected),
    }),
  );
  const hovers = new Hovers();
  const pictures = new TargetPictures(context);
  const untold = new UntoldViews(context);
  const look = async (at: Point) => {
    const found = await targetAt(context, warm.view(), at);
    warm.learn(found.window, found.path);
    pictures.take(found, warm.view().stack, at);
    return found;
  };
  const lookAtRest = (at: Point) => {
    const found = look(at);
    hovers.rested(at, found);
    void untold.rested(warm.view(), at);
    warm.rest();
    return found;
  };
  const resting = owned.add(
    followRestingPointer({
      look: lookAtRest,
      isKnown: (at) => isKnownAt(context, warm.view(), at),
      shown: (at) => shownAt(warm.view(), at),
      isSettled: () => warm.view().fresh,
    }),
  );
  const warm: WarmTree = owned.add(
    startWarmTree(context, {
      pointer: () => resting.place(),
      looked(view) {
        effects.looked(view);
        hovers.looked(view);
        void untold.looked(view);
        if (view.fresh) resting.settled();
      },
      menusLooked(view) {
        hovers.menusLooked(view);
        resting.settled();
      },
      disturbed: () => resting.disturb(),
    }),
  );
  const newcomers = new Newcomers(context);
  const leave = async (event: InputEvent) => {
    if (!newcomers.isFirst(event)) return;
    const described = withOwner(await pictures.addTo(event), warm.view().stack);
    emit(await withSoleSelectors(context, described));
  };
  const queue = owned.add(createEventQueue(leave, context.log));
  const wheel = owned.add(createWheelMerger(queue));
  const lookups = new Lookups(context, () => warm.view());
  const under = (at: Point, view: WarmView) => pressedOn(resting.before(at), at, () => lookups.at(view, at));
  const scrolling = new Scrolling();
  const known = { effects, hovers, pictures, untold, scrolling, newcomers };
  const reader = owned.add(new InputReader({ context, warm, queue, lookups, under, ...known }, resting, wheel));
  const settle = () => reader.settle();
  context.inputFeeds.add(settle);
  owned.add(disposable(() => context.inputFeeds.delete(settle)));
  const listen = () =>
    context.backend.observer
      .listen((input) => reader.on(input))
      .catch((error: unknown) => {
        reader.on({ type: 'lost', time: performance.now(), cause: 'unheard', events: null });
        throw error;
      });
  owned.add(opening(context, listen, 'the input feed'));
  return owned;
}

/** What it belongs to is told where it is open. */
function withOwner(event: InputEvent, stack: readonly WindowInfo[]): InputEvent {
  const id = 'window' in event ? event.window?.owner : null;
  const owner = id && stack.find((window) => window.id === id);
  return owner ? { ...event, ownerTitle: owner.title } : event;
}
