import type { XAttributes, XEvent, XTree } from 'x11';
import type { XConnection } from './connection.ts';
import { sameClient } from './stacking.ts';

const viewable = 2;

/**
 * Menus, lists and tool tips that are shown now: windows of the root that no window manager manages. Their connection
 * must select SubstructureNotify on the root, and pass the events on.
 */
export class OpenPopups {
  readonly #x: XConnection;
  readonly #open = new Set<number>();

  constructor(x: XConnection) {
    this.#x = x;
  }

  /** Finds those that were open before. @throws DisplayUnavailable */
  async start(): Promise<void> {
    const { children } = await this.#x.ask<XTree>((client, done) => client.QueryTree(this.#x.root, done));
    await Promise.all(children.map((window) => this.#addIfOpen(window)));
  }

  /** The popup that this event says came or went, or null. */
  hear(event: XEvent): number | null {
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
