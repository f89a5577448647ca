import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ElementId } from '#contract/model/elements/element';
import { formatRect, intersect, isEmpty, sameRect, type Rect } from '#contract/model/geometry';
import type { CaptureTarget } from '#contract/model/picture';
import type { WindowInfo } from '#contract/model/windows/window';
import type { PlacedPicture } from '../backend.ts';
import type { EngineContext } from '../operations/operation.ts';
import { isQuestion } from '../guard/asking.ts';
import { elementPlace, everyWindow, windowOf } from '../windows/lookup.ts';
import { blackened, crop, drawOver } from './pixels.ts';
import type { Shot } from './shots.ts';

/** @throws AppError `invalid_region` if nothing is visible, `window_not_found`, `element_stale` */
export async function shoot(context: EngineContext, target: CaptureTarget): Promise<Shot> {
  const before = await questionsOnScreen(context);
  const shot = await shootAll(context, target);
  const questions = [...before, ...(await questionsOnScreen(context))];
  return questions.length === 0 ? shot : { ...shot, pixels: blackened(shot.pixels, questions, shot.bounds) };
}

/**
 * As {@link shoot}; a window's picture includes the open menus, lists and tooltips of its app, as people see them. Pictures that
 * are compared with recorded ones do not: a tooltip comes and goes.
 * @throws AppError as {@link shoot}
 */
export async function shootAsSeen(context: EngineContext, target: CaptureTarget): Promise<Shot> {
  const shot = await shoot(context, target);
  if (target.kind !== 'window') return shot;
  const { capture } = context.backend;
  const popups = (await capture.popups?.(await windowOf(context, target.window))) ?? [];
  return popups.reduce(drawnOver, shot);
}

/** @param placed clipped to the picture */
export function drawnOver(shot: Shot, { pixels, at }: PlacedPicture): Shot {
  const place = { x: at.x - shot.bounds.x, y: at.y - shot.bounds.y };
  return { ...shot, pixels: drawOver(shot.pixels, pixels, place) };
}

/** Bounds of permission windows, which only the user may see. */
async function questionsOnScreen(context: EngineContext): Promise<readonly Rect[]> {
  if (!(await context.backend.windows.asking())) return [];
  return (await everyWindow(context)).filter(isQuestion).map(({ bounds }) => bounds);
}

async function shootAll(context: EngineContext, target: CaptureTarget): Promise<Shot> {
  switch (target.kind) {
    case 'screen':
      return shootScreen(context, await wholeScreen(context));
    case 'monitor':
      return shootScreen(context, await monitorBounds(context, target.monitor));
    case 'window':
      return shootWindow(context, await windowOf(context, target.window));
    case 'region':
      return shootScreen(context, target.region);
    case 'element':
      return shootElement(context, target.element);
  }
}

async function shootScreen(context: EngineContext, region: Rect): Promise<Shot> {
  const screen = await wholeScreen(context);
  const bounds = isEmpty(region) ? null : intersect(region, screen);
  if (!bounds) {
    throw new AppError('invalid_region', `The region ${formatRect(region)} is empty or off screen.`, {
      hint: `The screen is ${formatRect(screen)}.`,
    });
  }
  const cut = `Cut to ${formatRect(bounds)}: the rest of ${formatRect(region)} is off the screen.`;
  return { pixels: await context.backend.capture.screen(bounds), bounds, note: sameRect(bounds, region) ? '' : cut };
}

async function shootWindow(context: EngineContext, window: WindowInfo): Promise<Shot> {
  if (window.state === 'minimized') {
    throw new AppError('invalid_region', `${quoted(window.title)} is minimised: there is nothing to see.`, {
      hint: 'Restore it first.',
    });
  }
  return context.backend.capture.window(window);
}

/** An element in a window of its own, such as a menu entry, is read from the screen. */
async function shootElement(context: EngineContext, element: ElementId): Promise<Shot> {
  const { window, runtimeId } = await elementPlace(context, element);
  const { bounds: place } = await context.backend.elements.details(window, runtimeId);
  if (!place || isEmpty(place)) {
    throw new AppError('invalid_region', 'The element has no position on the screen.', {
      hint: 'Scroll it into view, or open its container.',
    });
  }
  if (!intersect(place, window.bounds)) return shootScreen(context, place);
  const shot = await shootWindow(context, window);
  const bounds = intersect(place, shot.bounds);
  if (!bounds) return shootScreen(context, place);
  const part = { ...bounds, x: bounds.x - shot.bounds.x, y: bounds.y - shot.bounds.y };
  const cut = `Cut to ${formatRect(bounds)}: the rest of the element is outside its window.`;
  return { pixels: crop(shot.pixels, part), bounds, note: sameRect(bounds, place) ? '' : cut };
}

/** The smallest rectangle around all monitors. */
export async function wholeScreen(context: EngineContext): Promise<Rect> {
  const all = (await context.backend.monitors()).map((monitor) => monitor.bounds);
  const x = Math.min(...all.map((bounds) => bounds.x));
  const y = Math.min(...all.map((bounds) => bounds.y));
  const right = Math.max(...all.map((bounds) => bounds.x + bounds.width));
  const bottom = Math.max(...all.map((bounds) => bounds.y + bounds.height));
  return { x, y, width: right - x, height: bottom - y };
}

async function monitorBounds(context: EngineContext, index: number): Promise<Rect> {
  const monitors = await context.backend.monitors();
  const monitor = monitors.find((other) => other.index === index);
  if (monitor) return monitor.bounds;
  throw new AppError('invalid_region', `There is no monitor ${index}: there are ${monitors.length}, counted from 0.`);
}
