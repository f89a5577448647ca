import x11, { type XTranslated } from 'x11';
import { DisposableStore, type Disposable } from '../../../../base/disposable.ts';
import type { Point, Rect } from '#contract/model/geometry';
import { XConnection } from './connection.ts';
import type { XDamage } from './extensions.ts';
import { sameClient } from './stacking.ts';

const { SubstructureNotify } = x11.eventMask as Record<'SubstructureNotify', number>;
/** More separate areas than this are told as the one around them all. */
const maxAreas = 32;

/** What happened to a window since it was asked last. */
export interface Painted {
  /** Where the window's content starts on the screen. */
  readonly origin: Point;
  /** Screen pixels that were painted anew. */
  readonly areas: readonly Rect[];
  /** A menu, list or tool tip of the same app came or went. */
  readonly popups: boolean;
}

interface Watched {
  readonly damage: number;
  areas: Rect[];
  popups: boolean;
}

/**
 * Tells what of a window was painted: what nobody painted still looks as it did. On a connection of its own, whose
 * events are in order with its replies, so that an answer covers all that came before the question.
 */
export class Painting implements Disposable {
  readonly #display: string;
  readonly #windows = new Map<number, Watched>();
  readonly #owned = new DisposableStore();
  #connecting: Promise<Connected | null> | null = null;

  constructor(display: string) {
    this.#display = display;
  }

  /**
   * What was painted since the last question about this window; null the first time, where the window is gone, and
   * where the server does not tell.
   */
  async since(window: number): Promise<Painted | null> {
    const connected = await (this.#connecting ??= this.#connect());
    if (!connected) return null;
    const watched = this.#windows.get(window);
    const known = watched ?? this.#watch(connected, window);
    connected.damage.Subtract(known.damage, 0, 0);
    try {
      const { destX, destY } = await connected.x.ask<XTranslated>((client, done) =>
        client.TranslateCoordinates(window, connected.x.root, 0, 0, done),
      );
      const { areas, popups } = known;
      known.areas = [];
      known.popups = false;
      const origin = { x: destX, y: destY };
      return watched ? { origin, areas: areas.map((area) => moved(area, origin)), popups } : null;
    } catch {
      this.forget(window);
      return null;
    }
  }

  forget(window: number): void {
    const watched = this.#windows.get(window);
    if (!watched) return;
    this.#windows.delete(window);
    void this.#connecting?.then((connected) => connected?.damage.Destroy(watched.damage));
  }

  dispose(): void {
    this.#owned.dispose();
    void this.#connecting?.then((connected) => connected?.x.close());
  }

  async #connect(): Promise<Connected | null> {
    const x = await XConnection.open(this.#display).catch(() => null);
    const damage = x && (await x.extension('damage'));
    if (!damage) {
      x?.close();
      return null;
    }
    x.client.ChangeWindowAttributes(x.root, { eventMask: SubstructureNotify });
    this.#owned.add(
      x.onEvent((event) => {
        if (event.name === 'DamageNotify' && event.area) this.#painted(event.drawable ?? 0, event.area);
        else if (event.name === 'MapNotify' || event.name === 'UnmapNotify') this.#popup(x, event.wid);
      }),
    );
    return { x, damage };
  }

  #watch({ x, damage }: Connected, window: number): Watched {
    const watched: Watched = { damage: x.client.AllocID(), areas: [], popups: false };
    damage.Create(watched.damage, window, damage.ReportLevel.DeltaRectangles);
    this.#windows.set(window, watched);
    return watched;
  }

  #painted(window: number, { x, y, w, h }: { x: number; y: number; w: number; h: number }): void {
    const watched = this.#windows.get(window);
    if (!watched) return;
    watched.areas.push({ x, y, width: w, height: h });
    if (watched.areas.length > maxAreas) watched.areas = [around(watched.areas)];
  }

  #popup(x: XConnection, popup: number): void {
    for (const [window, watched] of this.#windows) {
      if (popup !== window && sameClient(x, popup, window)) watched.popups = true;
    }
  }
}

interface Connected {
  readonly x: XConnection;
  readonly damage: XDamage;
}

function moved({ x, y, width, height }: Rect, by: Point): Rect {
  return { x: x + by.x, y: y + by.y, width, height };
}

function around(areas: readonly Rect[]): Rect {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}
