import { rowCharacters } from '../../../row-text.ts';
import type { Accessibles } from '../bus/accessibles.ts';
import { number, orInstead, refs, type Question } from '../bus/questions.ts';
import { nameIn } from '../toolkits/meaning.ts';
import * as names from '../vocabulary/names.ts';
import type { Toolkit } from '../toolkits/toolkit.ts';
import type { Ref } from '../vocabulary/ref.ts';
import { roleName, roleSet } from '../vocabulary/roles.ts';
import type { Frame } from '../frames/frame.ts';
import * as questions from '../bus/questions.ts';

/** Elements with labels next to or inside them: menu entries in GTK 4.10 and newer. Rows and cells have their own names. */
const fields = roleSet(
  'entry',
  'text',
  'password text',
  'spin button',
  'slider',
  'combo box',
  'list',
  'list box',
  'table',
  'tree',
  'tree table',
  'check box',
  'radio button',
  'toggle button',
  'push button',
  'progress bar',
  'level bar',
  'dial',
  'editbar',
  'autocomplete',
  'date editor',
  'menu item',
  'check menu item',
  'radio menu item',
  'switch',
);
const fieldNames: ReadonlySet<string> = new Set([...fields].map(roleName));

interface Named {
  readonly ref: Ref;
  readonly role: number;
  readonly name: string;
}

/** Whether to query a label: fields without a name of their own. */
export function mayHaveLabel({ namesHoldValues }: Pick<Toolkit, 'namesHoldValues'>, { role, name }: Named): boolean {
  return (name === '' || namesHoldValues) && fields.has(role);
}

/** Same by role name, for an element that may be named by a label. */
export function isField(role: string): boolean {
  return fieldNames.has(role);
}

/** AtspiRelationType (atspi-constants.h). */
const labelledBy = 2;
const maxLabels = 4;

const buttons = roleSet('push button', 'toggle button', 'check box', 'radio button');
const texts = roleSet('label', 'static');
/** A picture, a text and a mark: more is a container. */
const mostInside = 3;

const children = orInstead<readonly Ref[], readonly Ref[]>(questions.children, []);
const labels = orInstead<readonly Ref[], readonly Ref[]>(
  { call: { interface: names.accessible, member: 'GetRelationSet' }, read: ([set]) => labelsIn(set) },
  [],
);
/** Placeholder for an element in the text of a label. */
const embedded = '\uFFFC';
const role = orInstead(questions.role, 0);
const name: Question<string> = orInstead(questions.name, '');
/** In GTK 4.18 and 4.24, labels of menu entries are not part of the tree and have text but no name. */
const shownText: Question<string> = orInstead(questions.textUpTo(rowCharacters), '');

function labelsIn(set: unknown): readonly Ref[] {
  const relations = (Array.isArray(set) ? set : []).filter(Array.isArray) as unknown[][];
  return relations.flatMap(([type, targets]) => (number(type) === labelledBy ? refs(targets) : [])).slice(0, maxLabels);
}

/** The text of a field's labels, or of the only text in a button; empty without either. */
export async function readLabel(
  accessibles: Accessibles,
  frame: Frame,
  { ref, role: of, name: called }: Named,
  signal: AbortSignal,
): Promise<string> {
  const found = await accessibles.ask(ref, labels, signal);
  const words = await Promise.all(
    found.map(async (label) => {
      const known = nameIn(
        frame.toolkit,
        await accessibles.ask(label, role, signal),
        (await accessibles.ask(label, name, signal)).trim(),
      );
      return known || (await accessibles.ask(label, shownText, signal)).replaceAll(embedded, '').trim();
    }),
  );
  const label = words.filter(Boolean).join(' ');
  // A name from elsewhere, as by an attribute, is no label's.
  if (frame.toolkit.namesHoldValues && called !== '') return label !== '' && called.startsWith(label) ? label : called;
  return label === '' && buttons.has(of) ? onlyTextIn(accessibles, ref, signal) : label;
}

/** Buttons of Kirigami have no name, but a text that shows it. */
async function onlyTextIn(accessibles: Accessibles, button: Ref, signal: AbortSignal): Promise<string> {
  const inside = await accessibles.ask(button, children, signal);
  if (inside.length === 0 || inside.length > mostInside) return '';
  const named = await Promise.all(
    inside.map(async (ref) =>
      texts.has(await accessibles.ask(ref, role, signal)) ? (await accessibles.ask(ref, name, signal)).trim() : '',
    ),
  );
  const [only = '', ...others] = named.filter(Boolean);
  return others.length === 0 ? only : '';
}
