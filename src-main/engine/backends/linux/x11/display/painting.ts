import x11 from 'x11';
import type { XAttributes, XEvent, XImage, XTranslated, XTree } from 'x11';
import type { Rect } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { Painted, PaintSource } from '../../window-system.ts';
import { XConnection } from './connection.ts';
import type { XDamage } from './extensions.ts';
import { parseWindowId } from './ids.ts';
import { sameClient } from './stacking.ts';
import { Tiles } from './tiles.ts';

const { SubstructureNotify, StructureNotify } = x11.eventMask as Record<
  'SubstructureNotify' | 'StructureNotify',
  number
>;
const viewable = 2;
/** More separate areas than this are reported as their bounding box. */
const maxAreas = 32;
/** Pixels of larger windows are not compared: fetching them takes as long as reading many elements. */
const maxPixels = 2 ** 22;

interface Watched {
  readonly damage: number;
  readonly gone: () => void;
  areas: Rect[];
  popups: boolean;
  /** Incremented whenever something was painted. */
  stamp: number;
  /** The pixels at the last query; null if unknown. */
  tiles: Tiles | null;
}

/** Uses a separate connection, whose events are ordered with its replies: an answer covers everything before the query. */
export class Painting implements PaintSource, Disposable {
  readonly #display: string;
  readonly #windows = new Map<number, Watched>();
  readonly #owned = new DisposableStore();
  #connecting: Promise<Connected | null> | null = null;
  #stamps = 0;

  constructor(display: string) {
    this.#display = display;
  }

  async since(id: WindowId, gone: () => void): Promise<Painted | null> {
    const window = parseWindowId(id);
    const connected = await (this.#connecting ??= this.#connect());
    if (!connected) return null;
    const { x, damage, popups } = connected;
    const watched = this.#windows.get(window);
    const known = watched ?? this.#watch(connected, window, gone);
    damage.Subtract(known.damage, 0, 0);
    try {
      const [{ mapState }, { destX, destY }, size] = await Promise.all([
        x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done)),
        x.ask<XTranslated>((client, done) => client.TranslateCoordinates(window, x.root, 0, 0, done)),
        x.ask<Size>((client, done) => client.GetGeometry(window, done)),
      ]);
      const origin = { x: destX, y: destY };
      const { areas, popups: popupsChanged } = take(known);
      // A hidden window paints nothing, whatever changes in it.
      if (mapState !== viewable) {
        known.tiles = null;
        return null;
      }
      const changed = await changedPixels(x, window, known, size, areas);
      if (!watched) return null;
      const moved = changed.map((area) => ({ ...area, x: area.x + destX, y: area.y + destY }));
      return { origin, areas: moved, popups: popupsChanged || popups.any(window) };
    } catch {
      this.forget(id);
      return null;
    }
  }

  stamp(id: WindowId): number | null {
    return this.#windows.get(parseWindowId(id))?.stamp ?? null;
  }

  forget(id: WindowId): void {
    const window = parseWindowId(id);
    const watched = this.#windows.get(window);
    if (!watched) return;
    this.#windows.delete(window);
    void this.#connecting?.then((connected) => {
      connected?.damage.Destroy(watched.damage);
      connected?.x.client.ReleaseID(watched.damage);
    });
  }

  dispose(): void {
    this.#owned.dispose();
    void this.#connecting?.then((connected) => connected?.x.close());
  }

  async #connect(): Promise<Connected | null> {
    const x = await XConnection.open(this.#display).catch(() => null);
    if (!x) return null;
    try {
      const [damage, composite] = await Promise.all([x.extension('damage'), x.extension('composite')]);
      if (!damage || !composite) throw new Error('The X server does not report painting.');
      // Covered areas are painted only if each window has its own buffer.
      composite.RedirectSubwindows(x.root, composite.Redirect.Automatic);
      x.client.ChangeWindowAttributes(x.root, { eventMask: SubstructureNotify });
      const popups = new OpenPopups(x);
      this.#owned.add(x.onEvent((event) => this.#receive(x, popups, event)));
      await popups.start();
      return { x, damage, popups };
    } catch {
      x.close();
      return null;
    }
  }

  #watch({ x, damage }: Connected, window: number, gone: () => void): Watched {
    const watched: Watched = {
      damage: x.client.AllocID(),
      areas: [],
      popups: false,
      gone,
      stamp: ++this.#stamps,
      tiles: null,
    };
    x.client.ChangeWindowAttributes(window, { eventMask: StructureNotify });
    damage.Create(watched.damage, window, damage.ReportLevel.DeltaRectangles);
    this.#windows.set(window, watched);
    return watched;
  }

  #receive(x: XConnection, popups: OpenPopups, event: XEvent): void {
    if (event.name === 'DamageNotify') {
      if (event.area) this.#painted(event.drawable ?? 0, event.area);
      return;
    }
    const popup = popups.receive(event);
    for (const [window, watched] of popup === null ? [] : this.#windows) {
      if (sameClient(x, popup ?? 0, window)) watched.popups = true;
    }
    if (event.name !== 'DestroyNotify') return;
    const watched = this.#windows.get(event.wid);
    if (!watched) return;
    // The server has destroyed the damage object with its window.
    this.#windows.delete(event.wid);
    x.client.ReleaseID(watched.damage);
    watched.gone();
  }

  #painted(window: number, { x, y, w, h }: { x: number; y: number; w: number; h: number }): void {
    const watched = this.#windows.get(window);
    if (!watched) return;
    watched.stamp = ++this.#stamps;
    watched.areas.push({ x, y, width: w, height: h });
    if (watched.areas.length > maxAreas) watched.areas = [around(watched.areas)];
  }
}

