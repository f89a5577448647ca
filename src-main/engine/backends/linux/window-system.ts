import type { Point, Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';

/** What the rooms of elements need to know of the window system. All places in screen pixels by default. */
export interface WindowSystem {
  /** Open menus, popovers and tool tips of the window's app, topmost first. */
  popupsOf(window: WindowInfo): Promise<readonly Rect[]>;
  /** The one of them that would get a click at the point. */
  popupAt(window: WindowInfo, at: Point): Promise<Rect | null>;
  /** How the window's content was placed; null if its app knows its place on the screen itself, as on X11. */
  surfaceOf(window: WindowInfo): Promise<Surface | Elsewhere | null>;
  /** The accessibility bus that the window system knows of; empty if it knows none. */
  publishedBus(): Promise<string>;
  readonly painting: PaintSource;
}

export interface SurfacePopup {
  /** What a person takes for it. */
  readonly place: Rect;
  /** All that the app draws, its shadow included. */
  readonly buffer: Rect;
}

/** A window whose app knows where it is, but not on the screen: one of XWayland, in the pixels of that. */
export interface Elsewhere {
  readonly bounds: Rect;
  readonly contentBounds: Rect;
  /** From its pixels to those of the screen: they are multiplied, then moved. */
  readonly scale: number;
  readonly shift: Point;
}

/** A window of Wayland, in pixels as its app counts them: its app does not know where on the screen it is. */
export interface Surface {
  /** What a person takes for the window, without what the compositor draws around it. */
  readonly content: Rect;
  /** All that the app draws, its shadow included; null if the compositor does not report. */
  readonly buffer: Rect | null;
  /** Open ones of its app, topmost first; `untold` if this is unknown. */
  readonly popups: readonly SurfacePopup[] | 'unknown';
  /** From those to screen pixels: they are multiplied, then moved. */
  readonly scale: number;
  readonly shift: Point;
}

/** What happened to a window since it was asked last. */
export interface Painted {
  /** Where the window's content starts on the screen. */
  readonly origin: Point;
  /** What was painted again. */
  readonly areas: readonly Rect[];
  /** A menu, list or tool tip of the same app came or went, or is open: what is painted there is not told. */
  readonly popups: boolean;
}

/** Reports what of a window was painted: what nobody painted still looks as it did. */
export interface PaintSource {
  /**
   * What was painted since the last question about this window; null the first time, where the window is gone or not shown, and
   * if this is unknown.
   * @param gone called when a window is destroyed that was asked about for the first time
   */
  since(window: WindowId, gone: () => void): Promise<Painted | null>;
  /** Another number once something was painted, as far as the last answer of `since` covers; null while nobody asks that. */
  stamp(window: WindowId): number | null;
  forget(window: WindowId): void;
}
