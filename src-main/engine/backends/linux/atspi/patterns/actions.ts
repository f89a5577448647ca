import type { ElementState } from '#contract/model/elements/element';
import { sleep } from '../../../../../base/async/deadline.ts';
import { number, text, type Accessibles } from '../bus/accessibles.ts';
import type { Subject } from '../reading/subject.ts';
import * as names from '../vocabulary/names.ts';
import { formatRef, type Ref } from '../vocabulary/ref.ts';
import { orElse } from '../bus/or-else.ts';
import { roleNumber, roleSet } from '../vocabulary/roles.ts';
import { hasBit, noStates } from '../vocabulary/states.ts';
import { confirm, unsupported } from './refuse.ts';

/** Action names by effect, best first, in lower case. Toolkits agree on little more than the words. */
export const actionsFor = {
  invoke: ['click', 'press', 'activate', 'jump', 'open', 'dodefault', 'do default'],
  toggle: ['toggle', 'check', 'uncheck', 'click', 'press', 'activate', 'switch'],
  select: ['select', 'switch', 'check', 'click', 'press', 'activate', 'dodefault'],
  expand: [
    'expand or contract',
    'expand',
    'listitem.expand',
    'toggleexpand',
    'togglepopup',
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
    'listitem.collapse',
    'toggleexpand',
    'togglepopup',
    'press',
    'activate',
    'click',
    'close',
    'showmenu',
    'dodefault',
    'toggle',
    'open',
  ],
  /** Actions that only expand or collapse a row; a click may open the item. */
  unfold: ['expand or contract', 'expand', 'listitem.expand', 'toggle expand', 'toggleexpand'],
  fold: ['expand or contract', 'collapse', 'listitem.collapse', 'toggle expand', 'toggleexpand'],
} as const;

/** More than any element has; higher counts are ignored. */
const maxActions = 50;

/** The app's own names, e.g. `click`. Queried one by one: GetActions answers in the language of the desktop. */
export async function readActions(accessibles: Accessibles, ref: Ref, signal: AbortSignal): Promise<readonly string[]> {
  const count = number(await accessibles.property(ref, names.action, 'NActions', signal));
  const indices = Array.from({ length: Math.max(0, Math.min(count, maxActions)) }, (_, index) => index);
  return Promise.all(
    indices.map(async (index) => text(await accessibles.call(ref, names.action, 'GetName', signal, 'i', [index]))),
  );
}

/** Index of the first wanted name among the actions, ignoring case; null if there is none. */
export function chooseAction(actions: readonly string[], wanted: readonly string[]): number | null {
  const lower = actions.map((name) => name.toLowerCase());
  for (const name of wanted) {
    const index = lower.indexOf(name);
    if (index >= 0) return index;
  }
  return null;
}

/** Performs the best of the wanted actions. @throws AppError `pattern_not_supported` if there is none or the app refuses */
export async function act(subject: Subject, wanted: readonly string[]): Promise<void> {
  const { accessibles, facts, frame, signal } = subject;
  const actions = await readActions(accessibles, facts.ref, signal);
  const index = chooseAction(actions, wanted);
  if (index === null) {
    const has = actions.length > 0 ? `its actions are ${actions.join(', ')}` : 'it has none';
    throw unsupported(`The element has no action for this: ${has}.`);
  }
  const run = async () => {
    const done = accessibles.call(facts.ref, names.action, 'DoAction', signal, 'i', [index]);
    confirm(await Promise.race([done, answersMeanwhile(subject)]));
  };
  if (!frame.toolkit.clicksLater || !pressable.has(facts.role)) return run();
  const key = formatRef(facts.ref);
  const before = pressing.get(key) ?? Promise.resolve();
  const own = before.then(run).then(() => released(subject));
  const settled = own.catch(() => undefined);
  pressing.set(key, settled);
  return own.finally(() => {
    if (pressing.get(key) === settled) pressing.delete(key);
  });
}

/** Buttons being pressed; the next press waits. */
const pressing = new Map<string, Promise<unknown>>();

/** Time for an app to confirm an action before it is probed with another query, in milliseconds. */
const answersMs = 1_000;

/**
 * Resolves once an app answers another query: it serves queries in the middle of an action, e.g. while a dialog is open. Qt
 * confirms the action only when the dialog closes (findings/qt6-menu-entry-…).
 */
async function answersMeanwhile({ accessibles, facts, signal }: Subject): Promise<void> {
  await sleep(answersMs, signal);
  await orElse(accessibles.role(facts.ref, signal), 0);
}

const pressable = roleSet('push button', 'toggle button', 'check box', 'radio button');
/** About 100 ms, if the app is not busy. */
const pressedMs = 1_000;
const lookEveryMs = 20;

/** Waits until a button no longer appears pressed. */
async function released({ accessibles, facts, signal }: Subject): Promise<void> {
  for (const end = Date.now() + pressedMs; Date.now() < end;) {
    if (!hasBit(await orElse(accessibles.states(facts.ref, signal), noStates), 'pressed')) return;
    await sleep(lookEveryMs, signal);
  }
}

/** Elements that expand without the expandable state: drop-down lists and menus of GTK 3, and menus of Qt. */
const opening = roleSet('combo box', 'menu');

const menu = roleNumber('menu');

const menuItem = roleNumber('menu item');

export function canOpen({ facts, frame }: Pick<Subject, 'facts' | 'frame'>): boolean {
  if (hasBit(facts.states, 'expandable')) return true;
  if (frame.toolkit.saysExpandable) return false;
  return facts.childCount > 0 && (opening.has(facts.role) || facts.role === menuItem);
}

const rows = roleSet('tree item', 'list item', 'table row', 'table cell');

/** The kinds of actions that open and close an element. */
export function openingBy({ facts }: Pick<Subject, 'facts'>) {
  return rows.has(facts.role)
    ? ({ open: 'unfold', close: 'fold' } as const)
    : ({ open: 'expand', close: 'collapse' } as const);
}

/** The element does not report its state: it is open if its content is visible. */
export async function openStates(subject: Subject): Promise<readonly ElementState[]> {
  const { accessibles, facts, frame, signal } = subject;
  if (!canOpen(subject) || hasBit(facts.states, 'expandable')) return [];
  const inside = await orElse(accessibles.childAt(facts.ref, 0, signal), null);
  const states = inside ? await orElse(accessibles.states(inside, signal), noStates) : noStates;
  const isOpen = hasBit(states, 'showing') && frame.toolkit.seenBy === 'showing';
  return isOpen ? ['expandable', 'expanded'] : ['expandable'];
}

/** Does nothing if already in that state. @throws AppError `pattern_not_supported` */
export async function setOpen(subject: Subject, open: boolean): Promise<void> {
  const states = await openStates(subject);
  const isOpen = hasBit(subject.facts.states, 'expanded') || states.includes('expanded');
  if (isOpen === open) return;
  if (!open && (await closeMenu(subject))) return;
  await act(subject, actionsFor[openingBy(subject)[open ? 'open' : 'close']]);
}

/** An open GTK 3 menu is closed through its menu bar, which releases it; clicking the menu again does nothing. */
async function closeMenu({ accessibles, facts, signal }: Subject): Promise<boolean> {
  if (facts.role !== menu) return false;
  const bar = await orElse(accessibles.parent(facts.ref, signal), null);
  if (!bar) return false;
  return (await orElse(accessibles.call(bar, names.selection, 'ClearSelection', signal), false)) === true;
}
