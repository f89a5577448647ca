import type { Point, Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';

/** The element provider's view of the window system. All positions in screen pixels by default. */
export interface WindowSystem {
  /** Open menus, popovers and tool tips of the window's app, topmost first. */
  popupsOf(window: WindowInfo): Promise<readonly Rect[]>;
  /** The popup that receives a click at the point. */
  popupAt(window: WindowInfo, at: Point): Promise<Rect | null>;
  /** The position of the window's content; null if its app knows its own screen position, as on X11. */
  surfaceOf(window: WindowInfo): Promise<Surface | Elsewhere | null>;
  /** Reports a window's current position to its app again, as window managers do. Missing if apps do not know positions. */
  tellPlace?(window: WindowInfo): Promise<void>;
  /** The accessibility bus address published by the window system; empty if there is none. */
  publishedBus(): Promise<string>;
  readonly painting: PaintSource;
}

export interface SurfacePopup {
  /** The visible frame. */
  readonly place: Rect;
  /** The whole surface, including its shadow. */
  readonly buffer: Rect;
}

/** An XWayland window: its app knows its position in XWayland pixels, not on the screen. */
export interface Elsewhere {
  readonly bounds: Rect;
  readonly contentBounds: Rect;
  /** Converts its pixels to screen pixels: scaled, then translated. */
  readonly scale: number;
  readonly shift: Point;
}

/** A Wayland window, in app pixels: its app does not know its screen position. */
export interface Surface {
  /** The visible frame, without the compositor's decorations. */
  readonly content: Rect;
  /** The whole surface, including its shadow; null if not reported. */
  readonly buffer: Rect | null;
  /** Open pop-ups of its app, topmost first; `untold` if unknown. */
  readonly popups: readonly SurfacePopup[] | 'unknown';
  /** Converts those to screen pixels: scaled, then translated. */
  readonly scale: number;
  readonly shift: Point;
}

/** Changes of a window since the last query. */
export interface Painted {
  /** Screen position of the window's content. */
  readonly origin: Point;
  /** Repainted areas. */
  readonly areas: readonly Rect[];
  /** A pop-up of the same app opened, closed or is open: its painting is not reported. */
  readonly popups: boolean;
}

/** Reports the repainted areas of a window; everything else is unchanged. */
export interface PaintSource {
  /**
   * Areas painted since the last query for this window; null for the first query, if the window is gone or hidden, or if
   * unknown.
   * @param gone called when the window is destroyed; registered by the first query
   */
  since(window: WindowId, gone: () => void): Promise<Painted | null>;
  /** Changes whenever something was painted, up to the last answer of `since`; null without queries. */
  stamp(window: WindowId): number | null;
  forget(window: WindowId): void;
}
