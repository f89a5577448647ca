import type { Monitor } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import type { XConnection } from './connection.ts';
import { readRandrMonitors, type RandrMonitor } from './randr-monitors.ts';

/**
 * The monitors of the desktop, the primary one first; the whole screen where the server does not know monitors (RandR
 * before 1.5). Its reply also tells that all events up to now have come.
 */
export async function listMonitors(x: XConnection): Promise<readonly Monitor[]> {
  const randr = await x.extension('randr');
  const known = randr && (randr.major_version > 1 || randr.minor_version >= 5);
  if (!known) return [await wholeScreen(x)];
  const found = (await readRandrMonitors(x, randr)).filter((monitor) => monitor.width > 0 && monitor.height > 0);
  if (found.length === 0) return [await wholeScreen(x)];
  const names = await Promise.all(found.map((monitor) => x.atomName(monitor.name)));
  return inOrder(found.map((monitor, i) => ({ ...monitor, name: names[i] ?? '' })));
}

/**
 * All of the screen, as large as it is now: viewers of remote desktops resize it.
 * @throws XFailure, DisplayUnavailable
 */
export async function screenBounds(x: XConnection): Promise<Rect> {
  const { width, height } = await x.ask<{ width: number; height: number }>((client, done) =>
    client.GetGeometry(x.root, done),
  );
  return { x: 0, y: 0, width, height };
}

async function wholeScreen(x: XConnection): Promise<Monitor> {
  return { index: 0, name: 'screen', bounds: await screenBounds(x), primary: true, scale: 1 };
}

type Named = Omit<RandrMonitor, 'name'> & { readonly name: string };

/** The primary one first, then from left to right. Without a primary one, the first counts as such. */
function inOrder(monitors: readonly Named[]): readonly Monitor[] {
  const sorted = [...monitors].sort((a, b) => Number(b.primary) - Number(a.primary) || a.x - b.x || a.y - b.y);
  return sorted.map(({ name, x, y, width, height }, index) => {
    // X positions are physical pixels whatever toolkits scale to.
    return { index, name, bounds: { x, y, width, height }, primary: index === 0, scale: 1 };
  });
}
