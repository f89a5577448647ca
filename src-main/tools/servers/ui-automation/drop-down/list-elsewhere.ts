import { sleep } from '../../../../base/async/deadline.ts';
import type { ElementNode, TreeNode } from '#contract/model/elements/element';
import { insideOf, isItem, isShown, type Inside } from './drop-down-parts.ts';
import { lookEveryMs, type ListPlace } from './options.ts';

/**
 * The options of a drop-down list that are not in it: pages put them where they like (ARIA's `combobox`), and some say so only
 * while they show. They are what came up in the window when the list was opened.
 */
export class ListElsewhere {
  readonly #place: ListPlace;
  readonly #shownBefore: ReadonlySet<string>;

  private constructor(place: ListPlace, shownBefore: ReadonlySet<string>) {
    this.#place = place;
    this.#shownBefore = shownBefore;
  }

  /** To be called while the list is closed. */
  static async before(place: ListPlace): Promise<ListElsewhere> {
    return new ListElsewhere(place, new Set(itemsIn(await windowTree(place)).map(({ id }) => id)));
  }

  /** Whether it still shows after a while; milliseconds. */
  async stays(ms: number, signal: AbortSignal): Promise<boolean> {
    for (const end = Date.now() + ms; (await this.look(signal)).length > 0;) {
      if (Date.now() >= end) return true;
      await sleep(lookEveryMs, signal);
    }
    return false;
  }

  /** What is in the lists that came up since; nothing while there are none. */
  async look(signal = this.#place.context.signal): Promise<readonly Inside[]> {
    const lists = listsIn(await windowTree(this.#place, signal));
    return lists.filter((list) => itemsIn(list).some(({ id }) => !this.#shownBefore.has(id))).flatMap(insideOf);
  }
}

async function windowTree({ context, window }: ListPlace, signal = context.signal): Promise<TreeNode> {
  const { root } = await context.engine.tree({ window: window.id }, { signal });
  return root;
}

function itemsIn(root: TreeNode): readonly ElementNode[] {
  return insideOf(root)
    .map(({ node }) => node)
    .filter((node) => isItem(node) && isShown(node));
}

/** The outermost that hold an option. */
function listsIn(node: TreeNode): readonly TreeNode[] {
  const children = node.children ?? [];
  if (children.some((child) => isItem(child) && isShown(child))) return [node];
  return children.flatMap(listsIn);
}
