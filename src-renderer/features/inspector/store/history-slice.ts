import {
  hasState,
  parseElementId,
  type ElementDetails,
  type ElementId,
  type ElementNode,
} from '#contract/model/elements/element';
import { noFacts } from '#contract/model/elements/element-facts';
import type { WindowInfo } from '#contract/model/windows/window';
import { ancestorsOf, type Entries } from './entries.ts';
import type { HistorySlice, InspectorState, PastState, Slice } from './state.ts';

/** How long an earlier state stays available, in milliseconds after it ended. */
const keptMs = 10_000;
/** Each may have a picture of its own. */
const mostKept = 60;
/** Changes that hide nothing are combined for this time, in milliseconds: progress bars change ten times a second. */
const combinedMs = 1_000;
/** Rows to expand for elements that are gone. */
const mostExpanded = 40;

/** Earlier states of the inspected window, so that menus, tooltips and dialogs can be examined after they closed. */
export const historySlice: Slice<HistorySlice> =
  ({ client }) =>
  (set, get) => {
    const show = (past: PastState) => {
      const { window, entries, root, treeInfo, picture, goneAfter } = past;
      const opened = goneAfter.flatMap((id) => [...ancestorsOf(entries, id), id]).slice(0, mostExpanded);
      get().endTrial();
      get().outlineBox(null);
      set(({ expanded }) => ({
        past,
        window: { ...window },
        entries,
        root,
        treeInfo,
        marked: null,
        changed: new Set(goneAfter),
        expanded: new Set([...expanded, ...opened]),
        ...(picture && { picture, pictureError: null }),
      }));
      const { selected } = get();
      const [first] = goneAfter;
      void get().select(first ?? (selected !== null && entries.has(selected) ? selected : null));
    };

    const neighbour = (offset: number): PastState | null => {
      const { history, past } = get();
      const at = past === null ? history.length - 1 : history.indexOf(past);
      return history[at + offset] ?? null;
    };

    return {
      history: [],
      past: null,

      keepState(before, isNewPicture) {
        const now = Date.now();
        const { window, view, sequence, entries, root, treeInfo, picture, history } = get();
        if (window === null || sequence === null || root === null) return;
        const last = history.at(-1);
        const goneAfter = last ? goneBetween(last.entries, entries) : [];
        if (last && entries === before.entries && !isNewPicture) return;
        const state = {
          window,
          view,
          sequence,
          entries,
          root,
          treeInfo,
          picture,
          from: now,
          until: null,
          goneAfter: [],
        };
        const isShort = last !== undefined && now - last.from < combinedMs;
        const combines = last && goneAfter.length === 0 && (entries === before.entries || isShort);
        const next = combines
          ? [...history.slice(0, -1), { ...state, from: last.from }]
          : [...history.slice(0, -1), ...(last ? [{ ...last, until: now, goneAfter }] : []), state];
        const kept = next.filter(({ until }) => until === null || now - until <= keptMs).slice(-mostKept);
        set({ history: kept });
        revokeUnused(history, [...kept, state]);
      },

      forgetHistory() {
        const { history } = get();
        set({ history: [], past: null });
        revokeUnused(history, []);
      },

      earlier() {
        const past = neighbour(-1);
        if (past) show(past);
      },

      later() {
        const past = neighbour(1);
        if (past?.until == null) get().goLive();
        else show(past);
      },

      goLive() {
        const last = get().history.at(-1);
        if (get().past === null || !last) return;
        show(last);
        set({ past: null, changed: new Set() });
        void get()
          .lookAnew()
          .then(() => {
            const { selected, entries } = get();
            void get().select(selected !== null && entries.has(selected) ? selected : null);
          });
      },

      async selectPast(element) {
        const state = get().past ?? get().history.at(-1);
        const node = state?.entries.get(element)?.node;
        if (!state || !node) return;
        const { view, sequence, window, until } = state;
        const chosen = { selected: element, details: detailsOf(node, window), detailsSeen: null, selectors: null };
        set({ ...chosen, elementError: null, goneAt: until, trialText: '' });
        const selectors = await client['element.selectors']({ element, look: { view, sequence } }).catch(() => []);
        if (get().selected === element && get().details === chosen.details) set({ selectors });
      },
    };
  };

/** Whether there is an earlier state to show. */
export function hasEarlier({ history, past }: Pick<InspectorState, 'history' | 'past'>): boolean {
  return past === null ? history.length > 1 : history.indexOf(past) > 0;
}

/** The outermost elements that were visible before and are not after. */
export function goneBetween(before: Entries, after: Entries): readonly ElementId[] {
  if (before === after) return [];
  const gone = new Set<ElementId>();
  for (const [id, { node, parent }] of before) {
    const isPart = parent !== null && gone.has(parent);
    if (isPart || (isVisible(node) && !isVisible(after.get(id)?.node))) gone.add(id);
  }
  return [...gone].filter((id) => !gone.has(before.get(id)?.parent ?? id) || before.get(id)?.parent === null);
}

function isVisible(node: ElementNode | undefined): boolean {
  return node !== undefined && hasState(node, 'visible') && !hasState(node, 'offscreen');
}

/** All that is known of an element that only an earlier tree has. */
function detailsOf(node: ElementNode, { id, title, app, processId }: WindowInfo): ElementDetails {
  const { runtimeId } = parseElementId(node.id);
  const window = { id, title, app, processId };
  return { ...node, ...noFacts, runtimeId, patterns: [], actions: [], properties: {}, window };
}

function revokeUnused(before: readonly PastState[], after: readonly PastState[]): void {
  const used = new Set(after.map(({ picture }) => picture?.url));
  for (const { picture } of before) if (picture && !used.has(picture.url)) revokeSoon(picture.url);
}

/** The picture may still be on the screen. */
function revokeSoon(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
