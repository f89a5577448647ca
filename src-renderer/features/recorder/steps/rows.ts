import type { Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';

/** Scope of keys for the selected step. */
export const stepsScope = 'steps';

/** The view of the recorder. */
export const recordScope = 'record';

/** A row: a step, or the head of a group above its steps. */
export type Row = StepRow | GroupRow;

export interface StepRow {
  readonly id: string;
  readonly step: Step;
  /** Index in the recording. */
  readonly index: number;
}

export interface GroupRow {
  readonly id: string;
  readonly group: StepGroup;
  readonly steps: readonly Step[];
  /** Index of its first step. */
  readonly index: number;
  readonly isFolded: boolean;
}

/** Destination of a step. */
export interface StepPosition {
  /** Its new index. */
  readonly at: number;
  /** Id of its new group; null for none. */
  readonly group: string | null;
}

/** Drop position of a row. */
export interface Beside {
  readonly id: string;
  readonly after: boolean;
}

/** The steps of a group follow its head; a collapsed group shows none. */
export function rowsOf(
  steps: readonly Step[],
  groups: readonly StepGroup[],
  folded: ReadonlySet<string>,
): readonly Row[] {
  return steps.flatMap((step, index): readonly Row[] => {
    const row = { id: step.id, step, index };
    const group = groups.find(({ id }) => id === step.group);
    if (!group) return [row];
    const isFolded = folded.has(group.id);
    const shown = isFolded ? [] : [row];
    if (steps[index - 1]?.group === group.id) return shown;
    const own = steps.filter((one) => one.group === group.id);
    return [{ id: group.id, group, steps: own, index, isFolded }, ...shown];
  });
}

/** The rows of a range. If one end is missing, only the other. */
export function rowsBetween(rows: readonly Row[], one: string | null, other: string | null): readonly Row[] {
  const places = [one, other].map((id) => rows.findIndex((row) => row.id === id)).filter((at) => at >= 0);
  return places.length === 0 ? [] : rows.slice(Math.min(...places), Math.max(...places) + 1);
}

/** The steps of the given rows. A head counts for its steps without rows of their own. */
export function stepsIn(rows: readonly Row[]): readonly Step[] {
  const isAlone = rows.length === 1;
  return rows.flatMap((row) => ('step' in row ? [row.step] : isAlone || row.isFolded ? row.steps : []));
}

/** The row to select after these and their steps are removed: the next one, else the previous one. */
export function neighbourOf(rows: readonly Row[], gone: readonly Row[]): Row | null {
  const steps = stepsIn(gone);
  const stays = (row: Row) => ('step' in row ? [row.step] : row.steps).some((step) => !steps.includes(step));
  const at = rows.findIndex(({ id }) => id === gone[0]?.id);
  return rows.slice(at).find(stays) ?? rows.slice(0, at).filter(stays).at(-1) ?? null;
}

/** After the head of an expanded group is inside the group, and so is beside any of its steps. */
export function placeBeside(row: Row, after: boolean): StepPosition {
  if ('step' in row) return { at: row.index + (after ? 1 : 0), group: row.step.group ?? null };
  if (!after) return { at: row.index, group: null };
  return row.isFolded ? { at: row.index + row.steps.length, group: null } : { at: row.index, group: row.id };
}

/** Destination of a dragged row's steps after their removal; null if they stay. */
export function movedTo(rows: readonly Row[], dragged: string, { id, after }: Beside): StepPosition | null {
  const own = rows.find((row) => row.id === dragged);
  const beside = rows.find((row) => row.id === id);
  if (!own || !beside || own === beside) return null;
  const place = placeBeside(beside, after);
  const count = 'step' in own ? 1 : own.steps.length;
  const isBehind = place.at > own.index;
  if ('group' in own && isBehind && place.at <= own.index + count) return null;
  return { ...place, at: place.at - (isBehind ? Math.min(count, place.at - own.index) : 0) };
}
