import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { intersect, type Rect } from '#contract/model/geometry';

/** A window's position, in Electron's pixels, and whether it fills its screen; `bounds` are the restored ones. */
const windowPlace = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  maximized: z.boolean(),
});
export type WindowPlace = Readonly<z.infer<typeof windowPlace>>;

/** Null if none was kept, or it cannot be read. */
export function readPlace(file: string): WindowPlace | null {
  try {
    return windowPlace.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

export function writePlace(file: string, place: WindowPlace): void {
  writeFileSync(file, JSON.stringify(place), { mode: 0o600 });
}

/** How much of a window's top edge must be on a screen so that it can be dragged, in pixels. */
const handle = { width: 100, height: 30 };

/**
 * The place if it can still be seen and moved: a screen may be gone or smaller by now.
 * @param screens what windows may cover of each screen
 * @returns null if it would be out of reach
 */
export function onScreen(place: WindowPlace, screens: readonly Rect[]): WindowPlace | null {
  const { x, y, width, height } = place.bounds;
  const reach = screens.find((screen) => {
    const shared = intersect(screen, { x, y, width, height: handle.height });
    return shared !== null && shared.width >= handle.width && shared.height >= handle.height;
  });
  if (!reach) return null;
  const size = { width: Math.min(width, reach.width), height: Math.min(height, reach.height) };
  return { ...place, bounds: { x, y, ...size } };
}

/** In the middle of the screen. */
export function firstPlace(screen: Rect): WindowPlace {
  const [width, height] = [Math.min(1440, screen.width), Math.min(900, screen.height)];
  const [x, y] = [screen.x + (screen.width - width) / 2, screen.y + (screen.height - height) / 2];
  return { bounds: { x: Math.round(x), y: Math.round(y), width, height }, maximized: false };
}

/** No frame is thicker, in pixels. */
const thickestFrame = 64;

/**
 * On X11 the window manager puts its frame where the window was asked for, and the window itself, whose place is reported,
 * inside.
 * @param asked the bounds that a new window was given
 * @returns what to ask for so that a window is at such bounds. The first that it is given report how thick the frame is, unless they
 * are `early`, before a busy manager may have put it there
 */
export function frameShift(asked: Rect): (stands: Rect, early?: boolean) => Rect {
  let known: { readonly x: number; readonly y: number } | undefined;
  return (stands, early = false) => {
    const frame = known ?? frameOf(stands.x - asked.x, stands.y - asked.y);
    if (!early || frame.x > 0 || frame.y > 0) known = frame;
    return { ...stands, x: stands.x - frame.x, y: stands.y - frame.y };
  };
}

/** A larger difference than a frame is a move. */
function frameOf(x: number, y: number) {
  const isFrame = x >= 0 && x <= thickestFrame && y >= 0 && y <= thickestFrame;
  return isFrame ? { x, y } : { x: 0, y: 0 };
}
