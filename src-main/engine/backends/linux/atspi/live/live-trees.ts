import { performance } from 'node:perf_hooks';
import type { Disposable } from '../../../../../base/disposable.ts';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/window';
import type { RawNode, RawTree } from '../../../../backend.ts';
import { DBusFailure } from '../../dbus/failure.ts';
import { parseWindowId } from '../../x11/ids.ts';
import type { Painting } from '../../x11/painting.ts';
import type { Accessibles } from '../accessibles.ts';
import type { Frame } from '../frames.ts';
import type { NewsDesk, NewsReader } from './news.ts';
import { patchTree } from './patch.ts';

/**
 * What an app neither paints nor announces (a hidden element whose toolkit keeps its changes to itself) is this old at
 * most, in milliseconds.
 */
const maxAgeMs = 5_000;
/** Trees at which nobody looked for so long are dropped, in milliseconds. */
const maxIdleMs = 60_000;
const maxTrees = 8;

/** A reading that has begun: from here on nothing that happens to the window goes unheard. */
export interface Reading {
  readonly window: WindowInfo;
  readonly frame: Frame;
  readonly news: NewsReader;
  readonly epoch: number;
}

interface Kept extends Reading {
  tree: RawTree;
  readonly extents: Rect;
  readonly readAt: number;
  usedAt: number;
  /** Looks take turns: what one has heard, another must not miss. */
  looking: Promise<unknown>;
}

export interface LiveSources {
  readonly accessibles: Accessibles;
  readonly newsDesk: NewsDesk;
  readonly painting: Painting;
  /** Which connection to the bus this is; bus names mean something else on the next. */
  readonly epoch: () => number;
  readonly maxAgeMs?: number;
}

/**
 * The last whole tree of each window, kept true. A look asks app and X server one question each; their answers come
 * after all events and all painting that went before, so what was neither announced nor painted is unchanged, and of
 * the rest only the rows in doubt are read.
 */
export class LiveTrees implements Disposable {
  readonly #sources: LiveSources;
  readonly #kept = new Map<WindowId, Kept>();
  readonly #readings = new Map<WindowId, Reading>();
  #sweeping: NodeJS.Timeout | undefined;

  constructor(sources: LiveSources) {
    this.#sources = sources;
  }

  /**
   * The tree as it is now, or null where it has to be read.
   * @throws the signal's reason where the app does not answer
   */
  async look(window: WindowInfo, signal: AbortSignal): Promise<RawTree | null> {
    const kept = this.#kept.get(window.id);
    if (!kept) return null;
    const looking = kept.looking.catch(() => null).then(() => this.#verify(kept, window, signal));
    kept.looking = looking;
    try {
      const tree = await looking;
      if (!tree) this.#forget(kept);
      return tree;
    } catch (error) {
      this.#forget(kept);
      if (error instanceof DBusFailure) return null;
      throw error;
    }
  }

  /** Call it before a whole tree is read, and {@link LiveTrees.keep} afterwards. */
  async begin(window: WindowInfo, frame: Frame): Promise<Reading> {
    const { newsDesk, painting, epoch } = this.#sources;
    const reading = { window, frame, news: newsDesk.subscribe(frame.ref.bus), epoch: epoch() };
    this.#readings.get(window.id)?.news.dispose();
    this.#readings.set(window.id, reading);
    await painting.since(parseWindowId(window.id));
    return reading;
  }

  /** Keeps what was read, unless another reading of the window has begun since. Null ends a reading that failed. */
  async keep(reading: Reading, tree: RawTree | null, signal: AbortSignal): Promise<void> {
    const { id } = reading.window;
    const extents = tree && (await this.#sources.accessibles.extents(reading.frame.ref, signal).catch(() => null));
    if (this.#readings.get(id) !== reading) return;
    this.#readings.delete(id);
    const old = this.#kept.get(id);
    if (old) this.#forget(old);
    if (!tree || !extents) {
      reading.news.dispose();
      return;
    }
    const now = performance.now();
    this.#kept.set(id, { ...reading, tree, extents, readAt: now, usedAt: now, looking: Promise.resolve() });
    this.#sweep();
  }

  dispose(): void {
    clearInterval(this.#sweeping);
    for (const kept of [...this.#kept.values()]) this.#forget(kept);
  }

  async #verify(kept: Kept, window: WindowInfo, signal: AbortSignal): Promise<RawTree | null> {
    const { accessibles, painting, epoch, maxAgeMs: limit = maxAgeMs } = this.#sources;
    const now = performance.now();
    if (this.#kept.get(window.id) !== kept || now - kept.readAt > limit || !sameWindow(kept.window, window))
      return null;
    const [extents, painted] = await Promise.all([
      accessibles.extents(kept.frame.ref, signal),
      painting.since(parseWindowId(window.id)),
    ]);
    if (!painted || painted.popups || epoch() !== kept.epoch || !sameRect(extents, kept.extents)) return null;
    kept.usedAt = now;
    const { paths, structure } = kept.news.take();
    if (structure) return null;
    const root = await patchTree(accessibles, kept.frame, kept.tree.root, { paths, areas: painted.areas }, signal);
    if (root && root !== kept.tree.root) kept.tree = { ...kept.tree, root };
    return root && kept.tree;
  }

  #forget(kept: Kept): void {
    const { id } = kept.window;
    kept.news.dispose();
    if (this.#kept.get(id) === kept) this.#kept.delete(id);
  }

  #sweep(): void {
    const [oldest] = [...this.#kept.values()].sort((a, b) => a.usedAt - b.usedAt);
    if (oldest && this.#kept.size > maxTrees) this.#drop(oldest);
    this.#sweeping ??= setInterval(() => {
      for (const kept of [...this.#kept.values()]) {
        if (performance.now() - kept.usedAt > maxIdleMs) this.#drop(kept);
      }
    }, maxIdleMs / 4).unref();
  }

  /** Nobody looks at the window any more. */
  #drop(kept: Kept): void {
    this.#forget(kept);
    this.#sources.painting.forget(parseWindowId(kept.window.id));
  }
}

function sameWindow(a: WindowInfo, b: WindowInfo): boolean {
  return a.state === b.state && sameRect(a.bounds, b.bounds) && sameRect(a.contentBounds, b.contentBounds);
}

const indices = new WeakMap<RawNode, ReadonlyMap<string, RawNode>>();

/** The node of a tree by its id; the first search of a tree makes an index of it. */
export function nodeIn(root: RawNode, runtimeId: string): RawNode | null {
  let index = indices.get(root);
  if (!index) {
    index = indexOf(root);
    indices.set(root, index);
  }
  return index.get(runtimeId) ?? null;
}

/** The node and all below it that was read. */
export function countNodes(root: RawNode): number {
  return (root.children ?? []).reduce((sum, child) => sum + countNodes(child), 1);
}

function indexOf(root: RawNode): ReadonlyMap<string, RawNode> {
  const index = new Map<string, RawNode>();
  const coming = [root];
  for (let node = coming.pop(); node; node = coming.pop()) {
    index.set(node.runtimeId, node);
    if (node.children) coming.push(...node.children);
  }
  return index;
}
