import type { Act } from './acts.ts';
import type { Change } from './changes.ts';
import { isActing } from './done.ts';
import { freePart, type Item, type Scene } from './scene.ts';
import type { Answer } from './server.ts';
import type { Entry } from './stage.ts';

/**
 * `right`: reported done, and the intended element got it. `honest`: reported not done, and nothing was logged, or reported as
 * possibly
 * done, or as not verifiable. `refused`: the same, though the element was free. `late`: what the change put there just before the
 * press was pressed but not clicked, and reported as possibly pressed: no app checks and presses in one step. `wrong`: another element got something else. `false`: reported done but was not, or reported not to have reached anything but
 * had.
 */
export const verdicts = ['right', 'honest', 'refused', 'late', 'wrong', 'false'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Case {
  readonly act: Act;
  readonly change: Change;
  /** When the app had made a change during the call, in milliseconds of `performance.now()`; null if it did not. */
  readonly changedAt: number | null;
  /** Before and after the change. */
  readonly before: Scene;
  readonly after: Scene;
  readonly answer: Answer;
  readonly entries: readonly Entry[];
}

/** The app's log of an act. */
export function judge({ act, change, changedAt, before, after, answer, entries }: Case): Verdict {
  const intended = meantBy(act, change, before, after);
  const mayReceive = new Set([...intended, ...act.alsoOn]);
  // The wheel may scroll a pane or a list to bring its items into view.
  const isInPane = before.items.some(({ id, pane }) => pane === true && intended.includes(id));
  const isOption = (id: string) => intended.some((list) => id.startsWith(`${list}/`));
  const isScrolled = ({ id, what }: Entry) => what === 'wheel' && (isOption(id) || (isInPane && isPane(before, id)));
  const reached = entries.filter((entry) => isActing(entry) && entry.id !== '' && !isScrolled(entry));
  const beside = reached.filter(({ id }) => !mayReceive.has(id));
  const isAdmitted = !answer.ok && (answer.delivery === 'unknown' || answer.delivery === 'delivered');
  const came = cameThere(change, before);
  const isLate =
    changedAt !== null &&
    isAdmitted &&
    beside.every(({ id, what, at }) => what === 'down' && came(id) && at <= changedAt + lateMs);
  if (beside.length > 0) return isLate ? 'late' : 'wrong';
  if (answer.ok) {
    if (intended.some((id) => act.did(entries, id))) return 'right';
    return /could not be (verified|read back)/.test(answer.text) ? 'honest' : 'false';
  }
  if (reached.length > 0 && answer.delivery === 'not_delivered') return 'false';
  return reached.length === 0 && isFree(act, change, after) ? 'refused' : 'honest';
}

/** Between the last check and the press, and how late the app and the log may be, in milliseconds. */
const lateMs = 100;
/** On others, a press does something already. */
const actOnRelease: ReadonlySet<Item['kind']> = new Set(['button', 'check', 'cover', 'link', 'pane', 'tabs']);

/** Whether an item only came to its place by the change, and a press does nothing to it. */
function cameThere({ ops }: Change, { items }: Scene): (id: string) => boolean {
  const added = ops.flatMap((op) => (op.op === 'add' ? [op.item] : []));
  const scrolls = ops.some(({ op }) => op === 'scroll');
  const moved = new Set(ops.flatMap((op) => (op.op === 'move' || op.op === 'size' ? [op.id] : [])));
  return (id) => {
    const item = [...added, ...items].find((each) => each.id === id);
    if (!item || !actOnRelease.has(item.kind)) return false;
    return added.includes(item) || moved.has(id) || (scrolls && item.pane === true);
  };
}

function isPane({ items }: Scene, id: string): boolean {
  return items.some((item) => item.id === id && item.kind === 'pane');
}

/** Ids that match the call's words, before or after the change. */
function meantBy({ item, by }: Act, { during }: Change, before: Scene, after: Scene): readonly string[] {
  const like = `${item.id}x`;
  // A ref means the element itself; a replacement in the same place with the same name is accepted.
  if (by === 'ref') return [item.id, like];
  // A recorded element may be found again under another name or out of view, but not confused with another.
  const isRecorded = by === 'replay' || by === 'script';
  const always = isRecorded ? [item.id, like, ...inItsPlace(item, before, after)] : [];
  const scenes = during === null ? [after] : [before, after];
  return [...always, ...scenes.flatMap((scene) => fitting(scene, before, item, like))];
}

/**
 * Namesakes in the item's place, or alone in its pane as the item was: by its name and its surroundings, one of them is meant now. Where
 * the pane had two of them, the one that is left is another.
 */
function inItsPlace({ kind, name, x, y, pane }: Item, before: Scene, after: Scene): readonly string[] {
  const alike = ({ items }: Scene) =>
    items.filter((each) => each.kind === kind && each.name === name && each.pane === pane);
  const now = alike(after);
  const isAlone = pane === true && now.length === 1 && alike(before).length === 1;
  return (isAlone ? now : now.filter((each) => each.x === x && each.y === y)).map(({ id }) => id);
}

/**
 * Among equal names the looked-at one is meant, or the only visible one: now, or at the look, since apps report changes late.
 * @param before the scene at the look
 */
function fitting(scene: Scene, before: Scene, item: Item, like: string): readonly string[] {
  const isMeant = ({ name, kind }: Item) => name === item.name && sameType(kind) === sameType(item.kind);
  const all = scene.items.filter(isMeant).map(({ id }) => id);
  const onlySeen = (at: Scene) => {
    const seen = at.items.filter((each) => isMeant(each) && freePart(at, each) > 0).map(({ id }) => id);
    return seen.length === 1 ? seen : null;
  };
  const now = onlySeen(scene) ?? (all.length > 1 ? all.filter((id) => id === item.id || id === like) : all);
  return [...now, ...(onlySeen(before) ?? []).filter((id) => all.includes(id))];
}

/** Links are buttons in Qt and GTK. */
function sameType(kind: Item['kind']): Item['kind'] {
  return kind === 'link' ? 'button' : kind;
}

/** Whether the element was free, from before the call on. */
function isFree({ item, by }: Act, { what, during, other }: Change, after: Scene): boolean {
  if (during !== null || other || what.startsWith('replaced')) return false;
  const now = after.items.find(({ id }) => id === item.id);
  if (!now || now.enabled === false) return false;
  const alike = after.items.filter(({ name }) => name === item.name);
  const isNamed = by === 'ref' || (now.name === item.name && alike.length === 1);
  return isNamed && freePart(after, now) > 0.3;
}
