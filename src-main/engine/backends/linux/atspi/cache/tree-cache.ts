import { performance } from 'node:perf_hooks';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { RawTree } from '../../../../backend.ts';
import { DBusFailure } from '../../dbus/failure.ts';
import { traffic } from '../../dbus/traffic.ts';
import type { Painted, PaintSource } from '../../window-system.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { nameParagraphs } from '../reading/paragraphs.ts';
import { see, type VisibleTree } from '../visibility/see.ts';
import type { ChangeEvents, ChangeReader, Changes } from './change-events.ts';
import { heldPages, releaseChanges } from './held-changes.ts';
import { countNodes } from './node-index.ts';
import { patchTree } from './patch.ts';
import type { Frame } from '../frames/frame.ts';

/** Maximum age of changes that an app neither paints nor announces (a hidden element in a silent toolkit), in milliseconds. */
const maxAgeMs = 5_000;
/** Trees unused for this long are dropped, in milliseconds. */
const maxIdleMs = 60_000;
const maxTrees = 8;
/** A blinking caret paints no more, in square pixels. */
const caretArea = 200;
/** Total limit for all trees, about 60 MB. */
const maxNodes = 120_000;

/** A read in progress: changes to the window are recorded from here on. */
export interface Reading {
  readonly window: WindowInfo;
  readonly frame: Frame;
  readonly changes: ChangeReader;
  readonly epoch: number;
  /** Created before the read. */
  readonly calls: number;
}

/** A tree as reported by the app, and as visible to the user. */
export interface Whole {
  readonly tree: RawTree;
  readonly visible: VisibleTree;
}

interface Kept extends Reading {
  /** As the app reports it. */
  tree: RawTree;
  visible: VisibleTree;
  title: string;
  readonly extents: Rect;
  readonly readAt: number;
  /** Queries that the read took. */
  readonly cost: number;
  usedAt: number;
  /** Reads are serialised: changes consumed by one must not be missed by another. */
  looking: Promise<unknown>;
}

export interface CacheSources {
  readonly accessibles: Accessibles;
  readonly changes: ChangeEvents;
  readonly painting: PaintSource;
  /** Bus connection number; bus names are valid for one connection only. */
  readonly epoch: () => number;
  readonly maxAgeMs?: number;
}

/**
 * The last full tree of each window, kept up to date. A lookup sends one query each to the app and the X server; the answers
 * arrive after all preceding events and painting, so nodes that were neither announced nor painted are unchanged, and only
 * dirty rows are read again.
 */
export class TreeCache implements Disposable {
  readonly #sources: CacheSources;
  readonly #kept = new Map<WindowId, Kept>();
  readonly #readings = new Map<WindowId, Reading>();
  #sweeping: NodeJS.Timeout | undefined;

  constructor(sources: CacheSources) {
    this.#sources = sources;
  }

