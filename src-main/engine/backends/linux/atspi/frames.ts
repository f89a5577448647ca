import { sameRect, type Rect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { Accessibles } from './accessibles.ts';
import type { App, Apps } from './apps.ts';
import { DrawnParts } from './drawn-parts.ts';
import { offsetOf, placeOf, type Offset } from './place.ts';
import type { Ref } from './ref.ts';
import type { Toolkit } from './toolkits/toolkit.ts';

/** A window's accessible root, and what one needs to know to read below it. */
export interface Frame {
  readonly ref: Ref;
  readonly app: Ref;
  readonly toolkit: Toolkit;
  /** Added to extents to have screen pixels. */
  readonly offset: Offset;
  /** Elements that count from elsewhere; null where all count from one place. */
  readonly drawn: DrawnParts | null;
  /** Of the window's root, in screen pixels. */
  readonly place: Rect;
}

export interface FrameCandidate {
  readonly ref: Ref;
  readonly name: string;
  readonly extents: Rect;
}

/** A frame whose edges are off by less than this in sum is the window's: decorations and shadows count differently. */
const nearEnough = 120;

/**
 * The accessible frame of an X window: of the process, then by title, then by extents. Null where the process is not on
 * the accessibility bus or shows no such frame.
 */
export async function findFrame(
  apps: Apps,
  accessibles: Accessibles,
  window: WindowInfo,
  signal: AbortSignal,
): Promise<Frame | null> {
  const ofProcess = (await apps.list(signal)).filter((app) => app.processId === window.processId);
  for (const app of ofProcess) {
    const frame = await findInApp(apps, accessibles, app, window, signal);
    if (frame) return frame;
  }
  return null;
}

async function findInApp(
  apps: Apps,
  accessibles: Accessibles,
  app: App,
  window: WindowInfo,
  signal: AbortSignal,
): Promise<Frame | null> {
  const [toolkit, tops] = await Promise.all([apps.toolkit(app.root, signal), accessibles.children(app.root, signal)]);
  const candidates = await Promise.all(tops.map((ref) => describe(accessibles, ref, signal)));
  const chosen = chooseFrame(
    candidates.filter((candidate) => candidate !== null),
    window,
  );
  if (!chosen) return null;
  const offset = offsetOf(toolkit, window, chosen.extents);
  return {
    ref: chosen.ref,
    app: app.root,
    toolkit,
    offset,
    drawn: toolkit.origin === 'mixed' ? await DrawnParts.of(accessibles, chosen.ref, signal) : null,
    // Java's frames have no place of their own.
    place: placeOf(chosen.extents, offset) ?? window.contentBounds,
  };
}

async function describe(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<FrameCandidate | null> {
  try {
    const [name, extents] = await Promise.all([accessibles.name(ref, signal), accessibles.extents(ref, signal)]);
    return { ref, name, extents };
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** Same title first; among those and where no title fits, the nearest in place or size. */
export function chooseFrame(candidates: readonly FrameCandidate[], window: WindowInfo): FrameCandidate | null {
  const titled = candidates.filter((candidate) => candidate.name !== '' && candidate.name === window.title);
  const [only, ...others] = titled;
  if (only && others.length === 0) return only;
  const among = titled.length > 0 ? titled : candidates;
  const byDistance = [...among].sort((a, b) => distance(a.extents, window) - distance(b.extents, window));
  const nearest = byDistance[0];
  if (!nearest) return null;
  // A minimised window's frame may say anything: with a lone candidate there is nothing to confuse it with.
  if (titled.length > 0 || candidates.length === 1) return nearest;
  return distance(nearest.extents, window) <= nearEnough ? nearest : null;
}

/** Sum of the differences in pixels; of the sizes alone for frames that say they are at the origin, as GTK 4's do. */
function distance(extents: Rect, window: WindowInfo): number {
  const near = (bounds: Rect) => {
    const size = Math.abs(extents.width - bounds.width) + Math.abs(extents.height - bounds.height);
    const relative = extents.x === 0 && extents.y === 0;
    return relative ? size : size + Math.abs(extents.x - bounds.x) + Math.abs(extents.y - bounds.y);
  };
  return sameRect(window.bounds, window.contentBounds)
    ? near(window.bounds)
    : Math.min(near(window.bounds), near(window.contentBounds));
}
