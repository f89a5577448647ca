import { performance } from 'node:perf_hooks';
import { monitorOf, type Monitor } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo, WindowState } from '#contract/model/windows/window';
import { descend, type FakeElement } from './element.ts';

/** Height of the title bar and width of the other borders, in pixels. */
export const frame = { top: 24, side: 1 } as const;

/** The properties that an app reports when it opens a window. */
export interface WindowSpec {
  readonly title: string;
  readonly app: string;
  readonly className: string;
  readonly kind?: string;
  readonly toolkit?: string;
  /** False for a window of fixed size. */
  readonly resizable?: boolean;
  /** True if another user runs it. */
  readonly foreign?: true;
  /** True if its process cannot be inspected. */
  readonly unseen?: true;
  /** True if its process owns a terminal. */
  readonly terminal?: true;
  /** True if it is a window of Deskscope. */
  readonly own?: true;
  /** The content's place on the screen. */
  readonly content: Rect;
  readonly root: FakeElement;
  /** Handles keys that the focused element ignores; `text` is the character typed. */
  readonly onKey?: (key: string, text: string | null) => void;
  /** Called before the window closes; false keeps it open. */
  readonly mayClose?: () => boolean;
}

/** A live window of the scripted desktop. */
export class FakeWindow {
  readonly id: WindowId;
  readonly processId: number;
  readonly spec: WindowSpec;
  title: string;
  content: Rect;
  state: WindowState = 'normal';
  /** The element that took the focus, and when, in milliseconds of `performance.now()`. */
  readonly focusTaken: { readonly element: FakeElement; readonly at: number }[] = [];
  /** Bounds before the window was maximised. */
  restored: Rect | null = null;
  alwaysOnTop = false;
  demandsAttention = false;
  /** 0-based virtual desktop. */
  desktop: number;
  readonly owner: WindowId | null;
  #focused: FakeElement | null = null;
  #nextRuntimeId = 1;

  constructor(spec: WindowSpec, from: { id: WindowId; processId: number; owner: WindowId | null; desktop: number }) {
    this.id = from.id;
    this.processId = from.processId;
    this.owner = from.owner;
    this.desktop = from.desktop;
    this.spec = spec;
    this.title = spec.title;
    this.content = spec.content;
  }

  get root(): FakeElement {
    return this.spec.root;
  }

  get focused(): FakeElement | null {
    return this.#focused;
  }

  set focused(element: FakeElement | null) {
    if (element && element !== this.#focused) this.focusTaken.push({ element, at: performance.now() });
    this.#focused = element;
  }

  get bounds(): Rect {
    // A full-screen window has no frame.
    if (this.state === 'fullscreen') return this.content;
    const { x, y, width, height } = this.content;
    return {
      x: x - frame.side,
      y: y - frame.top,
      width: width + 2 * frame.side,
      height: height + frame.top + frame.side,
    };
  }

  /** The id of an element, assigned on first use and stable for its lifetime. */
  runtimeId(element: FakeElement): string {
    if (element.runtimeId === '') element.runtimeId = `fake:${this.#nextRuntimeId++}`;
    return element.runtimeId;
  }

  find(runtimeId: string): FakeElement | null {
    for (const element of descend(this.root)) if (element.runtimeId === runtimeId) return element;
    return null;
  }

  /** An element's place on the screen. */
  place(element: FakeElement): Rect | null {
    if (element === this.root) return this.content;
    if (!element.place || this.state === 'minimized') return null;
    return { ...element.place, x: element.place.x + this.content.x, y: element.place.y + this.content.y };
  }

  info(active: boolean, monitors: readonly Monitor[]): WindowInfo {
    const { title, spec, processId, bounds, state, desktop, alwaysOnTop, demandsAttention, owner } = this;
    return {
      id: this.id,
      title,
      className: spec.className,
      app: spec.app,
      processId,
      ...(!spec.unseen && { program: `${processId} ${spec.app}` }),
      bounds,
      contentBounds: this.content,
      state,
      active,
      monitor: monitorOf(monitors, bounds),
      desktop,
      kind: spec.kind ?? 'normal',
      toolkit: spec.toolkit ?? 'fake',
      alwaysOnTop,
      demandsAttention,
      owner,
      resizable: spec.resizable ?? true,
      ...(spec.foreign && { foreign: true }),
      ...(spec.own && { own: true }),
    };
  }
}
