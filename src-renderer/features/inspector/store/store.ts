import { createStore, type StoreApi } from 'zustand/vanilla';
import { fromWire, AppError } from '#contract/errors';
import type { PickEvent } from '#contract/events';
import type { Services } from '../../../bridge/services.ts';
import { findingsSlice } from '../findings/findings-slice.ts';
import { bookmarksSlice } from '../bookmarks/bookmarks-slice.ts';
import { consoleSlice } from '../console/console-slice.ts';
import { closedSlice } from './closed-slice.ts';
import { elementSlice } from './element-slice.ts';
import { eventsSlice } from './events-slice.ts';
import { freshStartSlice } from './fresh-start-slice.ts';
import { historySlice } from './history-slice.ts';
import { liveSlice } from './live-slice.ts';
import { pictureSlice } from './picture-slice.ts';
import { searchSlice } from './search-slice.ts';
import type {
  InspectorState,
  PinSlice,
  Slice,
  TextSlice,
  SnapshotSlice,
  TrialSlice,
  CodeSlice,
  PickSlice,
} from './state.ts';
import { treeSlice } from './tree-slice.ts';

export type InspectorStore = StoreApi<InspectorState>;

/** The inspected window: its tree, search, selected element, picture, and picking. */
export function createInspectorStore(services: Services): InspectorStore {
  return createStore<InspectorState>()((...args) => {
    const [set] = args;
    return {
      ...treeSlice(services)(...args),
      ...liveSlice(services)(...args),
      ...closedSlice(services)(...args),
      ...freshStartSlice(services)(...args),
      ...historySlice(services)(...args),
      ...searchSlice(services)(...args),
      ...elementSlice(services)(...args),
      ...pictureSlice(services)(...args),
      ...findingsSlice(services)(...args),
      ...textSlice(services)(...args),
      ...eventsSlice(services)(...args),
      ...codeSlice(services)(...args),
      ...pinSlice(services)(...args),
      ...bookmarksSlice(services)(...args),
      ...consoleSlice(services)(...args),
      ...snapshotSlice(services)(...args),
      ...trialSlice(services)(...args),
      ...pickSlice(services)(...args),
      tab: 'picture',
      outline: true,
      setTab: (tab) => set({ tab }),
      setOutline: (outline) => set({ outline }),
      follow: () => {
        const ends = [
          services.on('pick.changed', (event) => {
            set(pickChange(event));
            if (event.type === 'ended' && event.reason === 'failed') services.report(fromWire(event.error));
          }),
          services.on('trial.changed', (progress) =>
            set(({ freshStart }) => (freshStart?.running ? { freshStart: { ...freshStart, progress } } : {})),
          ),
        ];
        return () => ends.forEach((end) => end());
      },
    };
  });
}

const pinsKey = 'pinned-properties';

const pinSlice: Slice<PinSlice> = () => (set, get) => ({
  pins: keptPins(),

  togglePin(property) {
    const pins = get().pins.includes(property)
      ? get().pins.filter((name) => name !== property)
      : [...get().pins, property];
    set({ pins });
    localStorage.setItem(pinsKey, JSON.stringify(pins));
  },
});

/** None if nothing was stored, or not by Deskscope. */
function keptPins(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(pinsKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string').slice(0, 100) : [];
  } catch {
    return [];
  }
}

/** Text read from the pixels of the inspected window, for apps that report nothing. */
const textSlice: Slice<TextSlice> =
  ({ client }) =>
  (set, get) => ({
    text: null,
    textError: null,
    readingText: false,

    async readText() {
      const { window, readingText } = get();
      if (window === null || readingText) return;
      set({ tab: 'text', readingText: true, textError: null });
      const current = () => get().window?.id === window.id;
      try {
        const text = await client['picture.ocr']({ target: { kind: 'window', window: window.id } });
        if (current()) set({ text });
      } catch (error) {
        if (current()) set({ text: null, textError: error });
      } finally {
        set({ readingText: false });
      }
    },

    hoverLine: (line) => get().outlineBox(line && { bounds: line.bounds, label: line.text }),
  });

const snapshotSlice: Slice<SnapshotSlice> =
  ({ client, report, notify }) =>
  (set, get) => ({
    comparison: null,
    endComparison: () => set({ comparison: null }),

    async saveSnapshot() {
      const window = get().window?.id;
      if (window === undefined) return;
      try {
        const file = await client['snapshot.save']({ window });
        if (file !== null) notify(`Saved ${file}.`);
      } catch (error) {
        report(error);
      }
    },

    async compareSnapshots() {
      const { window, closedAt } = get();
      try {
        const open = window !== null && closedAt === null ? { window: window.id } : {};
        const comparison = await client['snapshot.compare'](open);
        if (comparison !== null) set({ comparison });
      } catch (error) {
        report(error);
      }
    },
  });

const trialSlice: Slice<TrialSlice> =
  ({ client, report }) =>
  (set, get) => ({
    trialText: '',
    tried: [],
    nearlyTried: [],
    setTrialText: (trialText) => set({ trialText }),

    async trySelector(selector) {
      const within = get().window?.id;
      if (within === undefined) throw new AppError('window_not_found', 'No window is selected.');
      try {
        const found = await client['element.try']({ within, selector, outline: get().outline });
        set({ tried: found.matches, nearlyTried: found.near.map(({ element }) => element) });
        return found;
      } catch (error) {
        set({ tried: [], nearlyTried: [] });
        throw error;
      }
    },

    endTrial() {
      if (get().tried.length === 0) return;
      set({ tried: [] });
      client['highlight.hide']({}).catch(report);
    },
  });

const codeSlice: Slice<CodeSlice> =
  ({ client, report, notify }) =>
  (set, get) => ({
    codes: null,
    codeError: null,
    codeFormat: 'python',
    setCodeFormat: (codeFormat) => set({ codeFormat }),

    async loadCodes() {
      const element = get().selected;
      set({ codes: null, codeError: null });
      if (element === null) return;
      try {
        const codes = await client['element.code']({ element });
        if (get().selected === element) set({ codes });
      } catch (error) {
        if (get().selected === element) set({ codeError: error });
      }
    },

    async copyCode(format = get().codeFormat) {
      const element = get().selected;
      if (element === null) return;
      try {
        const codes = await client['element.code']({ element });
        const code = codes.find((one) => one.format === format) ?? codes[0];
        if (!code) return;
        await client['app.copyText']({ text: code.text });
        notify(`Copied as ${code.label}.`);
      } catch (error) {
        report(error);
      }
    },
  });

/** Long enough to open a menu, in milliseconds. */
const laterMs = 3_000;

const pickSlice: Slice<PickSlice> =
  ({ client, report }) =>
  (_set, get) => ({
    picking: false,
    hovered: null,
    picked: null,

    async togglePick() {
      try {
        if (get().picking) await client['pick.stop']({});
        else await client['pick.start']({});
      } catch (error) {
        report(error);
      }
    },

    async pickLater() {
      try {
        await client['pick.start']({ delayMs: laterMs });
      } catch (error) {
        report(error);
      }
    },

    async stopPick() {
      if (get().picking) await get().togglePick();
    },
  });

/** State changes by a pick event; the window list opens a picked element's window. */
function pickChange(event: PickEvent): Partial<InspectorState> {
  switch (event.type) {
    case 'waiting':
    case 'started':
      return { picking: true, hovered: null };
    case 'hovered':
      return { picking: true, hovered: event.hit };
    case 'shared':
    case 'rated':
      return {};
    case 'picked':
      return { picked: event.hit };
    case 'ended':
      return { picking: false, hovered: null };
  }
}