  /**
   * The current tree, or null if it must be read.
   * @throws the signal's reason if the app does not answer, BusUnavailable
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

  /** Call before reading a full tree, and {@link TreeCache.keep} afterwards. */
  async begin(window: WindowInfo, frame: Frame): Promise<Reading> {
    const { changes: events, epoch } = this.#sources;
    const changes = events.subscribe(frame.ref.bus, () => this.#drop(window.id));
    const reading = { window, frame, changes, epoch: epoch(), calls: traffic.calls };
    this.#readings.get(window.id)?.changes.dispose();
    this.#readings.set(window.id, reading);
    await this.#painted(window);
    return reading;
  }

  /** Caches a tree, unless another read of the window has begun since. Null ends a failed read. */
  async keep(reading: Reading, whole: Whole | null, signal: AbortSignal): Promise<void> {
    const { id, title } = reading.window;
    const extents = whole && (await this.#sources.accessibles.extents(reading.frame.ref, signal).catch(() => null));
    if (this.#readings.get(id) !== reading) return;
    if (!whole || !extents) {
      this.#drop(id);
      return;
    }
    this.#readings.delete(id);
    this.#kept.get(id)?.changes.dispose();
    const now = performance.now();
    const cost = traffic.calls - reading.calls;
    const times = { readAt: now, usedAt: now };
    this.#kept.set(id, { ...reading, ...whole, title, extents, cost, ...times, looking: Promise.resolve() });
    this.#makeRoom();
  }

  dispose(): void {
    clearInterval(this.#sweeping);
    for (const id of [...this.#kept.keys(), ...this.#readings.keys()]) this.#drop(id);
  }

  async #verify(kept: Kept, window: WindowInfo, signal: AbortSignal): Promise<RawTree | null> {
    const { accessibles, epoch, maxAgeMs: limit = maxAgeMs } = this.#sources;
    const now = performance.now();
    if (this.#kept.get(window.id) !== kept || now - kept.readAt > limit || !sameWindow(kept.window, window))
      return null;
    const { ref, parts } = kept.frame;
    const [extents, painted, isPlaced = true] = await Promise.all([
      accessibles.extents(ref, signal),
      this.#painted(window),
      parts?.holds?.(signal),
    ]);
    if (!painted || painted.popups || !isPlaced || epoch() !== kept.epoch || !sameRect(extents, kept.extents))
      return null;
    kept.usedAt = now;
    const { dirty, anything } = await this.#announced(kept, painted, signal);
    const all = kept.title === window.title ? dirty : new Map([[kept.frame.ref.path, 'row'] as const, ...dirty]);
    const { areas } = painted;
    const hints = { dirty: all, anything, areas };
    const root = await patchTree(accessibles, kept.frame, kept.tree.root, hints, kept.cost, signal);
    if (!root) return null;
    kept.title = window.title;
    if (root !== kept.tree.root) {
      // A row that was read again has lost its derived name.
      if (kept.frame.toolkit.namesParagraphs) nameParagraphs(root);
      kept.visible = await see(accessibles, kept.frame, root, kept.visible, signal);
      kept.tree = { ...kept.tree, root, nodeCount: countNodes(root) };
    }
    return { ...kept.tree, root: kept.visible.root };
  }

  /** What the app announced; if that is nothing though it painted, what it held back. */
  async #announced({ changes, frame, tree }: Kept, { areas }: Painted, signal: AbortSignal): Promise<Changes> {
    const first = changes.take();
    const isAnnounced = first.anything || first.dirty.size > 0;
    if (isAnnounced || !areas.some(({ width, height }) => width * height > caretArea)) return first;
    await releaseChanges(this.#sources.accessibles, heldPages(frame, tree.root), signal);
    return changes.take();
  }

  #painted({ id }: WindowInfo): Promise<Painted | null> {
    return this.#sources.painting.since(id, () => this.#drop(id));
  }

  /** The tree is stale; the window is still observed, since the caller will read it again. */
  #forget(kept: Kept): void {
    const { id } = kept.window;
    kept.changes.dispose();
    if (this.#kept.get(id) === kept) this.#kept.delete(id);
  }

  /** The window or app is gone, or the tree is no longer used. */
  #drop(id: WindowId): void {
    this.#readings.get(id)?.changes.dispose();
    this.#kept.get(id)?.changes.dispose();
    this.#readings.delete(id);
    this.#kept.delete(id);
    this.#sources.painting.forget(id);
  }

  #makeRoom(): void {
    const newestFirst = [...this.#kept].sort(([, a], [, b]) => b.usedAt - a.usedAt);
    let nodes = 0;
    for (const [index, [id, { tree }]] of newestFirst.entries()) {
      nodes += tree.nodeCount;
      if (index >= maxTrees || nodes > maxNodes) this.#drop(id);
    }
    this.#sweeping ??= setInterval(() => this.#sweep(), maxIdleMs / 4).unref();
  }

  #sweep(): void {
    for (const [id, { usedAt }] of [...this.#kept]) if (performance.now() - usedAt > maxIdleMs) this.#drop(id);
  }
}

function sameWindow(a: WindowInfo, b: WindowInfo): boolean {
  return a.state === b.state && sameRect(a.bounds, b.bounds) && sameRect(a.contentBounds, b.contentBounds);
}
