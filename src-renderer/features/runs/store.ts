import { createStore } from 'zustand/vanilla';
import { AppError } from '#contract/errors';
import type { OpenedRun, RunInfo } from '#contract/model/runs/run';
import type { CallSummary } from '#contract/model/runs/trace';
import { type Services, together } from '../../bridge/services.ts';
import { againActions, rerunActions } from './again/again-actions.ts';
import { filterCalls, noFilter, withCall } from './calls/filter-calls.ts';
import { compareActions } from './compare/compare-actions.ts';
import { foundNowhere, noRunFilter } from './runs/filter-runs.ts';
import { runActions, searchActions } from './runs/run-actions.ts';
import { noStepFilter } from './steps/filter-steps.ts';
import { stepActions } from './steps/step-actions.ts';
import { videoActions } from './video/video-actions.ts';
import type { RunsData, RunsState, RunsStore } from './state.ts';

type SetState = (change: (state: RunsData) => Partial<RunsData>) => void;

type Read = (run: string, blob: string) => Promise<Uint8Array | null>;

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' };

type Blobs<Value> = ReadonlyMap<string, Value | null>;

interface BlobOptions<Value> {
  /** Number of entries kept, the last ones. */
  readonly kept: number;
  readonly read: (run: string, blob: string) => Promise<Uint8Array | null>;
  readonly make: (bytes: Uint8Array, blob: string) => Value;
  readonly release?: (value: Value) => void;
  readonly set: (change: (blobs: Blobs<Value>) => Blobs<Value>) => void;
}

/** The pictures of an ended call arrive one after another: one read covers them. */
const detailsRestMs = 80;

const nothing: RunsData = {
  runs: null,
  runsError: null,
  warning: '',
  runFilter: noRunFilter,
  found: foundNowhere,
  searching: false,
  unread: 0,
  current: null,
  opened: null,
  openError: null,
  why: null,
  calls: [],
  filter: noFilter,
  selected: null,
  details: null,
  detailsError: null,
  change: null,
  shot: 'target',
  stepShot: 'saw',
  front: 'picture',
  zoom: 'fit',
  steps: [],
  story: [],
  stepFilter: noStepFilter,
  toggled: new Set(),
  part: null,
  step: null,
  stepDetails: null,
  stepCalls: [],
  stepChanges: new Map(),
  stepError: null,
  stepTab: 'answer',
  pictures: new Map(),
  texts: new Map(),
  draft: null,
  again: null,
  choosing: false,
  comparing: null,
  comparedShot: 'before',
  video: null,
  removing: null,
};

/** Traced data: the runs, the calls of one of them, and the details of one call. */
export function createRunsStore(services: Services): RunsStore {
  return createStore<RunsState>()((set, get) => {
    const { client, on, report } = services;
    const readBlob = (run: string, blob: string) => client['runs.blob']({ run, blob });
    const pictures = createPictures(readBlob, set);
    const texts = createTexts(readBlob, set);
    const steps = stepActions(services, set, get);
    let rest: ReturnType<typeof setTimeout> | undefined;

    const readDetails = async (): Promise<void> => {
      const { current: run, selected: call } = get();
      if (run === null || call === null) return;
      const still = () => get().current === run && get().selected === call;
      try {
        const details = await client['runs.call']({ run, call });
        const { before, after } = details.seen;
        const blobs = [before?.picture?.blob, after?.picture?.blob].filter((blob) => blob !== undefined);
        await Promise.all(blobs.map((blob) => get().needPicture(blob)));
        if (!still()) return;
        set({ details, detailsError: null });
        const change = before?.tree && after?.tree ? await client['runs.treeChange']({ run, call }) : null;
        if (still()) set({ change });
      } catch (error) {
        if (still()) set({ detailsError: error });
      }
    };

    return {
      ...nothing,
      ...runActions(services, set, get),
      ...rerunActions(services, set, get),
      ...searchActions(services, set, get),
      ...againActions(services, set, get),
      ...compareActions(services, set, get),
      ...videoActions(services, set, get),
      ...steps.actions,

      setFilter: (filter) => set((state) => ({ filter: { ...state.filter, ...filter } })),

      select(selected) {
        if (selected === get().selected) return;
        const none = selected === null && { details: null };
        set({ selected, ...none, part: null, detailsError: null, change: null, draft: null });
        if (selected !== null && get().steps.length > 0) steps.followCall(selected);
        void readDetails();
      },

      showShot: (shot) =>
        set(({ selected }) => ({
          ...(selected === null || shot === 'saw' ? { stepShot: shot } : { shot }),
          front: 'picture',
        })),

      showFront: (front) => set({ front }),
      setZoom: (zoom) => set({ zoom }),

      async needPicture(blob, run = get().current ?? undefined) {
        if (run !== undefined) await pictures.need(run, blob);
      },

      async needText(blob) {
        const run = get().current;
        if (run !== null) await texts.need(run, blob);
      },

      async copy(text) {
        try {
          await client['app.copyText']({ text });
        } catch (error) {
          report(error);
        }
      },

      follow() {
        const end = together(
          on('runs.changed', ({ runs, warning }) => {
            if (warning && warning !== get().warning)
              report(new AppError('file_error', warning, { hint: 'Free some space and start Deskscope again.' }));
            const before = get().opened?.info;
            set(({ opened }) => ({ runs, warning, opened: opened && { ...opened, ...newsOf(opened, runs) } }));
            if (before?.live && !get().opened?.info.live) void get().readWhy();
            const first = beginning(get());
            if (first) void get().open(first.id);
          }),
          on('runs.called', ({ run, call }) => {
            set(({ runs }) => ({ runs: runs && counted(runs, run, call.call) }));
            if (get().current !== run) return;
            set(({ calls }) => ({ calls: withCall(calls, call) }));
            if (get().selected !== call.call) return;
            clearTimeout(rest);
            rest = setTimeout(() => void readDetails(), detailsRestMs);
          }),
          steps.follow(on),
          () => pictures.forget(),
          () => texts.forget(),
        );
        void get().load();
        return end;
      },
    };
  });
}

