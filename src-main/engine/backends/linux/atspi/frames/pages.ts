import type { RawNode } from '../../../../backend.ts';
import { contains, intersect, sameRect, type Point } from '#contract/model/geometry';
import type { Accessibles } from '../bus/accessibles.ts';
import { orElse } from '../bus/or-else.ts';
import { maxDepth } from '../limits.ts';
import { placeOf } from '../places/place.ts';
import { other } from '../toolkits/toolkit-of.ts';
import { webKit } from '../toolkits/webkit.ts';
import { sameRef, type Ref } from '../vocabulary/ref.ts';
import { mayBelong } from './belongs.ts';
import type { Frame } from './frame.ts';

/** Roles of elements that may hold a page. */
const holders: ReadonlySet<string> = new Set(['filler', 'panel', 'unknown']);

/** A page from another process inside an element of an app, as WebKitGTK draws them: AT-SPI's plug in a socket. */
export interface Page {
  /** The element that holds it, in the app. */
  readonly holder: Ref;
  /** The page as a window of its own: its root is what the plug holds. */
  readonly frame: Frame;
}

/** The root of a page's process, which says nothing about itself, and the only element in it. */
interface Plug {
  readonly plug: Ref;
  readonly top: Ref;
  readonly holder: Ref;
}

/** A box with more elements than this is searched for no page. */
const maxSearched = 24;
/** At most this many plugs are remembered. */
const maxRemembered = 64;

/** The pages in windows, which their apps' trees lack. */
export class Pages {
  readonly #accessibles: Accessibles;
  /** Plugs by the bus name of their process, which is never reused. */
  readonly #known = new Map<string, Plug>();

  constructor(accessibles: Accessibles) {
    this.#accessibles = accessibles;
  }

  /**
   * The page in an element; null if it holds none. Both sides must say so: an app can name any element of another app as its
   * child, but only a page names the element that holds it as its parent.
   */
  async in(window: Frame, holder: Ref, signal: AbortSignal): Promise<Page | null> {
    if (holder.bus !== window.ref.bus) return null;
    // GTK 3 has it at an index, and not in the list (findings/gtk3-sockets-leave-their-plug-out-of-their-children.sh).
    const named = await orElse(this.#accessibles.childAt(holder, 0, signal), null);
    if (!named || named.bus === holder.bus) return null;
    // It may be called by a name that its process has chosen.
    const [top] = await orElse(this.#accessibles.children(named, signal), []);
    const plug = top ? await orElse(this.#accessibles.parent(top, signal), null) : null;
    if (!plug || plug.path !== named.path || !plug.bus.startsWith(':')) return null;
    const around = await orElse(this.#accessibles.parent(plug, signal), null);
    return top && around && sameRef(around, holder) ? this.#page(window, { plug, top, holder }, signal) : null;
  }

  /**
   * The page at a screen point, below the element that a hit test of the app led to: GTK 3's sockets report neither that they show
   * nor their place.
   */
  async at(window: Frame, hit: Ref, point: Point, signal: AbortSignal): Promise<Page | null> {
    const children = await orElse(this.#accessibles.children(hit, signal), []);
    if (children.length > maxSearched) return null;
    const found = await Promise.all([hit, ...children].map((ref) => this.in(window, ref, signal)));
    return found.reverse().find((page) => page && contains(page.frame.place, point)) ?? null;
  }

  /** The pages in a window that were found before. */
  async known(window: Frame, signal: AbortSignal): Promise<readonly Page[]> {
    const found = [...this.#known.values()].map(async (plug) =>
      (await this.#isIn(window, plug.holder, signal)) ? this.#page(window, plug, signal) : null,
    );
    return (await Promise.all(found)).filter((page) => page !== null);
  }

  /** The page that contains an element of another process; null if the window holds no such page. */
  async of(window: Frame, ref: Ref, signal: AbortSignal): Promise<Page | null> {
    const known = this.#known.get(ref.bus);
    if (known && (await this.#isIn(window, known.holder, signal))) return this.#page(window, known, signal);
    let current = ref;
    for (let depth = 0; depth < maxDepth && current.bus === ref.bus; depth++) {
      const parent = await orElse(this.#accessibles.parent(current, signal), null);
      if (!parent) return null;
      current = parent;
    }
    const page = (await this.#isIn(window, current, signal)) ? await this.in(window, current, signal) : null;
    return page?.frame.ref.bus === ref.bus ? page : null;
  }

  #isIn(window: Frame, holder: Ref, signal: AbortSignal): Promise<boolean> {
    return mayBelong(this.#accessibles, window, holder, signal);
  }

  async #page(window: Frame, known: Plug, signal: AbortSignal): Promise<Page> {
    const { plug, top, holder } = known;
    const [attributes, own, around] = await Promise.all([
      orElse(this.#accessibles.attributes(plug, signal), new Map<string, string>()),
      orElse(this.#accessibles.extents(plug, signal), null),
      orElse(this.#accessibles.extents(holder, signal), null),
    ]);
    if (this.#known.size >= maxRemembered) this.#known.clear();
    this.#known.set(plug.bus, known);
    const toolkit = attributes.get('toolkit') === 'WebKitGTK' ? webKit : other;
    // It moves with what is scrolled in it (findings/webkitgtk-moves-the-place-of-its-view-with-what-scrolls.sh).
    const isMoved = own && around && !sameRect(intersect(own, around) ?? around, own);
    const extents = isMoved ? around : own;
    const place = (extents && placeOf(extents, window.offset)) ?? window.place;
    return { holder, frame: { ...window, ref: top, isPage: true, toolkit, parts: null, place } };
  }
}

/** An element that says it holds something, of which its app lists nothing. */
export interface Unlisted {
  readonly node: RawNode;
  readonly depth: number;
}

/** The elements of a tree that may hold a page. */
export function unlistedIn(root: RawNode): readonly Unlisted[] {
  const found: Unlisted[] = [];
  const look = (node: RawNode, depth: number): void => {
    const children = node.children ?? [];
    if (children.length === 0 && node.childCount > 0 && holders.has(node.role)) found.push({ node, depth });
    for (const child of children) look(child, depth + 1);
  };
  look(root, 0);
  return found;
}

/** The tree with what is in some of its elements, by their runtime ids. These show as far as that does: GTK 3 does not say. */
export function filled(node: RawNode, contents: ReadonlyMap<string, RawNode>): RawNode {
  const content = contents.get(node.runtimeId);
  if (content) return { ...node, states: content.states, children: [content], childCount: 1 };
  const children = node.children?.map((child) => filled(child, contents));
  const isSame = !children || children.every((child, index) => child === node.children?.[index]);
  return isSame ? node : { ...node, children };
}
