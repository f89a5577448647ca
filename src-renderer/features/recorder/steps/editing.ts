import type { RecorderState as Recorded } from '#contract/api';
import type { Recording, Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';
import type { Services } from '../../../bridge/services.ts';
import { chosenRows, chosenSteps, recordingRows, selectedRow } from '../derived.ts';
import type { RecorderState } from '../store.ts';
import { movedTo, neighbourOf, type Beside } from './rows.ts';

/** Selection of rows, and operations on their steps. */
export interface StepEditing {
  /** Id of the selected step or group. */
  readonly selected: string | null;
  /** Other end of the selected range; null for a single row. */
  readonly anchor: string | null;
  /** Ids of collapsed groups. */
  readonly folded: ReadonlySet<string>;
  /** @param extend whether the rows up to this one are selected too */
  readonly select: (id: string | null, extend?: boolean) => void;
  readonly fold: (group: string, isFolded: boolean) => void;
  /** The selection, including all steps of its groups. */
  readonly remove: () => Promise<void>;
  /** Enables the selected steps, or disables them if all are enabled. */
  readonly toggleEnabled: () => Promise<void>;
  /** Moves the selected step or group one row, into and out of groups. */
  readonly nudge: (by: 1 | -1) => Promise<void>;
  /** Moves a step or group beside another row. */
  readonly drop: (id: string, beside: Beside) => Promise<void>;
  /** Groups the selected steps, and selects the group. */
  readonly group: () => Promise<void>;
  /** Keeps its steps. */
  readonly ungroup: (group: string) => Promise<void>;
  readonly update: (step: Step) => Promise<void>;
  readonly updateGroup: (group: StepGroup) => Promise<void>;
}

type Attempt = (work: () => Promise<unknown>) => Promise<void>;

export function stepEditing(
  { client, attempt }: Pick<Services, 'client'> & { readonly attempt: Attempt },
  set: (part: Partial<RecorderState>) => void,
  get: () => RecorderState,
): StepEditing {
  const choose = (id: string | null) => set(choosing(get(), id));
  /** The next edit builds on this one, no matter how late the main process reports it. */
  const shownAtOnce = (change: (recording: Recording) => Recording, ask: () => Promise<unknown>) =>
    attempt(async () => {
      const { recorded: before } = get();
      const recorded = before && { ...before, recording: change(before.recording) };
      set({ recorded });
      try {
        await ask();
      } catch (error) {
        if (get().recorded === recorded) set({ recorded: before });
        throw error;
      }
    });
  return {
    selected: null,
    anchor: null,
    folded: new Set(),

    select(id, extend = false) {
      const { anchor, selected } = get();
      if (extend) set({ selected: id, anchor: anchor ?? selected });
      else choose(id);
    },

    fold(group, isFolded) {
      const folded = new Set(get().folded);
      if (isFolded) folded.add(group);
      else folded.delete(group);
      const hides = isFolded && chosenSteps(get()).some((step) => step.group === group);
      set(hides ? { folded, selected: group, anchor: null } : { folded });
    },

    async remove() {
      const steps = chosenSteps(get()).map(({ id }) => id);
      if (steps.length === 0) return;
      const next = neighbourOf(recordingRows(get()), chosenRows(get()));
      await attempt(async () => {
        await client['recorder.removeSteps']({ steps });
        choose(next?.id ?? null);
      });
    },

    toggleEnabled: () =>
      attempt(async () => {
        const chosen = chosenSteps(get());
        const enabled = !chosen.every((step) => step.enabled);
        if (chosen.length > 0) await client['recorder.enable']({ steps: chosen.map(({ id }) => id), enabled });
      }),

    nudge: (by) =>
      attempt(async () => {
        const row = selectedRow(get());
        if (row) await client['recorder.nudge']({ id: row.id, by });
      }),

    drop: (id, beside) =>
      attempt(async () => {
        const rows = recordingRows(get());
        const place = movedTo(rows, id, beside);
        if (place === null) return;
        if (rows.some((row) => row.id === id && 'group' in row))
          await client['recorder.moveGroup']({ group: id, to: place.at });
        else await client['recorder.moveStep']({ step: id, to: place.at, group: place.group });
      }),

    group: () =>
      attempt(async () => {
        const steps = chosenSteps(get()).map(({ id }) => id);
        const name = `Group ${(get().recorded?.recording.groups?.length ?? 0) + 1}`;
        if (steps.length > 0) choose(await client['recorder.group']({ steps, name }));
      }),

    ungroup: (group) =>
      attempt(async () => {
        const row = recordingRows(get()).find(({ id }) => id === group);
        await client['recorder.ungroup']({ group });
        if (row && 'group' in row) choose(row.steps[0]?.id ?? null);
      }),

    update: (step) =>
      shownAtOnce(
        (recording) => ({ ...recording, steps: withChanged(recording.steps, step) }),
        () => client['recorder.updateStep'](step),
      ),
    updateGroup: (group) =>
      shownAtOnce(
        (recording) => ({ ...recording, groups: withChanged(recording.groups ?? [], group) }),
        () => client['recorder.updateGroup'](group),
      ),
  };
}

function withChanged<T extends { readonly id: string }>(all: readonly T[], changed: T): T[] {
  return all.map((one) => (one.id === changed.id ? changed : one));
}

/** Selects only this step or group, and reveals it. */
export function choosing(
  { folded, recorded }: Pick<RecorderState, 'folded' | 'recorded'>,
  selected: string | null,
): Pick<RecorderState, 'selected' | 'anchor' | 'folded'> {
  const group = recorded?.recording.steps.find(({ id }) => id === selected)?.group;
  const hides = group !== undefined && folded.has(group);
  return { selected, anchor: null, folded: hides ? new Set([...folded].filter((id) => id !== group)) : folded };
}

/** A new step is selected, so that its code and details are shown; a removed one is deselected. */
export function keepChosen(
  { selected, anchor, folded }: Pick<RecorderState, 'selected' | 'anchor' | 'folded'>,
  recorded: Recorded,
  before: readonly Step[],
): Pick<RecorderState, 'selected' | 'anchor' | 'folded'> {
  const { steps, groups = [] } = recorded.recording;
  const known = new Set(before.map(({ id }) => id));
  const newest = steps.filter(({ id }) => !known.has(id)).at(-1);
  if (recorded.status === 'recording' && newest) return choosing({ folded, recorded }, newest.id);
  const isThere = (wanted: string | null) => [...steps, ...groups].some(({ id }) => id === wanted);
  return { selected: isThere(selected) ? selected : null, anchor: isThere(anchor) ? anchor : null, folded };
}
