import { isDeepStrictEqual } from 'node:util';
import type { RangeFacts } from '../../../src-preload/contract/model/elements/element-facts.ts';
import type { ElementDetails, TreeNode } from '../../../src-preload/contract/model/elements/element.ts';

/** An element as a reader of the accessibility bus tells it; states are the engine's words. */
export interface Told {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly interfaces: readonly string[];
  readonly actions: readonly string[];
  /** Ids that the page gave the targets, by relation; empty for a target without one. */
  readonly relations: Readonly<Record<string, readonly string[]>>;
  readonly range: Pick<RangeFacts, 'minimum' | 'maximum' | 'current'> | null;
  readonly table: { readonly rows: number; readonly columns: number } | null;
  readonly cell: {
    readonly row: number;
    readonly column: number;
    readonly rowSpan: number;
    readonly columnSpan: number;
  } | null;
  readonly characters: number | null;
  readonly children: number;
}

/** A fact that a judge states about an element. */
export interface Fact {
  readonly what: string;
  readonly wanted: unknown;
  /** @param told null if the element is not in the tree */
  of(told: Told | null): unknown;
}

export const fact = (what: string, wanted: unknown, of: (told: Told) => unknown): Fact => ({
  what,
  wanted,
  of: (told) => told && of(told),
});

/** Whether the element is in the tree at all. */
export const presence = (wanted: boolean): Fact => ({ what: 'being in the tree', wanted, of: (told) => told !== null });

/** ATK's states by the engine's words; it has none for the others. */
const stateWords: Readonly<Record<string, string>> = {
  enabled: 'enabled',
  sensitive: 'enabled',
  showing: 'visible',
  focusable: 'focusable',
  focused: 'focused',
  editable: 'editable',
  'read-only': 'readonly',
  checkable: 'checkable',
  checked: 'checked',
  pressed: 'checked',
  indeterminate: 'mixed',
  selectable: 'selectable',
  selected: 'selected',
  expandable: 'expandable',
  expanded: 'expanded',
  'multi-line': 'multiline',
  multiselectable: 'multiselectable',
  modal: 'modal',
  busy: 'busy',
  required: 'required',
};

/** ATK's names of the states that the engine has a word for. */
export const knownStates: readonly string[] = Object.keys(stateWords);

/** @returns undefined if the engine has no word for the state */
export const stateWord = (state: string): string | undefined => stateWords[state];

/** @returns a fact about a state; null if the engine has no word for it */
export function stateFact(state: string, wanted: boolean): Fact | null {
  const word = stateWord(state);
  return word ? fact(`state ${state}`, wanted, ({ states }) => states.includes(word)) : null;
}

/** Differences between stated facts and what was told, as one sentence; empty if there is none. */
export function causeOf(facts: readonly Fact[], told: Told | null): string {
  return facts
    .filter((each) => !isDeepStrictEqual(each.wanted, each.of(told)))
    .map((each) => `${each.what} is ${shown(each.of(told))} instead of ${shown(each.wanted)}`)
    .join('; ');
}

const shown = (value: unknown) => (value === undefined || value === null ? 'missing' : JSON.stringify(value));

/** What the engine tells. */
export function toldIn(details: ElementDetails, node: TreeNode, ids: ReadonlyMap<string, string>): Told {
  const { range, table, cell } = details;
  return {
    role: details.role,
    name: details.name,
    description: details.description,
    states: [...details.states, ...(details.selection?.canSelectMultiple ? ['multiselectable'] : [])],
    attributes: details.attributes,
    interfaces: details.interfaces,
    actions: details.actions,
    relations: Object.fromEntries(
      details.relations.map(({ type, targets }) => [type, targets.map(({ id }) => ids.get(id) ?? '')]),
    ),
    range: range && { minimum: range.minimum, maximum: range.maximum, current: range.current },
    table: table && { rows: table.rows, columns: table.columns },
    cell,
    characters: details.text?.length ?? null,
    children: node.childCount,
  };
}
