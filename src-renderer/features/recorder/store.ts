import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ExportedScript,
  ExportFormat,
  RecorderState as Recorded,
  ReplayNeeds,
  ReplayState,
  StopPicture,
} from '#contract/api';
import { count } from '#contract/count';
import { AppError } from '#contract/errors';
import type { Condition } from '#contract/model/recordings/condition';
import type { MadeStep } from '#contract/model/recordings/recording';
import type { ElementId } from '#contract/model/elements/element';
import type { PickEvent } from '#contract/events';
import type { Settings } from '#contract/model/settings';
import type { TriedSelector } from '#contract/model/elements/tried-selector';
import type { WindowMatch } from '#contract/model/windows/window';
import { type Services, together } from '../../bridge/services.ts';
import { hasBreakpoint, isPaused, recordingRows, selectedRow } from './derived.ts';
import { isScriptChanged, scriptEditing, type ScriptEditing } from './script/editing.ts';
import { choosing, keepChosen, stepEditing, type StepEditing } from './steps/editing.ts';
import { placeBeside, type Beside, type StepPosition } from './steps/rows.ts';

export interface RecorderState extends ScriptEditing, StepEditing {
  readonly recorded: Recorded | null;
  readonly replay: ReplayState;
  readonly formats: readonly ExportFormat[];
  /** Id of a format. */
  readonly format: string;
  readonly script: ExportedScript | null;
  readonly scriptError: unknown;
  readonly toggle: () => Promise<void>;
  /** Pauses or resumes the running recording. */
  readonly pauseRecording: () => Promise<void>;
  /** Pause between replayed steps, in milliseconds. */
  readonly replayPauseMs: number;
  readonly setReplayPause: (ms: number) => Promise<void>;
  /** Starts a replay, or continues after a pause; `until` names the step to pause before. */
  readonly startReplay: (chosen?: ChosenSteps) => Promise<void>;
  /** Inputs required before a replay of these steps; null if none is requested. */
  readonly asking: Asking | null;
  /** Asks for the inputs of a replay of all steps. */
  readonly askInputs: () => Promise<void>;
  readonly endAsking: () => void;
  /** Starts the requested replay with these texts; secrets are not stored. */
  readonly replayWith: (inputs: Texts, secrets: Texts) => Promise<void>;
  /** Window pictures of a stopped or healed step. */
  readonly stopPicture: (step: string) => Promise<StopPicture | null>;
  readonly stopReplay: () => Promise<void>;
  readonly pauseReplay: () => Promise<void>;
  /** Runs one step after a pause; starts a replay that pauses before its first step. */
  readonly stepReplay: () => Promise<void>;
  readonly toggleBreakpoint: (step: string) => Promise<void>;
  /** The row beside which the insert menu is open; null if closed. */
  readonly gap: Beside | null;
  readonly openGap: (gap: Beside | null) => void;
  /** Inserts the next steps beside this row instead of after the selected one. */
  readonly insertAt: (gap: Beside) => void;
  /** Inserts a step after the selected one, or last, and selects it. */
  readonly insert: (step: MadeStep) => Promise<void>;
  /** Records after the selected step. */
  readonly recordFrom: () => Promise<void>;
  /** Purpose of the pending pick; null if none. */
  readonly pointing: ((element: ElementId) => Promise<unknown>) | null;
  readonly point: (purpose: Purpose) => Promise<void>;
  /** Starts a pick, and uses the element or its window as a condition. */
  readonly pickCondition: (of: ConditionOf, put: (picked: Condition) => Promise<void>) => Promise<void>;
  /** Sets a step's target to a near miss of the replay. */
  readonly retarget: (step: string, element: ElementId) => Promise<void>;
  /** Inputs of replays of the current recording. */
  readonly needs: () => Promise<ReplayNeeds>;
  /** Replaces a step's text by a secret. */
  readonly makeSecret: (step: string) => Promise<void>;
  /** Current matches of a selector in a step's window; outlined on the desktop. */
  readonly trySelector: (within: WindowMatch, selector: string) => Promise<TriedSelector>;
  readonly endTrial: () => void;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  readonly clear: () => Promise<void>;
  readonly save: () => Promise<void>;
  /** Keeps unsaved steps in another folder. */
  readonly keepElsewhere: () => Promise<void>;
  /** Trusts a third party's recording. */
  readonly trust: () => Promise<void>;
  readonly saveExport: () => Promise<void>;
  readonly copyScript: () => Promise<void>;
  readonly setFormat: (format: string) => void;
  /** Subscribes to recorder and replay; returns the unsubscribe function. */
  readonly follow: () => () => void;
}

/** What to replay; see the method `replay.start`. */
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
  /** Required inputs; empty if the user only wanted to enter other texts. */
  readonly missing: string;
  readonly chosen: ChosenSteps;
}

/** The selected step acts on the element or expects its state, or a step after it waits for it or for its window. */
export type Purpose = 'retarget' | 'expect' | 'element' | 'window';

