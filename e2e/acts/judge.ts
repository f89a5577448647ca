import type { Act } from './acts.ts';
import type { Change } from './changes.ts';
import { isActing } from './done.ts';
import { freePart, type Item, type Scene } from './scene.ts';
import type { Answer } from './server.ts';
import type { Entry } from './stage.ts';

/**
 * `right`: it was said to be done, and the element that was meant got it. `honest`: it was said not to be done, and nothing got
 * anything, or it was said that something may have, or that whether it took it could not be verified. `refused`: the same, though the element was free. `wrong`: another element
 * got something. `false`: it was said to be done and was not, or not to have reached anything and had.
 */
export const verdicts = ['right', 'honest', 'refused', 'wrong', 'false'] as const;
export type Verdict = (typeof verdicts)[number];

export interface Case {
  readonly act: Act;
  readonly change: Change;
  /** Before and after the change. */
  readonly before: Scene;
  readonly after: Scene;
  readonly answer: Answer;
  readonly entries: readonly Entry[];
}

/** What the app's log reports about an act. */
export function judge({ act, change, before, after, answer, entries }: Case): Verdict {
  const intended = meantBy(act, change, before, after);
  const mayReceive = new Set([...intended, ...act.alsoOn]);
  // A pane may be scrolled by the wheel to bring into view what is in it.
  const isInPane = before.items.some(({ id, pane }) => pane === true && intended.includes(id));
  const isScrolled = ({ id, what }: Entry) => what === 'wheel' && isInPane && isPane(before, id);
  const reached = entries.filter((entry) => isActing(entry) && entry.id !== '' && !isScrolled(entry));
  if (reached.some(({ id }) => !mayReceive.has(id))) return 'wrong';
  if (answer.ok) {
    if (intended.some((id) => act.did(entries, id))) return 'right';
    return /could not be (verified|read back)/.test(answer.text) ? 'honest' : 'false';
  }
  if (reached.length > 0 && answer.delivery === 'not_delivered') return 'false';
  return reached.length === 0 && isFree(act, change, after) ? 'refused' : 'honest';
}

function isPane({ items }: Scene, id: string): boolean {
  return items.some((item) => item.id === id && item.kind === 'pane');
}

/** The ids that the words of the call fit, before the change or after it. */
function meantBy({ item, by }: Act, { during }: Change, before: Scene, after: Scene): readonly string[] {
  const like = `${item.id}x`;
  // A ref means the element itself; one that represents it in the same place with the same name is as good.
  if (by === 'ref') return [item.id, like];
  // What was recorded may know an element again that is called otherwise or out of sight, but not take another for it.
  const always = by === 'replay' || by === 'script' ? [item.id, like] : [];
  const scenes = during === null ? [after] : [before, after];
  return [...always, ...scenes.flatMap((scene) => fitting(scene, item, like))];
}

/** Of several that are called alike the one that was looked at is meant, or the only one that can be seen. */
function fitting(scene: Scene, item: Item, like: string): readonly string[] {
  const all = scene.items.filter(({ name, kind }) => name === item.name && sameType(kind) === sameType(item.kind));
  const seen = all.filter((each) => freePart(scene, each) > 0);
  const ids = (seen.length === 1 ? seen : all).map(({ id }) => id);
  return ids.length > 1 ? ids.filter((id) => id === item.id || id === like) : ids;
}

/** Links are buttons in Qt and GTK. */
function sameType(kind: Item['kind']): Item['kind'] {
  return kind === 'link' ? 'button' : kind;
}

/** Whether nothing stood in the way, from before the call on. */
function isFree({ item, by }: Act, { what, during, other }: Change, after: Scene): boolean {
  if (during !== null || other || what.startsWith('replaced')) return false;
  const now = after.items.find(({ id }) => id === item.id);
  if (!now || now.enabled === false) return false;
  const alike = after.items.filter(({ name }) => name === item.name);
  const isNamed = by === 'ref' || (now.name === item.name && alike.length === 1);
  return isNamed && freePart(after, now) > 0.3;
}
