import type { Disposable } from '../../base/disposable.ts';
import type { HighlightBox } from '#contract/model/engine';
import { center, contains, intersect, sameRect, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { OutlineBox } from '../backend.ts';
import type { EngineContext, Operation } from '../operation.ts';
import { paced } from '../watch/pace.ts';
import { isOwn } from '../windows/lookup.ts';

export const highlight: Operation<'highlight'> = (context, { boxes }) => context.outlines.show(context, boxes);

/** The outlines on the desktop: never on a window of Deskscope that lies over what they are about, however both move. */
export class Outlines implements Disposable {
  #boxes: readonly HighlightBox[] = [];
  #shown: readonly OutlineBox[] = [];
  #following: Disposable | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** Replaces what is shown; an empty list hides it. */
  show(context: EngineContext, boxes: readonly HighlightBox[]): Promise<void> {
    this.#boxes = boxes;
    if (boxes.length === 0) this.dispose();
    else this.#following ??= this.#follow(context);
    return this.#inTurn(() => this.#draw(context, boxes));
  }

  dispose(): void {
    this.#following?.dispose();
    this.#following = null;
  }

  #follow(context: EngineContext): Disposable {
    const pace = paced(() => void this.#inTurn(() => this.#drawAgain(context)).catch(() => undefined));
    const watching = context.backend.windows.watch(pace.hint);
    return {
      dispose() {
        watching.dispose();
        pace.dispose();
      },
    };
  }

  async #draw(context: EngineContext, boxes: readonly HighlightBox[]): Promise<void> {
    const shown = await withRoom(context, boxes);
    await context.backend.highlight.show(shown);
    this.#shown = shown;
  }

  async #drawAgain(context: EngineContext): Promise<void> {
    const boxes = this.#boxes;
    if (boxes.length === 0) return;
    const wanted = await withRoom(context, boxes);
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

async function withRoom(context: EngineContext, boxes: readonly HighlightBox[]): Promise<readonly OutlineBox[]> {
  if (boxes.length === 0) return [];
  const stack = (await context.backend.windows.list({ all: false, own: true })).filter(isShown);
  return boxes.map((box) => {
    const { bounds, label, line } = box;
    const keepClear = ownAbove(context, stack, box);
    return { bounds, label, line, ...(keepClear.length > 0 && { keepClear }) };
  });
}

/** Deskscope's own windows over the window that a box is about: the one it names, else the topmost of others there. */
function ownAbove(context: EngineContext, stack: readonly WindowInfo[], box: HighlightBox): readonly Rect[] {
  const at = stack.findIndex((window) =>
    box.window === undefined
      ? !isOwn(context, window) && contains(window.bounds, center(box.bounds))
      : window.id === box.window,
  );
  return stack
    .slice(0, at < 0 ? stack.length : at)
    .filter((window) => isOwn(context, window) && intersect(window.bounds, around(box.bounds)) !== null)
    .map(({ bounds }) => bounds);
}

/** With room for line and label, in pixels. */
function around({ x, y, width, height }: Rect): Rect {
  const room = 100;
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