/** The picked element, or its window. */
export type ConditionOf = 'element' | 'window';

export type RecorderStore = StoreApi<RecorderState>;

const idleReplay: ReplayState = { status: 'idle', results: [], elapsedMs: 0 };

/** The main process's recording, its script, and the replay. */
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
      set({ recorded, ...keepChosen(get(), recorded, before?.steps ?? []) });
      if (before !== recorded.recording) void loadScript();
    };

    /** A failed or paused replay shows where. */
    const setReplay = (replay: ReplayState) => {
      const { status } = get().replay;
      const failed = replay.results.find((result) => result.status === 'failed');
      const fails = replay.status === 'failed' && status === 'running';
      const pauses = replay.status === 'paused' && status !== 'paused';
      const shown = fails ? failed?.step : pauses ? replay.next : undefined;
      set({ replay, ...(shown && choosing(get(), shown)) });
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

    /** At the requested row, once; else after the selected row. */
    let wanted: Beside | null = null;
    const takePlace = (): StepPosition => {
      const row = recordingRows(get()).find(({ id }) => id === wanted?.id) ?? selectedRow(get());
      const after = wanted?.after ?? true;
      wanted = null;
      return row ? placeBeside(row, after) : { at: steps().length, group: null };
    };

    const insertCheck = async (of: ConditionOf, element: ElementId, place: StepPosition): Promise<void> => {
      set(choosing(get(), await client['recorder.insertCheck']({ of, element, ...place })));
    };

    /** The purpose of a pick is chosen before pointing. */
    const useOf = (purpose: Purpose): ((element: ElementId) => Promise<unknown>) => {
      if (purpose === 'element' || purpose === 'window') {
        const place = takePlace();
        return (element) => insertCheck(purpose, element, place);
      }
      const { selected } = get();
      return async (element) => selected !== null && client[`recorder.${purpose}`]({ step: selected, element });
    };

    const pick = async (use: (element: ElementId) => Promise<unknown>): Promise<void> => {
      set({ pointing: use });
      await client['pick.start']({});
    };

    const setPick = (event: PickEvent) => {
      const { pointing } = get();
      if (pointing === null) return;
      if (event.type === 'picked') void attempt(() => pointing(event.hit.element.id));
      if (event.type === 'ended') set({ pointing: null });
    };

    const ask = async (chosen: ChosenSteps, missing: string): Promise<void> => {
      set({ asking: { needs: await client['replay.needs']({}), missing, chosen } });
    };

    /** Missing secrets are requested from the user. */
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
      formats: [],
      format: 'markdown',
      script: null,
      scriptError: null,

      ...scriptEditing({ client, report, notify }, set, get),
      ...stepEditing({ client, attempt }, set, get),

      trySelector: (within, selector) => client['element.try']({ within, selector }),
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
      gap: null,
      openGap: (gap) => set({ gap }),
      insertAt: (beside) => void (wanted = beside),
      insert: (step) =>
        attempt(async () => {
          const id = await client['recorder.insertStep']({ step, ...takePlace() });
          set(choosing(get(), id));
        }),
      recordFrom: () =>
        attempt(() => {
          const { selected } = get();
          return client['recorder.start'](selected === null ? {} : { after: selected });
        }),
      pointing: null,
      point: (purpose) => attempt(() => pick(useOf(purpose))),
      pickCondition: (of, put) =>
        attempt(() =>
          pick(async (element) => {
            const picked = await client['recorder.conditionOn']({ element });
            await put(of === 'element' ? picked : { type: 'window', window: picked.window, is: true });
          }),
        ),
      needs: () => client['replay.needs']({}),
      makeSecret: (step) => attempt(() => client['recorder.makeSecret']({ step })),
      retarget: (step, element) => attempt(() => client['recorder.retarget']({ step, element })),
      undo: () => attempt(() => client['recorder.undo']({})),
      redo: () => attempt(() => client['recorder.redo']({})),
      clear: () =>
        attempt(async () => {
          const { length } = steps();
          await client['recorder.clear']({});
          if (length > 0) notify(`Cleared ${count(length, 'step')}. Undo brings them back.`);
        }),
      save: () => attempt(() => saved(client['recorder.save']({}))),
      keepElsewhere: () =>
        attempt(async () => {
          const folder = await client['recorder.keepElsewhere']({});
          if (folder !== null) notify(`The recording is kept in ${folder} until you save it.`);
        }),
      trust: () => attempt(() => client['recorder.trust']({})),
      saveExport: () => attempt(() => saved(client['recorder.saveExport']({ format: get().format }))),

      copyScript: () =>
        attempt(async () => {
          await client['app.copyText']({ text: get().script?.text ?? '' });
          notify('Copied the script.');
        }),

      setFormat(format) {
        if (isScriptChanged(get())) {
          notify('Use or discard the script’s changes first.');
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
