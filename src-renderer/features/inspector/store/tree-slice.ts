import type { WindowId } from '#contract/model/windows/window';
import { type ElementId, type ElementNode, type TreeView, describeElement } from '#contract/model/elements/element';
import { elementId } from '#contract/model/schemas/element';
import type { TreeRow } from '../../../ui/tree/tree-row-view.tsx';
import { open as opened } from './closed-slice.ts';
import { ancestorsOf, pageSize, withChildren, type Entries, type Entry } from './entries.ts';
import { noEvents } from './events-slice.ts';
import { notFollowed } from './live-slice.ts';
import { inReadingOrder } from './reading-order.ts';
import type { InspectorState, Order, Slice, TreeSlice } from './state.ts';

const noTree = {
  treeProgress: 'none',
  treeError: null,
  treeInfo: null,
  entries: new Map() as Entries,
  root: null,
  expanded: new Set<ElementId>(),
  loadingChildren: new Set<ElementId>(),
  searchText: '',
  found: null,
  searchError: null,
  paths: new Map<ElementId, string>(),
} as const satisfies Partial<InspectorState>;

const unfoldRows = 24;
const unfoldLevels = 8;

export const treeSlice: Slice<TreeSlice> =
  ({ client, report, notify }) =>
  (set, get) => {
    /** Settles when the inspected window's tree was read, or failed to be. */
    let reading = Promise.resolve();
    const current = (window: WindowId) => get().window?.id === window;

    const read = async (window: WindowId): Promise<void> => {
      if (get().root === null) set({ treeProgress: 'loading', treeError: null });
      const answered = await get().lookAnew();
      if (!current(window)) return;
      if (answered) await reopen(window);
      else if (get().root === null) {
        set({ treeProgress: 'failed', treeError: get().liveError });
        await get().pictureAlone();
      }
    };

    /** Reads the children of previously expanded nodes, level by level. */
    const reopen = async (window: WindowId): Promise<void> => {
      for (let unread = unreadOf(get()); unread.length > 0 && current(window); unread = unreadOf(get())) {
        await Promise.all(unread.map((id) => get().loadChildren(id)));
      }
    };

    /** Expands a fresh tree level by level up to a screenful. */
    const unfold = async (window: WindowId): Promise<void> => {
      for (let level = 0; level < unfoldLevels && current(window); level++) {
        const { entries, root, expanded } = get();
        const rows = flatten(entries, root, expanded);
        if (rows.length >= unfoldRows) return;
        const closed = rows
          .filter((row) => row.expanded === false)
          .map(({ id }) => rowOf(id).element)
          .filter((id) => isContent(entries.get(id)));
        await Promise.all(closed.slice(0, unfoldRows - rows.length).map((id) => get().toggle(id, true)));
        if (get().expanded.size === expanded.size) return;
      }
    };

    const openPath = async (path: readonly ElementId[]): Promise<void> => {
      for (const id of path) {
        if (get().entries.get(id)?.children === null) await get().loadChildren(id);
        set(({ expanded }) => ({ expanded: new Set(expanded).add(id) }));
      }
    };

    const readPage = async (element: ElementId, offset: number): Promise<void> => {
      if (get().loadingChildren.has(element)) return;
      set(({ loadingChildren }) => ({ loadingChildren: new Set(loadingChildren).add(element) }));
      try {
        const since = get().sequence;
        const page = await client['tree.children']({ element, view: get().view, offset, limit: pageSize });
        const seen = { since, at: Date.now() };
        set(({ entries }) => ({ entries: withChildren(entries, element, page, seen, offset) }));
      } finally {
        set(({ loadingChildren }) => ({ loadingChildren: without(loadingChildren, element) }));
      }
    };

    const show = async (view: TreeView): Promise<void> => {
      if (view === get().view) return;
      set({ view });
      const { window } = get();
      if (window) await read(window.id);
    };

    const showIn = async (element: ElementId, known?: readonly ElementNode[]): Promise<void> => {
      const { entries, view } = get();
      if (entries.has(element)) return openPath(ancestorsOf(entries, element));
      const ancestors = (view === 'raw' && known) || (await client['tree.ancestors']({ element, view }));
      await openPath(ancestors.map(({ id }) => id).filter((id) => id !== element));
    };

    return {
      window: null,
      view: 'control',
      chosenView: 'control',
      order: 'reading',
      ...noTree,

      async open(window) {
        if (window?.id === get().window?.id && get().closedAt === null) {
          set({ window });
          return reading;
        }
        const { chosenView: view } = get();
        // A selector belongs to one window.
        get().endTrial();
        get().forgetHistory();
        set({ window, ...noTree, ...notFollowed, ...opened, ...noEvents, view, trialText: '' });
        set({
          picture: null,
          pictureError: null,
          marked: null,
          text: null,
          textError: null,
          findings: null,
          findingsError: null,
          finding: null,
        });
        void get().select(null);
        if (window === null) return;
        reading = read(window.id).then(() => unfold(window.id));
        await reading;
      },

      async refresh() {
        const { window, selected } = get();
        if (!window || get().closedAt !== null) return;
        if (get().past !== null) {
          get().goLive();
          return;
        }
        await read(window.id);
        if (selected && get().selected === selected && get().goneAt === null) await get().select(selected);
      },

      async toggle(element, open) {
        set(({ expanded }) => {
          const next = new Set(expanded);
          if (open) next.add(element);
          else next.delete(element);
          return { expanded: next };
        });
        if (open && get().entries.get(element)?.children === null) await get().loadChildren(element);
      },

      async loadChildren(element) {
        if (get().past !== null) return;
        try {
          await readPage(element, 0);
        } catch (error) {
          // Collapsed again, so that expanding retries.
          set(({ expanded }) => ({ expanded: without(expanded, element) }));
          report(error);
        }
      },

      async loadMore(element) {
        try {
          await readPage(element, get().entries.get(element)?.children?.length ?? 0);
        } catch (error) {
          report(error);
        }
      },

      async setView(view) {
        set({ chosenView: view });
        await show(view);
      },

      setOrder(order) {
        set({ order });
      },

      async reveal(element, known) {
        try {
          await showIn(element, known);
          // The element may be newer than the tree.
          if (!get().entries.has(element) && (await get().lookAnew())) await showIn(element, known);
          if (!get().entries.has(element) && get().view !== 'raw') {
            await show('raw');
            await showIn(element, known);
            notify('Switched to the raw view, because the other view hides this element.');
          }
        } catch (error) {
          report(error);
        }
        await get().select(element);
      },
    };
  };

