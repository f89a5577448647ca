import { sameRect, type Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { Elsewhere, Surface, WindowSystem } from '../../window-system.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import type { App, Apps } from '../bus/apps.ts';
import { DocumentParts } from '../places/document-parts.ts';
import { DrawnOnSurface } from '../places/drawn-on-surface.ts';
import { DrawnParts } from '../places/drawn-parts.ts';
import { fromScreen, isElsewhere, onScreen, PartsElsewhere } from '../places/elsewhere.ts';
import { MovedPopups } from '../places/moved-popups.ts';
import { offsetOf, offsetOfPane, placeOfRoot } from '../places/place.ts';
import { PopoverParts } from '../places/popover-parts.ts';
import { surfaceOffset, unplaced } from '../places/surface-places.ts';
import { SurfacePopups } from '../places/surface-popups.ts';
import { SwingMenus } from '../places/swing-menus.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import { rootPath } from '../vocabulary/names.ts';
import { type Ref, formatRef } from '../vocabulary/ref.ts';
import { hasBit } from '../vocabulary/states.ts';
import { firstOf, noOffset, type Offset, type Parts } from '../places/offset.ts';
import { appsOfWindow, type AppsOfWindow } from './apps-of-window.ts';
import type { FrameCandidate, Frame } from './frame.ts';

interface Placed extends Pick<Frame, 'toolkit' | 'app'> {
  readonly frame: Ref;
}

interface Wanted {
  readonly window: WindowInfo;
  readonly isByFrame: boolean;
}

/** Origin of a toolkit's frame coordinates. */
type Counting = Pick<Toolkit, 'coordinates'> & Partial<Pick<AppsOfWindow, 'isByFrame'>>;

/** The display's facts about a window's surroundings. */
export interface Surroundings extends Pick<WindowSystem, 'popupsOf' | 'surfaceOf'> {
  /** All windows, of every desktop. */
  windows(): Promise<readonly WindowInfo[]>;
  /** If windows are known only from their apps: the root of a window; null if it is gone. */
  rootOf?(window: WindowId): Ref | null;
}

/** Maximum sum of edge differences for a frame to match a window: decorations and shadows are counted differently. */
const nearEnough = 120;

/** Finds the accessible frames of windows. */
export class Frames {
  readonly #apps: Apps;
  readonly #accessibles: Accessibles;
  readonly #around: Surroundings;
  readonly #ambiguous = new AmbiguousFrames();

  constructor(apps: Apps, accessibles: Accessibles, around: Surroundings) {
    this.#apps = apps;
    this.#accessibles = accessibles;
    this.#around = around;
  }

  /**
   * The frame of a window: by process or sandbox, then by title, then by place, then by whatever distinguishes ambiguous
   * frames. Null if the process is not on the accessibility bus or has no such frame.
   */
  async of(window: WindowInfo, signal: AbortSignal): Promise<Frame | null> {
    if (this.#around.rootOf) return this.#atOrigin(this.#around.rootOf(window.id), window, signal);
    const all = await this.#apps.list(signal);
    const { apps, isByFrame } = await appsOfWindow(all, window, () => this.#around.windows());
    const found: Frame[] = [];
    for (const app of apps) {
      const frame = await this.#inApp(app, { window, isByFrame }, signal);
      if (frame && !isByFrame) return frame;
      if (frame) found.push(frame);
    }
    const [only, ...others] = found;
    return others.length === 0 ? (only ?? null) : null;
  }

  /** Treated as if at the screen origin: visibility depends only on relative positions. */
  async #atOrigin(ref: Ref | null, { title }: WindowInfo, signal: AbortSignal): Promise<Frame | null> {
    if (!ref) return null;
    const app = { bus: ref.bus, path: rootPath };
    const toolkit = await this.#apps.toolkit(app, signal);
    const { x, y, width, height } = await this.#accessibles.extents(ref, signal);
    const place = { x: 0, y: 0, width, height };
    const parts = toolkit.origin === 'mixed' ? await DrawnParts.of(this.#accessibles, ref, signal) : null;
    return { ref, app, toolkit, title, offset: { x: -x, y: -y }, parts, place, isGuess: false };
  }

  async #inApp(app: App, { window, isByFrame }: Wanted, signal: AbortSignal): Promise<Frame | null> {
    const accessibles = this.#accessibles;
    const [toolkit, tops, surface] = await Promise.all([
      this.#apps.toolkit(app.root, signal),
      accessibles.children(app.root, signal),
      this.#around.surfaceOf(window),
    ]);
    const described = await Promise.all(tops.map((ref) => describeFrame(accessibles, ref, signal)));
    const reported = asReported(window, surface);
    const nearest = nearestFrames(
      described.filter((candidate) => candidate !== null),
      reported,
      { ...toolkit, isByFrame },
    );
    const chosen = await this.#oneOf(nearest, window, { ...toolkit, isByFrame });
    if (!chosen) return null;
    if (isFar(chosen, reported, toolkit) && isOfAnother(chosen, window, await this.#around.windows())) return null;
    const placed = { toolkit, app: app.root, frame: chosen.ref };
    const { offset, parts, hits } =
      surface && !isElsewhere(surface)
        ? await this.#placesOnSurface(placed, surface, chosen.extents, signal)
        : await this.#places({ ...placed, extents: chosen.extents, elsewhere: surface }, reported, signal);
    return {
      ref: chosen.ref,
      app: app.root,
      toolkit,
      title: window.title,
      offset,
      parts,
      ...(hits && { hits }),
      // Java's frames report no position.
      place: placeOfRoot(toolkit, chosen.extents, offset) ?? window.contentBounds,
      isGuess: nearest.length > 1,
    };
  }

  async #oneOf(
    nearest: readonly FrameCandidate[],
    window: WindowInfo,
    toolkit: Counting,
  ): Promise<FrameCandidate | null> {
    const [first, ...others] = nearest;
    if (!first || others.length === 0) return first ?? null;
    const windows = await this.#around.windows();
    const ofProcess = windows.filter((each) => each.processId === window.processId);
    const surfaces = await Promise.all(ofProcess.map((each) => this.#around.surfaceOf(each)));
    const alike = ofProcess.filter(
      (each, i) => nearestFrames(nearest, asReported(each, surfaces[i] ?? null), toolkit).length === nearest.length,
    );
    return this.#ambiguous.choose(nearest, window, alike);
  }

  async #placesOnSurface(
    placed: Placed,
    surface: Surface,
    extents: Rect,
    signal: AbortSignal,
  ): Promise<Pick<Frame, 'offset' | 'parts' | 'hits'>> {
    const offset = surfaceOffset(placed.toolkit.name, surface, extents);
    const parts = this.#partsOnSurface(placed, surface, offset);
    if (placed.toolkit.origin !== 'mixed') return { offset, parts };
    const drawn = await DrawnParts.of(this.#accessibles, placed.frame, signal);
    return { offset, parts: new DrawnOnSurface(drawn, parts, offset) };
  }

  #partsOnSurface({ toolkit, frame }: Placed, surface: Surface, offset: Offset): Parts | null {
    const accessibles = this.#accessibles;
    const popups = toolkit.menusAsWanted
      ? MovedPopups.of(accessibles, frame, surface, offset)
      : SurfacePopups.of(accessibles, toolkit.name, frame, surface, offset);
    if (toolkit.scaledPages === null || surface.scale === 1) return popups;
    return firstOf(
      new DocumentParts(accessibles, frame, offset, { fromCorner: toolkit.scaledPages === 'corner' }),
      popups,
    );
  }

  /** @param window the position that its app claims */
  async #places(
    { elsewhere, extents, ...placed }: Placed & { readonly extents: Rect; readonly elsewhere: Elsewhere | null },
    window: WindowInfo,
    signal: AbortSignal,
  ): Promise<Pick<Frame, 'offset' | 'parts' | 'hits'>> {
    const { toolkit, frame } = placed;
    const offset =
      toolkit.origin === 'pane'
        ? await offsetOfPane(this.#accessibles, frame, window, signal)
        : offsetOf(toolkit, window, extents);
    const popups = async () => {
      const onTheScreen = await this.#around.popupsOf(window);
      return elsewhere ? onTheScreen.map((place) => fromScreen(place, elsewhere)) : onTheScreen;
    };
    const parts = await this.#partsOf({ ...placed, offset }, popups, signal);
    // Chromium 156 tells the places of its own controls in units, but is asked for them in pixels.
    const hits = toolkit.scaledPages === 'window' && offset.scale !== undefined ? noOffset : null;
    if (!elsewhere) return { offset, parts, ...(hits && { hits }) };
    const moved = { offset: onScreen(offset, elsewhere), parts: parts && new PartsElsewhere(parts, elsewhere) };
    return { ...moved, ...(hits && { hits: onScreen(hits, elsewhere) }) };
  }

  async #partsOf(
    { toolkit, app, frame, offset }: Placed & Pick<Frame, 'offset'>,
    popupsOf: () => Promise<readonly Rect[]>,
    signal: AbortSignal,
  ): Promise<Parts | null> {
    switch (toolkit.origin) {
      case 'screen': {
        const { scaledPages } = toolkit;
        if (scaledPages === null || offset.scale === undefined) return null;
        const how = scaledPages === 'corner' ? { fromCorner: true } : { page: noOffset };
        return new DocumentParts(this.#accessibles, frame, offset, how);
      }
      case 'pane':
        return new SwingMenus(this.#accessibles, app, offset);
      case 'mixed':
        return new DrawnOnSurface(await DrawnParts.of(this.#accessibles, frame, signal), null, offset);
      case 'content': {
        const popups = await popupsOf();
        return popups.length > 0 ? new PopoverParts(this.#accessibles, frame, popups, offset) : null;
      }
    }
  }
}

async function describeFrame(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<FrameCandidate | null> {
  try {
    const [name, extents, states] = await Promise.all([
      accessibles.name(ref, signal),
      accessibles.extents(ref, signal),
      accessibles.states(ref, signal),
    ]);
    return { ref, name, extents, isActive: hasBit(states, 'active') };
  } catch (error) {
    if (signal.aborted) throw error;
    return null;
  }
}

/** The window in the units and coordinates of its app. */
function asReported(window: WindowInfo, surface: Surface | Elsewhere | null): WindowInfo {
  if (!surface) return window;
  if (isElsewhere(surface)) return { ...window, bounds: surface.bounds, contentBounds: surface.contentBounds };
  const place = unplaced(surface);
  return { ...window, bounds: place, contentBounds: place };
}

/**
 * Same title first; among those, or if no title matches, the nearest in place or size. Several only if title and place are
 * equal; none if nothing is near.
 */
export function nearestFrames(
  candidates: readonly FrameCandidate[],
  window: WindowInfo,
  toolkit: Counting,
): readonly FrameCandidate[] {
  if (toolkit.isByFrame) return candidates.filter((candidate) => isSurely(candidate, window, toolkit));
  const isNear = ({ extents }: FrameCandidate) => distance(extents, window, toolkit) <= nearEnough;
  const called = candidates.filter((candidate) => candidate.name !== '' && candidate.name === window.title);
  // GTK gives the title of the app to windows without one, whose frames have no name.
  const unnamed = window.state === 'minimized' ? [] : candidates.filter((each) => each.name === '' && isNear(each));
  const titled = unnamed.length > 0 && !called.some(isNear) ? unnamed : called;
  const among = titled.length > 0 ? titled : candidates;
  if (among.length < 2) return among;
  const distances = among.map((candidate) => distance(candidate.extents, window, toolkit));
  const least = Math.min(...distances);
  // The frame of a minimised window may report anything, but a unique title is unambiguous.
  if (titled.length === 0 && least > nearEnough) return [];
  return among.filter((_, i) => distances[i] === least);
}

/**
 * A new window may be listed before its frame: until then its app has only the frames of other windows.
 * @param windows all windows
 */
export function isOfAnother(
  { name }: Pick<FrameCandidate, 'name'>,
  { id, processId }: WindowInfo,
  windows: readonly WindowInfo[],
): boolean {
  return windows.some((other) => other.processId === processId && other.id !== id && other.title === name);
}

/** Neither title nor place match; a minimised window may report any place. */
export function isFar({ name, extents }: FrameCandidate, window: WindowInfo, toolkit: Counting): boolean {
  if (name === '' || name === window.title || window.state === 'minimized') return false;
  return distance(extents, window, toolkit) > nearEnough;
}

/** Another app may have a similar frame, so title and place must both match. */
function isSurely(candidate: FrameCandidate, window: WindowInfo, toolkit: Counting): boolean {
  if (candidate.name !== window.title) return false;
  return window.state === 'minimized' || distance(candidate.extents, window, toolkit) <= nearEnough;
}

/** Sum of the differences in pixels; only of sizes for frames that do not report their screen position. */
function distance(extents: Rect, window: WindowInfo, { coordinates }: Counting): number {
  const near = (bounds: Rect) => {
    const size = Math.abs(extents.width - bounds.width) + Math.abs(extents.height - bounds.height);
    const relative = coordinates === 'window' || (extents.x === 0 && extents.y === 0);
    return relative ? size : size + Math.abs(extents.x - bounds.x) + Math.abs(extents.y - bounds.y);
  };
  return sameRect(window.bounds, window.contentBounds)
    ? near(window.bounds)
    : Math.min(near(window.bounds), near(window.contentBounds));
}

/** Above this number, pairs are dropped and learnt again. */
const maxRemembered = 512;

/**
 * While the focus moves, the window manager and the app may report different active windows. If both still agree after this
 * many milliseconds, the match is reliable.
 */
const settledAfterMs = 250;

interface Pair {
  readonly window: string;
  readonly frame: string;
}

/**
 * Distinguishes frames with equal title and position. Both sides report the active window, and matches learnt from it stay
 * valid. The rest are matched by age: window ids ascend, and apps list frames in order of creation.
 */
export class AmbiguousFrames {
  /** Frame by window id. */
  readonly #known = new Map<string, string>();
  readonly #now: () => number;
  #seen: (Pair & { readonly since: number }) | null = null;

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param windows all candidate windows, including the requested one */
  choose(frames: readonly FrameCandidate[], window: WindowInfo, windows: readonly WindowInfo[]): FrameCandidate | null {
    const known = this.#learn(frames, windows);
    const learnt = frames.find((frame) => formatRef(frame.ref) === known.get(window.id));
    if (learnt) return learnt;
    const taken = new Set(windows.map((each) => known.get(each.id)));
    const freeFrames = frames.filter((frame) => !taken.has(formatRef(frame.ref)));
    const freeWindows = windows.filter((each) => !known.has(each.id)).sort(byAge);
    const place = freeWindows.findIndex((each) => each.id === window.id);
    return freeFrames[place] ?? freeFrames[0] ?? frames[0] ?? null;
  }

  /** Known pairs, combined with the current observation. */
  #learn(frames: readonly FrameCandidate[], windows: readonly WindowInfo[]): ReadonlyMap<string, string> {
    if (this.#known.size > maxRemembered) this.#known.clear();
    const living = new Set(frames.map((frame) => formatRef(frame.ref)));
    for (const { id } of windows) if (!living.has(this.#known.get(id) ?? '')) this.#known.delete(id);
    const pair = activePair(frames, windows);
    // The app and the window manager update at different times when the focus moves; known pairs survive that.
    if (!pair || this.#known.has(pair.window) || [...this.#known.values()].includes(pair.frame)) return this.#known;
    const now = this.#now();
    const seen = this.#seen;
    if (seen?.window !== pair.window || seen.frame !== pair.frame) this.#seen = { ...pair, since: now };
    else if (now - seen.since >= settledAfterMs) this.#known.set(pair.window, pair.frame);
    return new Map([...this.#known, [pair.window, pair.frame]]);
  }
}

/** The only active window and the only active frame. */
function activePair(frames: readonly FrameCandidate[], windows: readonly WindowInfo[]): Pair | null {
  const [frame, ...otherFrames] = frames.filter((each) => each.isActive);
  const [window, ...otherWindows] = windows.filter((each) => each.active);
  if (!frame || !window || otherFrames.length > 0 || otherWindows.length > 0) return null;
  return { window: window.id, frame: formatRef(frame.ref) };
}

function byAge(a: WindowInfo, b: WindowInfo): number {
  return Number(a.id) - Number(b.id);
}
