import type { WindowId } from '#contract/model/windows/window';
import { fromWire } from '#contract/errors';
import type { ElementId, ElementNode } from '#contract/model/elements/element';
import type { TreeDiff, TreeLook } from '#contract/model/elements/tree-look';
import { entriesOf, withDiff, type Entries } from './entries.ts';
import { loadPicture } from './picture-slice.ts';
import type { InspectorState, LiveSlice, Slice } from './state.ts';

/** How long a request waits for a change, in milliseconds. */
const waitMs = 1_000;
/** Delay after a failed request, in milliseconds. */
const retryMs = 1_000;
/** How long changes are highlighted, in milliseconds. */
const flashMs = 900;
/** More changed rows than this are another page, not a change the eye could follow. */
const maxFlashes = 60;

export const notFollowed = {
  sequence: null,
  trueAt: null,
  settled: true,
  liveError: null,
  changed: new Set<ElementId>(),
} as const satisfies Partial<InspectorState>;

/** Keeps tree and picture of the inspected window up to date. */
export const liveSlice: Slice<LiveSlice> =
  ({ client }) =>
  (set, get) => {
    /** One request at a time; a new window, another view and a refresh start over and drop the pending answer. */
    let turn: { readonly window: WindowId; readonly asked: Promise<boolean> } | null = null;
    let generation = 0;
    let flashing: ReturnType<typeof setTimeout> | undefined;

    const ask = async (window: WindowId, wait: number): Promise<boolean> => {
      const own = generation;
      const stale = () =>
        own !== generation || get().window?.id !== window || get().closedAt !== null || get().past !== null;
      try {
        const { view, sequence: since } = get();
        const look = await client['tree.follow']({ window, view, since, waitMs: since === null ? 0 : wait });
        if (stale()) return true;
        const picture = look.picture && (await loadPicture(look.picture));
        if (stale()) return true;
        apply(look, picture);
        return true;
      } catch (error) {
        if (stale()) return true;
        set({ liveError: error });
        return false;
      }
    };

    const apply = (look: TreeLook, picture: InspectorState['picture']): void => {
      const before = get();
      const { at: trueAt, sequence, settled, info: treeInfo } = look;
      set({
        trueAt,
        sequence,
        settled,
        treeInfo,
        liveError: null,
        treeError: null,
        treeProgress: 'ready',
        ...(picture && { picture, pictureError: null }),
        ...(look.pictureError && { picture: null, pictureError: fromWire(look.pictureError) }),
        ...changedTree(before, look),
      });
      get().answered();
      if (look.diff) flash(before.entries, look.diff);
      if (look.tree === null && look.diff === null && look.picture === null) return;
      get().keepState(before, picture !== null);

      get().followMarked(before);
      get().looked(before, look);
    };

    const flash = (before: Entries, { rows }: TreeDiff): void => {
      const changed = rows.filter((row) => saysOtherwise(before.get(row.id)?.node, row)).map(({ id }) => id);
      if (changed.length === 0 || changed.length > maxFlashes) return;
      clearTimeout(flashing);
      set({ changed: new Set(changed) });
      flashing = setTimeout(() => set({ changed: new Set() }), flashMs);
    };

    return {
      ...notFollowed,
      paused: false,
      setPaused: (paused) => set({ paused }),

      look(wait = 0) {
        const { window, closedAt } = get();
        if (window === null || closedAt !== null) return Promise.resolve(false);
        if (turn?.window === window.id) return turn.asked;
        const own = { window: window.id, asked: ask(window.id, wait) };
        turn = own;
        void own.asked.finally(() => {
          if (turn === own) turn = null;
        });
        return own.asked;
      },

      lookAnew() {
        generation++;
        turn = null;
        set({ sequence: null, past: null });
        return get().look();
      },

      keepLooking() {
        let ended = false;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const next = async (): Promise<void> => {
          const rests = (get().paused && get().sequence !== null) || get().past !== null;
          const answered = !rests && (await get().look(waitMs));
          if (!ended) timer = setTimeout(() => void next(), answered ? 0 : retryMs);
        };
        void next();
        return () => {
          ended = true;
          clearTimeout(timer);
        };
      },
    };
  };

function changedTree(state: InspectorState, { tree, diff }: TreeLook): Partial<InspectorState> {
  if (tree) {
    const expanded = new Set([...state.expanded, tree.id]);
    return { entries: entriesOf(tree), root: tree.id, expanded };
  }
  if (!diff) return {};
  return { entries: withDiff(state.entries, diff, state.root) };
}

/** Ignores moves: everything moves with its window. */
function saysOtherwise(old: ElementNode | undefined, row: ElementNode): boolean {
  if (!old) return true;
  return old.name !== row.name || old.value !== row.value || old.states.join() !== row.states.join();
}
