import type { HighlightBox } from '#contract/model/engine';
import { center, contains, intersect, sameRect, type Rect, isEmpty, type Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { parseElementId, type ElementId } from '#contract/model/elements/element';
import { sleep } from '../../base/async/deadline.ts';
import type { Disposable } from '../../base/async/disposable.ts';
import type { OutlineBox } from '../backend.ts';
import type { EngineContext, Operation, CallContext } from '../operations/operation.ts';
import { rateLimited } from '../watch/rate-limit.ts';
import { isOwn, windowOf } from '../windows/lookup.ts';
import { without } from '../input/spots.ts';
import { reachedAt, shownPart } from '../tree/reached.ts';

export const highlight: Operation<'highlight'> = (context, { boxes }) => context.outlines.show(context, boxes);

/**
 * How long an outline must rest before apps are queried for covers of its element, in milliseconds: it may follow the pointer.
 */
const askAfterMs = 120;
/** Maximum distance of an outline from its element, in pixels, at the largest scale. */
const widestLine = 12;
/** Maximum distance of a label, in pixels. */
const labelRoom = 100;
/** Maximum number of elements to query. */
const mostAsked = 20;

/** The outlines on the desktop, never over what covers their elements, however both move. */
export class Outlines implements Disposable {
  #boxes: readonly HighlightBox[] = [];
  #shown: readonly OutlineBox[] = [];
  #following: Disposable | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  /** Covers of a box's element within its app, once queried. */
  #covers = new Map<HighlightBox, readonly Rect[]>();
  #asking: AbortController | null = null;

  /** Replaces the shown boxes; an empty list hides them. */
  show(context: EngineContext, boxes: readonly HighlightBox[]): Promise<void> {
    this.#boxes = boxes;
    this.#covers = new Map();
    this.#asking?.abort();
    if (boxes.length === 0) this.dispose();
    else this.#following ??= this.#follow(context);
    if (boxes.some(({ element }) => element !== undefined)) void this.#askForCovers(context, boxes);
    return this.#inTurn(() => this.#draw(context, boxes));
  }

  dispose(): void {
    this.#asking?.abort();
    this.#following?.dispose();
    this.#following = null;
  }

  #follow(context: EngineContext): Disposable {
    const limited = rateLimited(() => void this.#inTurn(() => this.#drawAgain(context)).catch(() => undefined));
    const watching = context.backend.windows.watch(limited.hint);
    return {
      dispose() {
        watching.dispose();
        limited.dispose();
      },
    };
  }

  async #askForCovers(context: EngineContext, boxes: readonly HighlightBox[]): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    try {
      await sleep(askAfterMs, asking.signal);
      for (const box of boxes.slice(0, mostAsked)) {
        if (box.element === undefined) continue;
        const covers = await coversOf(context, box.element, asking);
        if (boxes !== this.#boxes) return;
        this.#covers.set(box, covers);
      }
      await this.#inTurn(() => this.#drawAgain(context));
    } catch {
      // If the element is gone or its app does not respond, the outline stays as it is.
    }
  }

  async #draw(context: EngineContext, boxes: readonly HighlightBox[]): Promise<void> {
    const shown = await withRoom(context, boxes, this.#covers);
    await context.backend.highlight.show(shown);
    this.#shown = shown;
  }

  async #drawAgain(context: EngineContext): Promise<void> {
    const boxes = this.#boxes;
    if (boxes.length === 0) return;
    const wanted = await withRoom(context, boxes, this.#covers);
    if (boxes !== this.#boxes || sameRoom(wanted, this.#shown)) return;
    await context.backend.highlight.show(wanted);
    this.#shown = wanted;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

async function withRoom(
  context: EngineContext,
  boxes: readonly HighlightBox[],
  covers: ReadonlyMap<HighlightBox, readonly Rect[]>,
): Promise<readonly OutlineBox[]> {
  if (boxes.length === 0) return [];
  const stack = (await context.backend.windows.list({ all: false, own: true })).filter(isShown);
  return boxes.map((box) => {
    const { bounds, label, line } = box;
    const over = above(context, stack, box);
    const near = around(bounds, labelRoom);
    const own = over.filter((window) => isOwn(context, window) && intersect(window.bounds, near) !== null);
    // The label of a covered element may lie over the cover, since it names what is there.
    const beside = around(bounds, widestLine);
    const others = [
      ...over.filter((window) => !isOwn(context, window)).map((each) => each.bounds),
      ...(covers.get(box) ?? []),
    ];
    const keepClear = [
      ...own.map((window) => window.bounds),
      ...others.flatMap((cover) => (intersect(cover, bounds) ? (intersect(cover, beside) ?? []) : [])),
    ];
    return { bounds, label, line, ...(keepClear.length > 0 && { keepClear }) };
  });
}

/** The windows above that of the box: the one it names, else the topmost of another program there. */
function above(context: EngineContext, stack: readonly WindowInfo[], box: HighlightBox): readonly WindowInfo[] {
  const at = stack.findIndex((window) =>
    box.window === undefined
      ? !isOwn(context, window) && contains(window.bounds, center(box.bounds))
      : window.id === box.window,
  );
  const about = stack[at];
  return stack
    .slice(0, at < 0 ? stack.length : at)
    .filter((window) => isOwn(context, window) || (about !== undefined && window.processId !== about.processId));
}

function around({ x, y, width, height }: Rect, room: number): Rect {
  return { x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room };
}

function isShown({ state }: WindowInfo): boolean {
  return state !== 'minimized';
}

function sameRoom(a: readonly OutlineBox[], b: readonly OutlineBox[]): boolean {
  return a.length === b.length && a.every((box, i) => sameRects(box.keepClear ?? [], b[i]?.keepClear ?? []));
}

function sameRects(a: readonly Rect[], b: readonly Rect[]): boolean {
  return a.length === b.length && a.every((rect, i) => b[i] !== undefined && sameRect(rect, b[i]));
}

/** Where to hit-test the visible part of an element, as fractions across and down. */
const gridParts = [1 / 6, 1 / 2, 5 / 6];

/**
 * What covers an element in its own window, by a few hit tests: its container clips it, or another element of the app is over
 * it. Physical screen pixels.
 * @throws AppError `element_stale`, `target_not_responding`
 */
async function coversOf(
  context: EngineContext,
  id: ElementId,
  { signal }: Pick<CallContext, 'signal'>,
): Promise<readonly Rect[]> {
  const { elements } = context.backend;
  const { window: windowId, runtimeId } = parseElementId(id);
  const window = await windowOf(context, windowId);
  const [{ controlType, name, bounds }, around] = await Promise.all([
    elements.details(window, runtimeId, signal),
    elements.ancestors(window, runtimeId, signal),
  ]);
  if (!bounds || isEmpty(bounds)) return [];
  const shown = shownPart(bounds, around);
  if (!shown) return [bounds];
  const element = { id, controlType, name, bounds };
  const covers: Rect[] = [...without(bounds, shown)];
  for (const at of gridIn(shown)) {
    if (covers.some((cover) => contains(cover, at))) continue;
    const reached = await reachedAt(context, window, element, at, { signal });
    if (reached.by === 'other' && !reached.isAround && reached.cover.bounds) covers.push(reached.cover.bounds);
  }
  return covers;
}

function gridIn({ x, y, width, height }: Rect): readonly Point[] {
  return gridParts.flatMap((down) =>
    gridParts.map((across) => ({ x: Math.floor(x + across * width), y: Math.floor(y + down * height) })),
  );
}
