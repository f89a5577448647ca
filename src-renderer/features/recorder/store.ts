import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ExportedScript,
  ExportFormat,
  RecorderState as Recorded,
  ReplayNeeds,
  ReplayState,
  StopPicture,
} from '#contract/api';
import { AppError } from '#contract/errors';
import type { MadeStep, Step } from '#contract/model/recording';
import type { ElementId } from '#contract/model/element';
import type { PickEvent } from '#contract/events';
import type { Settings } from '#contract/model/settings';
import type { Survival, SurvivalQuery } from '#contract/model/survival';
import type { TriedSelector } from '#contract/model/tried-selector';
import type { WindowMatch } from '#contract/model/window';
import type { Services } from '../../bridge/services.ts';
import { together } from '../../bridge/subscribe.ts';
import { hasBreakpoint, isPaused } from './derived.ts';
import { isScriptChanged, scriptEditing, type ScriptEditing } from './script/editing.ts';

export interface RecorderState extends ScriptEditing {
  readonly recorded: Recorded | null;
  readonly replay: ReplayState;
  readonly selected: string | null;
  readonly formats: readonly ExportFormat[];
  /** The id of one. */
  readonly format: string;
  readonly script: ExportedScript | null;
  readonly scriptError: unknown;
  readonly toggle: () => Promise<void>;
  /** Pauses the recording under way, or goes on with it. */
  readonly pauseRecording: () => Promise<void>;
  /** How long a replay rests between steps, in milliseconds. */
  readonly replayPauseMs: number;
  readonly setReplayPause: (ms: number) => Promise<void>;
  /** Starts one, or goes on after a pause; `until` names the step to pause before. */
  readonly startReplay: (chosen?: ChosenSteps) => Promise<void>;
  /** What is to be entered before a replay of these steps; null where nothing is asked. */
  readonly asking: Asking | null;
  /** Asks for the texts that a replay of all steps enters. */
  readonly askInputs: () => Promise<void>;
  readonly endAsking: () => void;
  /** Starts what was asked for, with these texts; secrets are kept nowhere. */
  readonly replayWith: (inputs: Texts, secrets: Texts) => Promise<void>;
  /** How the window of a step looked that stopped or was healed. */
  readonly stopPicture: (step: string) => Promise<StopPicture | null>;
  readonly stopReplay: () => Promise<void>;
  readonly pauseReplay: () => Promise<void>;
  /** Runs one step after a pause; starts a replay that pauses before its first step. */
  readonly stepReplay: () => Promise<void>;
  readonly toggleBreakpoint: (step: string) => Promise<void>;
  readonly select: (step: string | null) => void;
  readonly remove: () => Promise<void>;
  /** Moves the chosen step by so many places. */
  readonly moveBy: (places: number) => Promise<void>;
  readonly moveTo: (step: string, to: number) => Promise<void>;
  readonly update: (step: Step) => Promise<void>;
  /** Between which steps the menu is open of what can be put there: the index that it gets. Null where it is closed. */
  readonly gap: number | null;
  readonly openGap: (gap: number | null) => void;
  /** What is inserted next goes to this index, and not behind the chosen step. */
  readonly insertAt: (index: number) => void;
  /** Puts a step behind the chosen one, or last, and chooses it. */
  readonly insert: (step: MadeStep) => Promise<void>;
  /** Records behind the chosen step. */
  readonly recordFrom: () => Promise<void>;
  /** What the element is for that is being picked; null where none is. */
  readonly pointing: Pointing | null;
  readonly point: (purpose: Purpose) => Promise<void>;
  /** Has a step act on an element that a replay came near to. */
  readonly retarget: (step: string, element: ElementId) => Promise<void>;
  /** What a selector finds now in the window of a step; outlined on the desktop. */
  readonly trySelector: (within: WindowMatch, selector: string) => Promise<TriedSelector>;
  readonly endTrial: () => void;
  /** What becomes of selectors in kept trees. */
  readonly survival: (query: SurvivalQuery) => Promise<Survival>;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly save: () => Promise<void>;
  readonly saveExport: () => Promise<void>;
  readonly copyScript: () => Promise<void>;
  readonly setFormat: (format: string) => void;
  /** Starts to follow recorder and replay; returns the end. */
  readonly follow: () => () => void;
}

/** What is replayed; see the method `replay.start`. */
interface ChosenSteps {
  readonly steps?: string[];
  readonly from?: string;
  readonly until?: string;
  readonly stepwise?: boolean;
  readonly inputs?: Texts;
  readonly secrets?: Texts;
}

