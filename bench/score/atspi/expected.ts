import type { ElementDetails, ElementState } from '../../../src-preload/contract/model/elements/element.ts';
import type { Stated } from './stated.ts';

/** A fact that a file states and the engine has a term for. */
export interface Expected {
  readonly what: string;
  readonly wanted: unknown;
  /** The engine's answer. */
  readonly found: unknown;
}

/** ATK states, by the engine's names. The engine omits the others. */
const states: Readonly<Record<string, ElementState>> = {
  modal: 'modal',
  'multi-line': 'multiline',
  selected: 'selected',
  sensitive: 'enabled',
  enabled: 'enabled',
  showing: 'visible',
  checked: 'checked',
  checkable: 'checkable',
};

/** ATK's numbers. */
const relations: Readonly<Record<string, string>> = { 2: 'controller for' };

/**
 * @param stated for the root of a file the suite's loader sets only name, description and role
 * @param parent the loader relates an element to its actual parent, whatever name the file states
 */
export function expectedOf(stated: Stated, details: ElementDetails, parent: Stated | null): readonly Expected[] {
  const { name = '', description = '', role = '' } = stated.attributes;
  const expected: Expected[] = [
    { what: 'name', wanted: name, found: details.name },
    { what: 'description', wanted: description, found: details.description },
    { what: 'role', wanted: role, found: details.role },
    { what: 'number of children', wanted: stated.children.length, found: details.childCount },
  ];
  if (parent) for (const fact of stated.facts) expected.push(...factOf(fact, details, parent));
  const rows = stated.children.filter(({ attributes }) => attributes['role'] === 'table row header').length;
  const columns = stated.children.filter(({ attributes }) => attributes['role'] === 'table column header').length;
  if (stated.kind === 'accessible_table')
    expected.push(
      { what: 'rows', wanted: rows, found: details.table?.rows },
      { what: 'columns', wanted: columns, found: details.table?.columns },
    );
  if (stated.kind === 'accessible_selection') {
    const selected = stated.children.filter(({ facts }) =>
      facts.some(({ attributes }) => attributes['state_enum'] === 'selected'),
    );
    expected.push({ what: 'selected items', wanted: selected.length, found: details.selection?.count });
  }
  return expected;
}

function factOf({ kind, attributes }: Stated, details: ElementDetails, parent: Stated): readonly Expected[] {
  const number = (key: string) => Number(attributes[key] ?? 0);
  switch (kind) {
    case 'state': {
      const state = states[attributes['state_enum'] ?? ''];
      return state ? [{ what: `state ${state}`, wanted: true, found: details.states.includes(state) }] : [];
    }
    case 'action': {
      const name = attributes['action_name'] ?? '';
      return [{ what: `action ${name}`, wanted: true, found: details.actions.includes(name) }];
    }
    case 'relation': {
      const type = relations[attributes['relation_type'] ?? ''];
      const targets = details.relations.find((relation) => relation.type === type)?.targets;
      return [
        { what: `relation ${type}`, wanted: [parent.attributes['name']], found: targets?.map(({ name }) => name) },
      ];
    }
    case 'component':
      return [{ what: 'bounds', wanted: exchanged(attributes), found: details.bounds }];
    case 'text_node':
      return [{ what: 'text', wanted: attributes['text'], found: details.value }];
    case 'value_node': {
      const range = {
        minimum: number('min'),
        maximum: number('max'),
        current: number('current'),
        step: number('step'),
      };
      return [{ what: 'range', wanted: range, found: details.range }];
    }
    case 'table_cell': {
      const [row, column] = [number('cell_y'), number('cell_x')];
      const cell = { row, column, rowSpan: number('row_span') || 1, columnSpan: number('column_span') || 1 };
      return [{ what: 'cell', wanted: cell, found: details.cell }];
    }
    default:
      return [];
  }
}

/** The suite's component reports its size as its position and vice versa; its own assertions expect that. Pixels. */
function exchanged(attributes: Stated['attributes']) {
  const [x, y, width, height] = ['width', 'height', 'x', 'y'].map((key) => Number(attributes[key] ?? 0));
  return { x, y, width, height };
}