/** The open run may have ended meanwhile. */
function newsOf({ info }: Pick<OpenedRun, 'info'>, runs: readonly RunInfo[]) {
  const now = runs.find(({ id }) => id === info.id) ?? info;
  return { info: now, ...(info.live && !now.live && { complete: now.ended !== null }) };
}

/** Calls are counted from 1 in each run. */
function counted(runs: readonly RunInfo[], run: string, call: number): readonly RunInfo[] {
  const isNew = runs.some(({ id, calls }) => id === run && calls < call);
  return isNew ? runs.map((info) => (info.id === run ? { ...info, calls: call } : info)) : runs;
}

/** A user who opens the app's own run before any event follows its first events. */
function beginning({ runs, opened, calls }: RunsData): RunInfo | null {
  const waits = opened?.info.live === true && opened.info.kind === 'app' && calls.length === 0;
  return (waits && runs?.find(({ id, live }) => live && id !== opened.info.id)) || null;
}

/** The filtered calls; the same list while nothing changed. */
export const shownCalls = createShownCalls();

function createShownCalls(): (state: Pick<RunsData, 'calls' | 'filter'>) => readonly CallSummary[] {
  let last: Pick<RunsData, 'calls' | 'filter'> & { readonly shown: readonly CallSummary[] } = {
    calls: [],
    filter: noFilter,
    shown: [],
  };
  return ({ calls, filter }) => {
    if (calls !== last.calls || filter !== last.filter) last = { calls, filter, shown: filterCalls(calls, filter) };
    return last.shown;
  };
}

/** Converts blobs of a trace to URLs for an image element. */
function createPictures(read: Read, set: SetState) {
  return createBlobs<string>({
    // Decoded pictures use memory.
    kept: 120,
    read,
    make(bytes, blob) {
      const type = types[blob.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    },
    release: (url) => URL.revokeObjectURL(url),
    set: (change) => set(({ pictures }) => ({ pictures: change(pictures) })),
  });
}

/** Converts blobs of a trace to texts. */
function createTexts(read: Read, set: SetState) {
  return createBlobs<string>({
    kept: 60,
    read,
    make: (bytes) => new TextDecoder().decode(bytes),
    set: (change) => set(({ texts }) => ({ texts: change(texts) })),
  });
}

/** Blobs of a trace as values, each read once while cached; null if missing. */
function createBlobs<Value>({ kept, read, make, release, set }: BlobOptions<Value>) {
  const wanted = new Map<string, Promise<void>>();

  const fetch = async (run: string, blob: string): Promise<void> => {
    const bytes = await read(run, blob).catch(() => null);
    const value = bytes && make(bytes, blob);
    set((blobs) => {
      const all = new Map(blobs).set(blob, value);
      for (const [old, one] of all) {
        if (all.size <= kept) break;
        all.delete(old);
        forget(old, one);
      }
      return all;
    });
  };

  const forget = (blob: string, value: Value | null): void => {
    wanted.delete(blob);
    if (value !== null) release?.(value);
  };

  return {
    need(run: string, blob: string): Promise<void> {
      const known = wanted.get(blob) ?? fetch(run, blob);
      wanted.set(blob, known);
      return known;
    },

    forget(): void {
      set((blobs) => {
        for (const [blob, value] of blobs) forget(blob, value);
        return new Map();
      });
    },
  };
}
