import { AppError } from '#contract/errors';
import type { Picture } from '#contract/model/engine';
import { formatRect, intersect, isEmpty, type Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/window';
import type { EngineContext, Operation } from './operation.ts';
import { windowOf } from './windows/lookup.ts';

export const capture: Operation<'capture'> = async (context, { target }) => {
  switch (target.kind) {
    case 'screen':
      return captureScreen(context, await wholeScreen(context));
    case 'monitor':
      return captureScreen(context, await monitorBounds(context, target.monitor));
    case 'window':
      return captureWindow(context, target.window);
    case 'region':
      return captureScreen(context, await visiblePart(context, target.region));
  }
};

export const highlight: Operation<'highlight'> = (context, { boxes }) => context.backend.highlight.show(boxes);

async function captureScreen(context: EngineContext, bounds: Rect): Promise<Picture> {
  return { png: await context.backend.capture.screen(bounds), bounds, scale: 1 };
}

async function captureWindow(context: EngineContext, id: WindowId): Promise<Picture> {
  const window = await windowOf(context, id);
  if (window.state === 'minimized') {
    throw new AppError('invalid_region', `“${window.title}” is minimised: there is nothing to see.`, {
      hint: 'Restore it first.',
    });
  }
  return { png: await context.backend.capture.window(window), bounds: window.bounds, scale: 1 };
}

/** The smallest rectangle around all monitors. */
async function wholeScreen(context: EngineContext): Promise<Rect> {
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

async function visiblePart(context: EngineContext, region: Rect): Promise<Rect> {
  const visible = isEmpty(region) ? null : intersect(region, await wholeScreen(context));
  if (visible) return visible;
  throw new AppError('invalid_region', `The region ${formatRect(region)} is empty or off screen.`);
}
