import { withDeadline } from '../../../base/async/deadline.ts';
import { disposable, DisposableStore, type Disposable } from '../../../base/async/disposable.ts';
import { AppError } from '#contract/errors';
import type { ElementHit } from '#contract/model/elements/element';
import type { PointerEvent } from '#contract/model/engine';
import { contains, sameRect, type Point } from '#contract/model/geometry';
import { withMainEnter } from '#contract/model/recordings/chord';
import type { RawInput } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import { elementAt } from '../../tree/hit.ts';
import { opening } from '../observe.ts';

/**
 * How long the pointer must rest before apps are queried, in milliseconds; a pointer that moves across the desktop queries none.
 */
const restMs = 40;
/** Query interval for a pointer that never rests, in milliseconds. */
const restAtMostMs = 120;
const hoverDeadlineMs = 300;
const pressDeadlineMs = 700;
/** For a press where nothing was outlined: the user waits for its result, and can end the pick. */
const latePressMs = 5_000;
const forwardedKeys: readonly string[] = ['Escape', 'Enter'];

/** The element under the pointer while picking; presses and the keys that end a pick. */
export function startPointerFeed(context: EngineContext, emit: (event: PointerEvent) => void): Disposable {
  const hover = createHover(context, emit);
  let hasMoved = false;
  // In their order: a press on a window of ours is known at once, one on a busy app later.
  let reported = Promise.resolve();
  const press = ({ x, y, button }: Extract<RawInput, { type: 'button' }>) => {
    const found = pressedOn(context, { x, y }, hover.last);
    reported = reported.then(async () => emit({ type: 'press', x, y, button, hit: await found }));
  };
  const settle = () => reported;
  const onInput = (input: RawInput) => {
    hasMoved ||= input.type === 'move';
    if (input.type === 'move') hover.moved(input);
    // Ignore an agent's clicks.
    if (input.byUs) return;
    if (input.type === 'button' && input.down) press(input);
    const key = input.type === 'key' ? withMainEnter(input.key) : '';
    if (forwardedKeys.includes(key)) emit({ type: 'key', key });
  };
  const owned = new DisposableStore();
  owned.add(hover);
  context.inputFeeds.add(settle);
  owned.add(disposable(() => context.inputFeeds.delete(settle)));
  // Queried once its moves are received: a move in between is lost for good.
  const findPointer = () =>
    context.backend.input.pointer().then(
      (at) => hasMoved || hover.moved(at),
      (error: unknown) => context.log('warn', 'the pointer was not found', error),
    );
  const open = async () => {
    const observing = await observe(context, onInput, () => emit({ type: 'shared' }));
    void findPointer();
    return observing;
  };
  owned.add(opening(context, open, 'the pointer feed'));
  return owned;
}

/**
 * Grabs input if the platform supports it, so that a pick does not click; otherwise, or if another app has grabbed it, only
 * listens.
 */
async function observe(
  context: EngineContext,
  listener: (input: RawInput) => void,
  shared: () => void,
): Promise<Disposable> {
  const { observer, capabilities } = context.backend;
  if (!capabilities.grab) return observer.listen(listener);
  try {
    return await observer.grab(listener);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'busy') throw error;
    context.log('warn', 'another app holds the pointer: presses will reach it', error);
    shared();
    return observer.listen(listener);
  }
}

function createHover(
  context: EngineContext,
  emit: (event: PointerEvent) => void,
): Disposable & { moved(at: Point): void; readonly last: ElementHit | null } {
  let at: Point = { x: 0, y: 0 };
  let timer: NodeJS.Timeout | undefined;
  let movingSince: number | null = null;
  let asking = false;
  let last: ElementHit | null | undefined;

  const ask = async () => {
    timer = undefined;
    movingSince = null;
    if (asking) {
      moved(at);
      return;
    }
    asking = true;
    const { x, y } = at;
    const hit = await look(context, { x, y }, hoverDeadlineMs);
    asking = false;
    if (hit === 'late') {
      // Repeated while the pointer stays: reporting no element is wrong.
      moved(at);
      return;
    }
    if (last !== undefined && same(last, hit)) return;
    last = hit;
    emit({ type: 'hover', x, y, hit });
  };
  const moved = (to: Point) => {
    at = to;
    movingSince ??= Date.now();
    clearTimeout(timer);
    const wait = Math.max(0, Math.min(restMs, movingSince + restAtMostMs - Date.now()));
    timer = setTimeout(() => void ask(), wait);
  };
  return {
    moved,
    get last() {
      return last ?? null;
    },
    ...disposable(() => clearTimeout(timer)),
  };
}

/** @param shown what was outlined at the press: what a person meant if the app answers late */
async function pressedOn(context: EngineContext, at: Point, shown: ElementHit | null): Promise<ElementHit | null> {
  const hit = await look(context, at, pressDeadlineMs);
  if (hit !== 'late') return hit;
  if (shown?.element.bounds && contains(shown.element.bounds, at)) return shown;
  const later = await look(context, at, latePressMs);
  return later === 'late' ? null : later;
}

/** Null if nothing is there, `late` if the app does not answer in time. */
async function look(context: EngineContext, at: Point, timeoutMs: number): Promise<ElementHit | null | 'late'> {
  try {
    return await withDeadline({ timeoutMs, what: 'Looking under the pointer' }, (signal) =>
      elementAt(context, at, { signal, timeoutMs }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) context.log('warn', 'looking under the pointer failed', error);
    return error instanceof AppError && error.code === 'timeout' ? 'late' : null;
  }
}

function same(a: ElementHit | null, b: ElementHit | null): boolean {
  if (a === null || b === null) return a === b;
  const [one, other] = [a.element.bounds, b.element.bounds];
  return a.element.id === b.element.id && (one && other ? sameRect(one, other) : one === other);
}
