import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import type { RawNode, RawTree, WalkBudget } from '../../../backend.ts';
import { asBulk } from '../dbus/traffic.ts';
import type { Accessibles } from './bus/accessibles.ts';
import { orElse } from './bus/or-else.ts';
import { pageId } from './cache/page-painting.ts';
import type { TreeCache, Whole } from './cache/tree-cache.ts';
import { because, named } from './diagnosis/incomplete.ts';
import type { Frame } from './frames/frame.ts';
import { filled, Pages, unlistedIn, type Page } from './frames/pages.ts';
import { readRow } from './reading/facts.ts';
import { readTree } from './reading/walk.ts';
import { see } from './visibility/see.ts';
import { parseRef, type Ref } from './vocabulary/ref.ts';
import { orSilent, whileResponsive } from './while-responsive.ts';

/** At most this many elements of a window are asked for a page. */
const maxAsked = 24;

/** Reads what another process shows in windows: their apps' trees are kept without it. */
export class PageReader {
  readonly #accessibles: Accessibles;
  readonly #cache: TreeCache;
  readonly #pages: Pages;

  /** @param cache of pages, by {@link pageId} */
  constructor(accessibles: Accessibles, cache: TreeCache) {
    this.#accessibles = accessibles;
    this.#cache = cache;
    this.#pages = new Pages(accessibles);
  }

  /** The tree of a window with the pages in it; without them, and with the reason, while they do not answer. */
  async addTo(
    window: WindowInfo,
    tree: RawTree,
    budget: WalkBudget,
    frameOf: () => Promise<Frame | null>,
  ): Promise<RawTree> {
    try {
      return await this.#addTo(window, tree, budget, frameOf);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'target_not_responding')) throw error;
      const message = `A page in ${named(window)} does not answer. The rest of the window is read.`;
      const diagnosis = because('app_not_responding', message, 'Look again in a moment, or load the page again.');
      return { ...tree, truncated: tree.truncated ?? 'time', diagnosis: tree.diagnosis ?? diagnosis };
    }
  }

  async #addTo(
    window: WindowInfo,
    tree: RawTree,
    budget: WalkBudget,
    frameOf: () => Promise<Frame | null>,
  ): Promise<RawTree> {
    const unlisted = unlistedIn(tree.root);
    const frame = unlisted.length > 0 ? await frameOf() : null;
    if (!frame?.toolkit.holdsPages) return tree;
    const contents = new Map<string, RawNode>();
    const { signal } = budget;
    let { nodeCount, truncated } = tree;
    for (const { node, depth } of unlisted.slice(0, maxAsked)) {
      const holder = parseRef(node.runtimeId);
      const page = await whileResponsive(window, (soon) => this.#pages.in(frame, holder, soon));
      if (!page || signal.aborted) continue;
      const rest = { depth: budget.depth - depth - 1, maxNodes: budget.maxNodes - nodeCount, signal };
      if (rest.depth < 0 || rest.maxNodes <= 0) {
        truncated ??= rest.depth < 0 ? 'depth' : 'nodes';
        continue;
      }
      const read = await this.#read(window, page.frame, rest);
      contents.set(node.runtimeId, read.root);
      nodeCount += read.nodeCount;
      truncated ??= read.truncated;
    }
    if (contents.size === 0) return tree;
    return { root: filled(tree.root, contents), nodeCount, truncated, diagnosis: null };
  }

  /** The page at a point where the app hit an element, or nothing but its window. */
  async at(window: WindowInfo, frame: Frame, hit: string | null, at: Point): Promise<Page | null> {
    if (!frame.toolkit.holdsPages) return null;
    const below = hit === null ? frame.ref : parseRef(hit);
    return whileResponsive(window, (signal) => this.#pages.at(frame, below, at, signal));
  }

  /** The page that contains an element of another process; null if the window holds no such page. */
  of(frame: Frame, ref: Ref, signal: AbortSignal): Promise<Page | null> {
    return this.#pages.of(frame, ref, signal);
  }

  /** The outermost element of the page in an element. */
  async topIn(frame: Frame, holder: Ref, signal: AbortSignal): Promise<RawNode | null> {
    const page = frame.toolkit.holdsPages ? await this.#pages.in(frame, holder, signal) : null;
    return page && readRow(this.#accessibles, page.frame, page.frame.ref, signal);
  }

  /** The first answer about the pages in a window that were found before. */
  async first(frame: Frame, signal: AbortSignal, ask: (page: Frame) => Promise<Ref | null>): Promise<Ref | null> {
    const known = frame.toolkit.holdsPages ? await this.#pages.known(frame, signal) : [];
    const asked = await Promise.all(known.map((page) => ask(page.frame)));
    return asked.find((found) => found !== null) ?? null;
  }

  /** A page as the user sees it, without its surroundings. */
  async #read(window: WindowInfo, frame: Frame, budget: WalkBudget): Promise<Omit<RawTree, 'diagnosis'>> {
    const { signal } = budget;
    const page = { ...window, id: pageId(window.id, frame.ref.bus) };
    const known = await orElse(this.#cache.look(page, asBulk(signal)), null);
    if (known) return known;
    const reading = await this.#cache.begin(page, frame);
    let whole: Whole | null = null;
    try {
      const read = await orSilent(window, signal, () => readTree(this.#accessibles, frame, frame.ref, budget));
      const visible = await see(this.#accessibles, frame, read.root, null, signal);
      if (read.truncated === null) whole = { tree: { ...read, diagnosis: null }, visible };
      return { ...read, root: visible.root };
    } finally {
      await this.#cache.keep(reading, whole, signal);
    }
  }
}