/** Menus hold commands, not the window's content. */
function isContent(entry: Entry | undefined): boolean {
  return entry !== undefined && !entry.node.controlType.startsWith('Menu');
}

function unreadOf({ entries, expanded, loadingChildren }: InspectorState): ElementId[] {
  return [...expanded].filter((id) => entries.get(id)?.children === null && !loadingChildren.has(id));
}

function without<T>(set: ReadonlySet<T>, item: T): Set<T> {
  const next = new Set(set);
  next.delete(item);
  return next;
}

const moreSuffix = '|more';

/** Meaning of a row by its id: an element, or with `more` the next children of one. */
export function rowOf(row: string): { readonly element: ElementId; readonly more: boolean } {
  const more = row.endsWith(moreSuffix);
  return { element: elementId.parse(more ? row.slice(0, -moreSuffix.length) : row), more };
}

/** The visible rows of the tree, top to bottom. An expanded node with unread children shows none. */
export function flatten(
  entries: Entries,
  root: ElementId | null,
  expanded: ReadonlySet<ElementId>,
  order: Order = 'app',
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (id: ElementId, level: number, position: number, ofSiblings: number) => {
    const entry = entries.get(id);
    if (!entry) return;
    const { node, parent, children, hasMore } = entry;
    const open = expanded.has(id);
    const leaf = children === null ? node.childCount === 0 : children.length === 0;
    const label = node.name || describeElement(node);
    rows.push({ id, level, position, siblings: ofSiblings, parent, label, expanded: leaf ? null : open });
    if (!open || children === null) return;
    const siblings = children.length + (hasMore ? 1 : 0);
    const shown =
      order === 'app' ? children : inReadingOrder(children, (child) => entries.get(child)?.node.bounds ?? null);
    shown.forEach((child, index) => add(child, level + 1, index + 1, siblings));
    if (hasMore) {
      const place = { level: level + 1, position: siblings, siblings, parent: id };
      rows.push({ id: `${id}${moreSuffix}`, ...place, label: 'Show more', expanded: null });
    }
  };
  if (root !== null) add(root, 1, 1, 1);
  return rows;
}
