import { createStore, type StoreApi } from 'zustand/vanilla';
import { applyDiff, type Diff, type Snapshot } from '#contract/model/elements/diff';
import type { EngineState, Unseen } from '#contract/model/engine';
import type { WindowAction, WindowId, WindowInfo } from '#contract/model/windows/window';
import { type Services, together } from '../../bridge/services.ts';

export interface WindowsState {
  readonly snapshot: Snapshot<WindowInfo> | null;
  /** Why there is no list; null with a list, or while loading. */
  readonly error: unknown;
  readonly filter: string;
  readonly selected: WindowId | null;
  /** Blob URLs; null for a window without an icon. */
  readonly icons: ReadonlyMap<WindowId, string | null>;
  /** Number of virtual desktops; one if unknown. */
  readonly monitors: number;
  readonly desktops: number;
  /** Windows this desktop cannot list; null if none. */
  readonly unseen: Unseen | null;
  readonly load: () => Promise<void>;
  readonly setFilter: (filter: string) => void;
  readonly select: (window: WindowId | null) => void;
  readonly act: (window: WindowId, action: WindowAction) => Promise<void>;
  /** Sends the selected window to the next monitor or virtual desktop; after the last comes the first. */
  readonly toNext: (place: 'monitor' | 'desktop') => Promise<void>;
  readonly switchToNext: () => Promise<void>;
  readonly loadIcon: (window: WindowId) => Promise<void>;
  /** Subscribes to the desktop; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

/** Delay before a failed list is retried, in milliseconds. */
export const retryMs = 3_000;

export type WindowsStore = StoreApi<WindowsState>;

/** The live window list: a snapshot, updated by numbered diffs, fetched again whenever one is missing. */
export function createWindowsStore({ client, on, report }: Services): WindowsStore {
  return createStore<WindowsState>()((set, get) => {
    let loading = false;
    /** Sequence of the last diff received while a snapshot was pending. */
    let newest = 0;
    const apply = (diff: Diff<WindowInfo>) => {
      const { snapshot, load, selected } = get();
      newest = diff.sequence;
      if (loading || snapshot === null || diff.sequence <= snapshot.sequence) return;
      const next = applyDiff(snapshot, diff);
      if (next === null) return void load();
      set({ snapshot: next, selected: stillThere(next, selected) });
    };
    const attempt = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        report(error);
      }
    };
    let engine: EngineState = 'ready';
    const engineIs = (state: EngineState) => {
      const back = state === 'ready' && engine !== 'ready';
      engine = state;
      if (back) void get().load();
    };

    return {
      snapshot: null,
      error: null,
      filter: '',
      selected: null,
      icons: new Map(),
      monitors: 1,
      desktops: 1,
      unseen: null,

      async load() {
        loading = true;
        newest = 0;
        try {
          const snapshot = await client['windows.list']({});
          const places = await client['app.info']({});
          set({ monitors: places.monitors.length, desktops: places.desktops.count, unseen: places.unseen ?? null });
          set(({ selected }) => ({ snapshot, error: null, selected: stillThere(snapshot, selected) }));
        } catch (error) {
          set({ error });
        } finally {
          loading = false;
        }
        // A diff that arrived before the snapshot was not applied to it.
        if (newest > (get().snapshot?.sequence ?? Infinity)) await get().load();
      },

      setFilter: (filter) => set({ filter }),
      select: (selected) => set({ selected }),

      act: (window, action) => attempt(() => client['windows.act']({ window, action })),
      switchToNext: () => attempt(() => client['windows.switchToNext']({})),

      async toNext(place) {
        const { snapshot, selected, monitors, desktops } = get();
        const window = snapshot?.items.find(({ id }) => id === selected);
        if (!window) return;
        await attempt(() =>
          place === 'monitor'
            ? client['windows.toMonitor']({ window: window.id, monitor: (window.monitor + 1) % monitors })
            : client['windows.toDesktop']({ window: window.id, desktop: ((window.desktop ?? 0) + 1) % desktops }),
        );
      },

      async loadIcon(window) {
        if (get().icons.has(window)) return;
        const keep = (url: string | null) => set(({ icons }) => ({ icons: new Map(icons).set(window, url) }));
        keep(null);
        // Icons are optional: the list shows a generic one instead.
        const png = await client['windows.icon']({ window }).catch(() => null);
        if (png) keep(URL.createObjectURL(new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' })));
      },

      follow() {
        const end = together(
          on('windows.changed', apply),
          on('engine.status', ({ state }) => engineIs(state)),
        );
        // A desktop that was too busy may be idle again, without an event.
        const again = setInterval(() => {
          if (get().error !== null && !loading) void get().load();
        }, retryMs);
        void get().load();
        return () => {
          clearInterval(again);
          end();
        };
      },
    };
  });
}

function stillThere(snapshot: Snapshot<WindowInfo>, selected: WindowId | null): WindowId | null {
  return snapshot.items.some(({ id }) => id === selected) ? selected : null;
}

/** Windows with every word of the filter in title, app or pid, ignoring case. */
export function filterWindows(windows: readonly WindowInfo[], filter: string): readonly WindowInfo[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return windows;
  return windows.filter((window) => {
    const text = `${window.title} ${window.app} ${window.processId}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function findWindow(state: WindowsState, id: WindowId | null): WindowInfo | null {
  return state.snapshot?.items.find((window) => window.id === id) ?? null;
}

export function selectedWindow(state: WindowsState): WindowInfo | null {
  return findWindow(state, state.selected);
}
