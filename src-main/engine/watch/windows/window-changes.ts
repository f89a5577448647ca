import { performance } from 'node:perf_hooks';
import { sleep } from '../../../base/async/deadline.ts';
import type { WindowChange } from '#contract/model/recordings/action';
import { contains, sameRect, type Point, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import type { EngineContext } from '../../operations/operation.ts';
import type { Found } from '../found.ts';

/** How often to check for changes of a window, in milliseconds. */
const lookEveryMs = 40;
/** How long a window manager, or an app that closes or asks first, may take without other input, in milliseconds. */
const byFrameMs = 2_000;
const byOthersMs = 500;
/** A window that has not moved for this long has been placed; milliseconds. */
const restMs = 120;
/** Maximum height of title bars drawn by apps; in pixels. */
const barHeight = 64;
/** How far a window may lag behind the pointer that drags it, in pixels. */
const lag = 12;

/** A press and its release, and the desktop before it. */
export interface WholePress {
  readonly found: Found;
  readonly from: Point;
  readonly to: Point;
  readonly isDrag: boolean;
  readonly isLeft: boolean;
  readonly hasModifiers: boolean;
  /** Topmost first. */
  readonly before: readonly WindowInfo[];
  readonly goesOn: GoingOn;
}

/** The user's next input, and the desktop before it. */
export interface NextInput {
  /** Null if it is not a press. */
  readonly pressAt: Point | null;
  /** Topmost first; only visible ones. */
  readonly windows: readonly WindowInfo[];
}

/** The next input after a press: later changes are not effects of the press. */
export class GoingOn {
  readonly #abort = new AbortController();
  #next: NextInput | null = null;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Null until other input, or if there will be none. */
  get next(): NextInput | null {
    return this.#next;
  }

  now(next: NextInput | null): void {
    this.#next = next;
    this.#abort.abort();
  }
}

/**
 * The effect of a press on its window as a whole: by the window manager's frame, or by a bar that the app draws. Null for a
 * press on the frame without effect, undefined for any other press.
 */
export async function windowChangeOf(
  context: EngineContext,
  press: WholePress,
): Promise<WindowChange | null | undefined> {
  const { found, before } = press;
  const window = before.find(({ id }) => id === found.window?.id) ?? found.window;
  if (!window || found.own) return undefined;
  const part = partOf(window, press);
  if (!press.isDrag && part === 'content') return undefined;
  const { signal } = press.goesOn;
  const change = () => changeNow(context, window, press, part);
  const end = performance.now() + (part === 'frame' ? byFrameMs : byOthersMs);
  do {
    const windowChange = await change();
    if (windowChange) return windowChange.type === 'placeWindow' ? onceStill(change, signal) : windowChange;
    await sleep(lookEveryMs, signal).catch(() => undefined);
  } while (performance.now() < end && !signal.aborted);
  if (part !== 'frame') return undefined;
  const now = (await list(context, window, press)).find(({ id }) => id === window.id);
  return !window.active && now?.active ? { type: 'window', act: 'focus' } : null;
}

/** `bar`: title and buttons of the window, drawn by the app. */
type Part = 'frame' | 'bar' | 'content';

function partOf(window: WindowInfo, { found, from, isDrag, isLeft }: WholePress): Part {
  const { bounds, contentBounds } = window;
  const { node, path } = found;
  const inTitleBar = path.some(({ controlType }) => controlType === 'TitleBar');
  // On Windows a menu bar is outside the content too.
  const isBare = node === null || node.controlType === 'Window';
  if (inTitleBar || (isBare && !contains(contentBounds, from))) return 'frame';
  const isBar = bounds.y === contentBounds.y && from.y < bounds.y + barHeight;
  return isBar && isLeft && (isDrag || isForWindow(window, node)) ? 'bar' : 'content';
}

/**
 * The current windows. Between the presses of a double click, those before the second press: a look in progress may already show
 * its effect.
 */
async function list(
  context: EngineContext,
  { id }: WindowInfo,
  { from, goesOn }: WholePress,
): Promise<readonly WindowInfo[]> {
  const now = await context.backend.windows.list({ all: true });
  const { pressAt, windows } = goesOn.next ?? { pressAt: null, windows: [] };
  const isDoubleClick = pressAt !== null && isNear(pressAt.x, from.x) && isNear(pressAt.y, from.y);
  // A window that is no longer visible was changed before.
  return isDoubleClick && windows.some((window) => window.id === id) ? windows : now;
}

async function changeNow(
  context: EngineContext,
  window: WindowInfo,
  press: WholePress,
  part: Part,
): Promise<WindowChange | undefined> {
  const after = await list(context, window, press);
  const now = after.find(({ id }) => id === window.id);
  const { isDrag, isLeft } = press;
  if (!now) return isDrag ? undefined : closes;
  if (now.state !== window.state && part !== 'content') return stateDeed(now);
  if (
    isDrag &&
    !sameRect(now.bounds, window.bounds) &&
    (part !== 'content' || follows(window.bounds, now.bounds, press))
  )
    return placeDeed(window.bounds, now.bounds);
  // An app that asks first stays open; no other part of a frame makes an app open a window.
  const asks = part === 'frame' && isLeft && !isDrag && after.some((other) => isAnswer(other, window, press));
  return asks ? closes : undefined;
}

const closes: WindowChange = { type: 'window', act: 'close' };

function stateDeed({ state }: WindowInfo): WindowChange | undefined {
  switch (state) {
    case 'minimized':
      return { type: 'window', act: 'minimize' };
    case 'maximized':
      return { type: 'window', act: 'maximize' };
    case 'normal':
      return { type: 'window', act: 'restore' };
    case 'fullscreen':
      return undefined;
  }
}

function placeDeed(old: Rect, { x, y, width, height }: Rect): WindowChange {
  const moved = old.x !== x || old.y !== y;
  const resized = old.width !== width || old.height !== height;
  return { type: 'placeWindow', ...(moved && { to: { x, y } }), ...(resized && { size: { width, height } }) };
}

/** The empty part of a bar, or a button in its corner that shows a sign and no word. */
function isForWindow({ bounds }: WindowInfo, node: RawNode | null): boolean {
  if (node?.controlType !== 'Button') return !node?.states.includes('focusable');
  if (!node.bounds) return false;
  const { x, width, height } = node.bounds;
  const fromEdge = Math.min(x - bounds.x, bounds.x + bounds.width - (x + width));
  return width <= height * 1.5 && fromEdge < 4 * width;
}

/** By a modifier of the window manager, or a grip or empty place that the app lets users drag. */
function follows(old: Rect, now: Rect, { from, to, hasModifiers }: WholePress): boolean {
  if (hasModifiers) return true;
  const [x, y] = [to.x - from.x, to.y - from.y];
  const moved = isNear(now.x - old.x, x) && isNear(now.y - old.y, y);
  return moved || (isNear(now.width - old.width, x) && isNear(now.height - old.height, y));
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= lag;
}

function isAnswer(other: WindowInfo, window: WindowInfo, { before }: WholePress): boolean {
  if (before.some(({ id }) => id === other.id)) return false;
  return other.owner === window.id || (other.processId !== 0 && other.processId === window.processId);
}

/** A dragged window may follow its pointer late, and in steps. */
async function onceStill(
  change: () => Promise<WindowChange | undefined>,
  signal: AbortSignal,
): Promise<WindowChange | undefined> {
  const end = performance.now() + byOthersMs;
  for (let last = await change(); ;) {
    await sleep(restMs, signal).catch(() => undefined);
    const now = await change();
    const isStill = JSON.stringify(now) === JSON.stringify(last);
    if (isStill || signal.aborted || performance.now() > end) return now;
    last = now;
  }
}
