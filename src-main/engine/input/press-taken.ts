import { sleep } from '../../base/async/deadline.ts';
import { parseElementId, type ControlType } from '#contract/model/elements/element';
import { contains, intersect, type Point, type Rect } from '#contract/model/geometry';
import type { MouseButton } from '#contract/model/recordings/action';
import type { WindowInfo } from '#contract/model/windows/window';
import type { AimedElement, OnElement } from '../engine.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';
import { crop } from '../picture/pixels.ts';
import { windowOf } from '../windows/lookup.ts';

/** How long an app may take to report that an element is pressed, in milliseconds. */
const shownWithinMs = 400;
/** How long a look may take to change back once the pointer has left: themes fade it. Milliseconds. */
const stillWithinMs = 1_000;
const lookEveryMs = 40;
/** Where the pointer is off an element, beside the middle of a side, in pixels. */
const besidePx = 3;
/** Elements that look the same with the pointer on them. */
const plain: ReadonlySet<ControlType> = new Set(['Pane', 'Group', 'Custom', 'Document', 'Window', 'Text']);

/** Whether a press reached its target. */
export interface PressCheck {
  /** False if the app reports the opposite or does not respond in time. Queried while the button is down. */
  isTaken(): Promise<boolean>;
}

/**
 * For a press where a cover may pass it through to the element. The app reports the pressed element while the button is down, so
 * the result is known before the release, which triggers the action.
 * @returns null if the app does not report it
 */
export async function pressCheck(
  context: EngineContext,
  { element, perhaps }: OnElement,
  button: MouseButton,
  { signal }: CallContext,
): Promise<PressCheck | null> {
  if (!perhaps || button !== 'left') return null;
  const { elements } = context.backend;
  const { window: id, runtimeId } = parseElementId(element.id);
  const window: WindowInfo = await windowOf(context, id);
  const look = async () => (await elements.isPressed?.(window, runtimeId, signal)) ?? null;
  // An element that reports it before any press proves nothing.
  if ((await look()) !== false) return null;
  return { isTaken: () => within(shownWithinMs, async () => (await look()) === true, signal) };
}

/**
 * Whether an element below a cover gets the pointer, which toolkits do not report: it is drawn differently once the pointer is
 * there (`:hover`). An element without such a look counts as covered: a press to find out would reach the cover.
 * @param arrive moves the pointer onto the element
 */
export async function showsPointer(
  context: EngineContext,
  { id, bounds }: AimedElement,
  arrive: () => Promise<void>,
  { signal }: CallContext,
): Promise<boolean> {
  const window = await windowOf(context, parseElementId(id).window);
  const look = async () => {
    const { pixels, bounds: shown } = await context.backend.capture.window(window);
    const part = bounds && intersect(bounds, shown);
    return part && crop(pixels, { ...part, x: part.x - shown.x, y: part.y - shown.y }).rgba;
  };
  const beside = await besideOf(context, window, bounds, signal);
  if (!beside) return false;
  await context.backend.input.move(beside);
  let before: Uint8Array | null = null;
  const changes = async () => {
    const now = await look();
    const isOther = !now || !before || Buffer.compare(now, before) !== 0;
    before = now;
    return isOther;
  };
  // What moves by itself proves nothing.
  if (!(await within(stillWithinMs, async () => !(await changes()), signal))) return false;
  await arrive();
  return within(shownWithinMs, changes, signal);
}

/** A place beside an element where nothing changes its look, which may overlap the element, once the pointer leaves; null if none. */
async function besideOf(
  { backend: { elements } }: EngineContext,
  window: WindowInfo,
  bounds: Rect | null,
  signal: AbortSignal,
): Promise<Point | null> {
  const { x, y, width, height } = bounds ?? window.bounds;
  const [across, down] = [x + Math.floor(width / 2), y + Math.floor(height / 2)];
  const [left, top] = [x - besidePx, y - besidePx];
  const [right, bottom] = [x + width + besidePx, y + height + besidePx];
  for (const at of [
    { x: left, y: down },
    { x: right, y: down },
    { x: across, y: top },
    { x: across, y: bottom },
  ]) {
    if (!contains(window.bounds, at)) continue;
    const hit = await elements.pressed(window, at, signal);
    if (!hit || plain.has((await elements.details(window, hit.runtimeId, signal)).controlType)) return at;
  }
  return null;
}

/** @returns whether the condition held in time */
async function within(ms: number, holds: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + ms;
  for (;;) {
    if (await holds()) return true;
    if (Date.now() > end) return false;
    await sleep(lookEveryMs, signal);
  }
}
