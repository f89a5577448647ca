import { DisposableStore, disposable, type Disposable } from '../../../base/async/disposable.ts';
import type { InputEvent } from '#contract/model/engine';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { EngineContext } from '../../operations/operation.ts';
import { isOwn } from '../../windows/lookup.ts';
import { askDetails } from '../found.ts';
import { EffectWatch } from '../tree/effects.ts';
import { createEventQueue } from './event-queue.ts';
import { Hovers } from '../pointer/hovers.ts';
import { InputReader } from './input-reader.ts';
import { Lookups } from './lookups.ts';
import { NewWindows } from '../windows/new-windows.ts';
import { opening } from '../observe.ts';
import { pressedOn } from '../presses/pressed-on.ts';
import { followRestingPointer } from '../pointer/resting-pointer.ts';
import { Scrolling, createWheelMerger } from '../pointer/scrolling.ts';
import { soleEffects, withSoleSelectors } from '../unique.ts';
import { TargetPictures } from '../presses/target-pictures.ts';
import { UnreportedViews } from '../presses/unreported-views.ts';
import { isKnownAt, shownAt, targetAt } from '../presses/press-target.ts';
import { startLiveTree, type LiveTree } from '../tree/live-tree.ts';
import type { LiveView } from '../tree/earlier-views.ts';

/** How long an app may take to handle typed keys before the field is read, in milliseconds. */
const uptakeMs = 1_000;

/**
 * User input as events with their target elements. Look-ups begin when the input comes; events leave in its order. Input to
 * Deskscope's own windows, and input that Deskscope sends, is left out.
 */
export function startInputFeed(
  context: EngineContext,
  emit: (event: InputEvent) => void,
  pending: (since: number | null) => void = () => undefined,
): Disposable {
  const owned = new DisposableStore();
  const effects = owned.add(
    new EffectWatch({
      isOwn: (window) => isOwn(context, window),
      read: (window, runtimeId) => askDetails(context, window, runtimeId).catch(() => null),
      readTyped: async (window, runtimeId) => {
        await context.receipts.uptake(window, { timeoutMs: uptakeMs }).catch(() => null);
        return askDetails(context, window, runtimeId).catch(() => null);
      },
      confirm: (window, roots, expected) => soleEffects(context, window, roots, expected),
    }),
  );
  const hovers = new Hovers();
  const pictures = new TargetPictures(context);
  const unreported = new UnreportedViews(context);
  const look = async (at: Point) => {
    const found = await targetAt(context, liveTree.view(), at);
    liveTree.learn(found.window, found.path);
    pictures.take(found, liveTree.view().stack, at);
    return found;
  };
  const lookAtRest = (at: Point) => {
    const found = look(at);
    hovers.rested(at, found);
    void unreported.rested(liveTree.view(), at);
    liveTree.rest();
    return found;
  };
  const resting = owned.add(
    followRestingPointer({
      look: lookAtRest,
      isKnown: (at) => isKnownAt(context, liveTree.view(), at),
      shown: (at) => shownAt(liveTree.view(), at),
      isSettled: () => liveTree.view().fresh,
    }),
  );
  const liveTree: LiveTree = owned.add(
    startLiveTree(context, {
      pointer: () => resting.place(),
      looked(view) {
        effects.looked(view);
        hovers.looked(view);
        void unreported.looked(view);
        if (view.fresh) resting.settled();
      },
      menusLooked(view) {
        hovers.menusLooked(view);
        resting.settled();
      },
      disturbed: () => resting.disturb(),
    }),
  );
  const newWindows = new NewWindows(context);
  const leave = async (event: InputEvent) => {
    if (!newWindows.isFirst(event)) return;
    const described = withOwner(await pictures.addTo(event), liveTree.view().stack);
    emit(await withSoleSelectors(context, described));
  };
  const queue = owned.add(createEventQueue(leave, context.log, pending));
  const wheel = owned.add(createWheelMerger(queue));
  const lookups = new Lookups(context, () => liveTree.view());
  const under = (at: Point, view: LiveView) => pressedOn(resting.before(at), at, () => lookups.at(view, at));
  const scrolling = new Scrolling();
  const known = { effects, hovers, pictures, unreported, scrolling, newWindows };
  const reader = owned.add(new InputReader({ context, liveTree, queue, lookups, under, ...known }, resting, wheel));
  const settle = (isEnd: boolean) => reader.settle(isEnd);
  context.inputFeeds.add(settle);
  owned.add(disposable(() => context.inputFeeds.delete(settle)));
  const listen = () =>
    context.backend.observer
      .listen((input) => reader.on(input))
      .catch((error: unknown) => {
        reader.on({ type: 'lost', time: performance.now(), cause: 'unreported', events: null });
        throw error;
      });
  owned.add(opening(context, listen, 'the input feed'));
  return owned;
}

/** The owner is reported if it is open. */
function withOwner(event: InputEvent, stack: readonly WindowInfo[]): InputEvent {
  const id = 'window' in event ? event.window?.owner : null;
  const owner = id && stack.find((window) => window.id === id);
  return owner ? { ...event, ownerTitle: owner.title } : event;
}
