import { number, text, type Accessibles } from '../bus/accessibles.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { confirm, unsupported } from './refuse.ts';

/** Names of actions by what they do, best first, in lower case. Toolkits agree on little more than the words. */
export const actionsFor = {
  invoke: ['click', 'press', 'activate', 'jump', 'open', 'dodefault', 'do default'],
  toggle: ['toggle', 'check', 'uncheck', 'click', 'press', 'activate', 'switch'],
  select: ['select', 'switch', 'check', 'click', 'press', 'activate', 'dodefault'],
  expand: [
    'expand or contract',
    'expand',
    'toggleexpand',
    'press',
    'activate',
    'click',
    'open',
    'showmenu',
    'dodefault',
    'toggle',
  ],
  collapse: [
    'expand or contract',
    'collapse',
    'toggleexpand',
    'press',
    'activate',
    'click',
    'close',
    'showmenu',
    'dodefault',
    'toggle',
    'open',
  ],
  /** What opens or closes a row, and does nothing else: a click on it may open what it stands for. */
  unfold: ['expand or contract', 'expand', 'toggle expand', 'toggleexpand'],
  fold: ['expand or contract', 'collapse', 'toggle expand', 'toggleexpand'],
} as const;

/** More than any element has; an app that says otherwise is not believed. */
const maxActions = 50;

/** The app's own names, e.g. `click`. One by one: GetActions answers them in the language of the desktop. */
export async function readActions(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<readonly string[]> {
  const count = number(await accessibles.property(ref, names.action, 'NActions', signal));
  const indices = Array.from({ length: Math.max(0, Math.min(count, maxActions)) }, (_, index) => index);
  return Promise.all(
    indices.map(async (index) => text(await accessibles.call(ref, names.action, 'GetName', signal, 'i', [index]))),
  );
}

/** Place of the first wanted name among the actions, ignoring case; null where none is there. */
export function chooseAction(actions: readonly string[], wanted: readonly string[]): number | null {
  const lower = actions.map((name) => name.toLowerCase());
  for (const name of wanted) {
    const index = lower.indexOf(name);
    if (index >= 0) return index;
  }
  return null;
}

/** Does the best of the wanted actions. @throws AppError `pattern_not_supported` where it has none or the app refuses */
export async function act({ accessibles, facts, signal }: Subject, wanted: readonly string[]): Promise<void> {
  const actions = await readActions(accessibles, facts.ref, signal);
  const index = chooseAction(actions, wanted);
  if (index === null) {
    const has = actions.length > 0 ? `its actions are ${actions.join(', ')}` : 'it has none';
    throw unsupported(`The element has no action for this: ${has}.`);
  }
  confirm(await accessibles.call(facts.ref, names.action, 'DoAction', signal, 'i', [index]));
}