interface Connected {
  readonly x: XConnection;
  readonly damage: XDamage;
  readonly popups: OpenPopups;
}

/** Takes the areas recorded so far. */
function take(watched: Watched): Pick<Painted, 'areas' | 'popups'> {
  const { areas, popups } = watched;
  watched.areas = [];
  watched.popups = false;
  return { areas, popups };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The painted areas whose pixels changed; all of them if that is unknown. Whatever is painted from here on differs from the
 * pixels that are taken, or is in them: the caller reads elements afterwards.
 */
async function changedPixels(
  x: XConnection,
  window: number,
  watched: Watched,
  { width, height }: Size,
  areas: readonly Rect[],
): Promise<readonly Rect[]> {
  const before = watched.tiles?.width === width && watched.tiles.height === height ? watched.tiles : null;
  if (before && areas.length === 0) return areas;
  watched.tiles = null;
  if (width * height > maxPixels) return areas;
  const tiles = before ?? new Tiles(width, height);
  const region = before ? tiles.covering(around(areas)) : { x: 0, y: 0, width, height };
  if (!region) return areas;
  const pixels = await readPixels(x, window, region).catch(() => null);
  if (!pixels) return areas;
  watched.tiles = tiles;
  const changed = tiles.update(region, pixels);
  return before && changed ? changed : areas;
}

const zPixmap = 2;
const allPlanes = 0xffffffff;

/** Null unless the server sends 32 bits per pixel. @throws XFailure if a part of it has no pixels */
async function readPixels(x: XConnection, window: number, region: Rect): Promise<Uint32Array | null> {
  const { width, height } = region;
  const { data } = await x.ask<XImage>((client, done) =>
    client.GetImage(zPixmap, window, region.x, region.y, width, height, allPlanes, done),
  );
  const length = width * height;
  if (data.length < length * 4) return null;
  // Words must be aligned, and the bytes of a reply may not be.
  const aligned = data.byteOffset % 4 === 0 ? data : Uint8Array.from(data);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, length);
}

function around(areas: readonly Rect[]): Rect {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Open menus, lists and tool tips: override-redirect children of the root. The connection must select SubstructureNotify on the
 * root, and forward its events.
 */
class OpenPopups {
  readonly #x: XConnection;
  readonly #open = new Set<number>();

  constructor(x: XConnection) {
    this.#x = x;
  }

  /** Finds those that are already open. @throws DisplayUnavailable */
  async start(): Promise<void> {
    const { children } = await this.#x.ask<XTree>((client, done) => client.QueryTree(this.#x.root, done));
    await Promise.all(children.map((window) => this.#addIfOpen(window)));
  }

  /** The popup opened or closed by this event, or null. */
  receive(event: XEvent): number | null {
    const { name, wid } = event;
    if (name === 'MapNotify' && event.overrideRedirect) {
      this.#open.add(wid);
      return wid;
    }
    const went = name === 'UnmapNotify' || name === 'DestroyNotify';
    return went && this.#open.delete(wid) ? wid : null;
  }

  /** Whether a popup of this window's app is open. */
  any(window: number): boolean {
    return [...this.#open].some((popup) => popup !== window && sameClient(this.#x, popup, window));
  }

  async #addIfOpen(window: number): Promise<void> {
    const asked = this.#x.ask<XAttributes>((client, done) => client.GetWindowAttributes(window, done));
    const attributes = await asked.catch(() => null);
    if (attributes?.mapState === viewable && attributes.overrideRedirect !== 0) this.#open.add(window);
  }
}