type Texts = Readonly<Record<string, string>>;

interface Asking {
  readonly needs: ReplayNeeds;
  /** What of it cannot be done without; empty where somebody only wanted to enter other texts. */
  readonly missing: string;
  readonly chosen: ChosenSteps;
}

/** The chosen step acts on it or expects what it shows, or a step behind it waits for it or for its window. */
export type Purpose = 'retarget' | 'expect' | 'element' | 'window';

interface Pointing {
  readonly purpose: Purpose;
  /** The step that was chosen; null where none was. */
  readonly step: string | null;
  /** The index that a new step gets. */
  readonly at: number;
}

export type RecorderStore = StoreApi<RecorderState>;

const idleReplay: ReplayState = { status: 'idle', results: [], elapsedMs: 0 };

/** The recording as the main process holds it, its script, and the replay. */
export function createRecorderStore({ client, on, report, notify }: Services): RecorderStore {
  return createStore<RecorderState>()((set, get) => {
    const steps = () => get().recorded?.recording.steps ?? [];
    const attempt = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        report(error);
      }
    };

    const setRecorded = (recorded: Recorded) => {
      const before = get().recorded?.recording;
      set({ recorded, selected: keepSelected(recorded, get().selected, before?.steps ?? []) });
      if (before !== recorded.recording) void loadScript();
    };

    /** A replay that fails or pauses shows where. */
    const setReplay = (replay: ReplayState) => {
      const { status } = get().replay;
      const failed = replay.results.find((result) => result.status === 'failed');
      const fails = replay.status === 'failed' && status === 'running';
      const pauses = replay.status === 'paused' && status !== 'paused';
      const shown = fails ? failed?.step : pauses ? replay.next : undefined;
      set({ replay, ...(shown && { selected: shown }) });
    };

    const loadScript = async (): Promise<void> => {
      const { format } = get();
      const of = get().recorded?.recording;
      try {
        const script = await client['recorder.export']({ format });
        if (get().format === format && get().recorded?.recording === of) set({ script, scriptError: null });
      } catch (error) {
        if (get().format === format) set({ script: null, scriptError: error });
      }
    };

    /** Where somebody said that it goes, for once; else behind the chosen step. */
    let wanted: number | null = null;
    const takePlace = (): number => {
      const place = wanted ?? placeBehind();
      wanted = null;
      return place;
    };
    /** The index behind the chosen step. */
    const placeBehind = (): number => {
      const at = steps().findIndex(({ id }) => id === get().selected);
      return at < 0 ? steps().length : at + 1;
    };

    const use = async (element: ElementId, { purpose, step, at }: Pointing): Promise<void> => {
      if (purpose === 'element' || purpose === 'window') {
        set({ selected: await client['recorder.insertCheck']({ of: purpose, element, at }) });
      } else if (step !== null) await client[`recorder.${purpose}`]({ step, element });
    };

    const setPick = (event: PickEvent) => {
      const { pointing } = get();
      if (pointing === null) return;
      if (event.type === 'picked') void attempt(() => use(event.hit.element.id, pointing));
      if (event.type === 'ended') set({ pointing: null });
    };

    const ask = async (chosen: ChosenSteps, missing: string): Promise<void> => {
      set({ asking: { needs: await client['replay.needs']({}), missing, chosen } });
    };

    /** Where a secret is missing, its user is asked. */
    const start = async (chosen: ChosenSteps): Promise<void> => {
      try {
        await client['replay.start'](chosen);
      } catch (error) {
        if (!(error instanceof AppError) || error.data?.['secrets'] === undefined) throw error;
        await ask(chosen, error.message);
      }
    };

    const saved = async (path: Promise<string | null>): Promise<void> => {
      const where = await path;
      if (where !== null) notify(`Saved ${where}.`);
    };

    return {
      recorded: null,
      replay: idleReplay,
      selected: null,
      formats: [],
      format: 'json',
      script: null,
      scriptError: null,

      ...scriptEditing({ client, report, notify }, set, get),

      trySelector: (within, selector) => client['element.try']({ within, selector }),
      survival: (query) => client['runs.survival'](query),
      endTrial: () => void attempt(() => client['highlight.hide']({})),

      toggle: () =>
        attempt(() =>
          get().recorded?.status === 'recording' ? client['recorder.stop']({}) : client['recorder.start']({}),
        ),
      pauseRecording: () =>
        attempt(() => (get().recorded?.paused ? client['recorder.resume']({}) : client['recorder.pause']({}))),
      replayPauseMs: 0,
      setReplayPause: (replayPauseMs) => attempt(() => client['settings.set']({ replayPauseMs })),
      startReplay: (chosen = {}) =>
        attempt(() => {
          const { until } = chosen;
          if (isPaused(get())) return client['replay.resume'](until === undefined ? {} : { until });
          return start(chosen);
        }),
      asking: null,
      askInputs: () => attempt(() => ask({}, '')),
      endAsking: () => set({ asking: null }),
      replayWith: (inputs, secrets) =>
        attempt(async () => {
          const chosen = get().asking?.chosen ?? {};
          set({ asking: null });
          await start({ ...chosen, inputs, secrets });
        }),
      stopPicture: (step) => client['replay.picture']({ step }),
      stopReplay: () => attempt(() => client['replay.stop']({})),
      pauseReplay: () => attempt(() => client['replay.pause']({})),
      stepReplay: () => attempt(() => (isPaused(get()) ? client['replay.stepOver']({}) : start({ stepwise: true }))),
      toggleBreakpoint: (step) =>
        attempt(() => client['replay.setBreakpoint']({ step, on: !hasBreakpoint(get(), step) })),
      select: (selected) => set({ selected }),

      async remove() {
        const { selected } = get();
        if (selected === null) return;
        const at = steps().findIndex(({ id }) => id === selected);
        const next = steps()[at + 1] ?? steps()[at - 1];
        await attempt(async () => {
          await client['recorder.removeSteps']({ steps: [selected] });
          set({ selected: next?.id ?? null });
        });
      },

      async moveBy(places) {
        const { selected } = get();
        const at = steps().findIndex(({ id }) => id === selected);
        const to = at + places;
        if (selected !== null && at >= 0 && to >= 0 && to < steps().length) await get().moveTo(selected, to);
      },

      moveTo: (step, to) => attempt(() => client['recorder.moveStep']({ step, to })),
      update: (step) => attempt(() => client['recorder.updateStep'](step)),
      gap: null,
      openGap: (gap) => set({ gap }),
      insertAt: (index) => void (wanted = index),
      insert: (step) =>
        attempt(async () => set({ selected: await client['recorder.insertStep']({ step, at: takePlace() }) })),
      recordFrom: () =>
        attempt(() => {
          const { selected } = get();
          return client['recorder.start'](selected === null ? {} : { after: selected });
        }),
      pointing: null,
      point: (purpose) =>
        attempt(async () => {
          set({ pointing: { purpose, step: get().selected, at: takePlace() } });
          await client['pick.start']({});
        }),
      retarget: (step, element) => attempt(() => client['recorder.retarget']({ step, element })),
      undo: () => attempt(() => client['recorder.undo']({})),
      redo: () => attempt(() => client['recorder.redo']({})),
      clear: () => attempt(() => client['recorder.clear']({})),
      save: () => attempt(() => saved(client['recorder.save']({}))),
      saveExport: () => attempt(() => saved(client['recorder.saveExport']({ format: get().format }))),

      copyScript: () =>
        attempt(async () => {
          await client['app.copyText']({ text: get().script?.text ?? '' });
          notify('Copied the script.');
        }),

      setFormat(format) {
        if (isScriptChanged(get())) {
          notify('Use or discard the changes of the script first.');
          return;
        }
        set({ format, script: null, edited: null });
        void loadScript();
      },

      follow() {
        const setPause = ({ replayPauseMs }: Settings) => set({ replayPauseMs });
        const end = together(
          on('recorder.changed', setRecorded),
          on('replay.changed', setReplay),
          on('settings.changed', setPause),
          on('pick.changed', setPick),
        );
        void attempt(async () => setPause(await client['settings.get']({})));
        void attempt(async () => set({ formats: await client['recorder.formats']({}) }));
        void attempt(async () => {
          setRecorded(await client['recorder.state']({}));
          set({ replay: await client['replay.state']({}) });
        });
        return end;
      },
    };
  });
}

/** A new step is chosen as it comes, so that its code and details are seen; a removed one is let go. */
function keepSelected(recorded: Recorded, selected: string | null, before: readonly Step[]): string | null {
  const { steps } = recorded.recording;
  const known = new Set(before.map(({ id }) => id));
  const newest = steps.filter(({ id }) => !known.has(id)).at(-1);
  if (recorded.status === 'recording' && newest) return newest.id;
  return steps.some(({ id }) => id === selected) ? selected : null;
}
