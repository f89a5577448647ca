import type { TreeSnapshot } from '#contract/model/elements/element';
import type { WindowId } from '#contract/model/windows/window';

/** Older ones are never asked for, in milliseconds. */
const keptMs = 1_000;

interface Recent {
  readonly tree: TreeSnapshot;
  readonly readAt: number;
}

/** Complete trees of windows as they were read last, until something is done to the desktop. */
export class RecentTrees {
  readonly #trees = new Map<WindowId, Recent>();
  #acts = 0;

  /** An act begins or ends. */
  acted(): void {
    this.#acts++;
    this.#trees.clear();
  }

  /** @returns what keeps the tree that is read from now on */
  reading(): (tree: TreeSnapshot) => void {
    const acts = this.#acts;
    return (tree) => {
      if (acts !== this.#acts || tree.truncated !== null || tree.diagnosis !== null) return;
      this.#trees.delete(tree.window);
      const readAt = performance.now();
      for (const [window, old] of this.#trees) if (readAt - old.readAt > keptMs) this.#trees.delete(window);
      this.#trees.set(tree.window, { tree, readAt });
    };
  }

  /** Null if it is older, or none with so few nodes. */
  of(window: WindowId, maxAgeMs: number, maxNodes: number): TreeSnapshot | null {
    const recent = this.#trees.get(window);
    if (!recent || performance.now() - recent.readAt > maxAgeMs || recent.tree.nodeCount > maxNodes) return null;
    return recent.tree;
  }
}
