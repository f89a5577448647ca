import { expect, test } from 'vitest';
import { assertionsIn } from './atta.ts';
import { causeOf, type Told } from './told.ts';

const page = (steps: readonly object[]) =>
  `<script>\n  var theTest = new ATTAcomm(\n    ${JSON.stringify({ steps, title: 't' }, null, 2)}\n\n  ) ;\n</script>`;
const step = (...atk: readonly string[][]) => ({ element: 'test', type: 'test', test: { ATK: atk, UIA: [['x']] } });
const told = {
  role: 'status bar',
  name: 'a',
  states: ['checkable', 'readonly'],
  attributes: { level: '2', 'xml-roles': 'status' },
  interfaces: ['Value'],
  relations: { 'labelled by': ['label'] },
  range: { minimum: 0, maximum: 10, current: 5 },
  cell: { row: 0, column: 1, rowSpan: 2, columnSpan: 3 },
} as unknown as Told;
const holds = (...assertion: string[]) => {
  const [found] = assertionsIn(page([step(assertion)]));
  return found?.fact ? causeOf([found.fact], told) === '' : null;
};

test('an assertion about ATK is a fact about the element with the id', () => {
  expect(assertionsIn(page([step(['property', 'name', 'is', 'a'])]))).toMatchObject([
    { element: 'test', text: 'property name is a' },
  ]);
});

test.each([
  [true, ['property', 'role', 'is', 'ROLE_STATUSBAR']],
  [false, ['property', 'role', 'is', 'ROLE_TOOL_BAR']],
  [true, ['property', 'states', 'contains', 'STATE_READ_ONLY']],
  [false, ['property', 'states', 'doesNotContain', 'STATE_CHECKABLE']],
  [true, ['property', 'objectAttributes', 'contains', 'level:2']],
  [false, ['property', 'objectAttributes', 'doesNotContain', 'level']],
  [true, ['property', 'interfaces', 'contains', 'Value']],
  [true, ['relation', 'RELATION_LABELLED_BY', 'is', '[label]']],
  [false, ['relation', 'RELATION_LABELLED_BY', 'isNot', '[label]']],
  [false, ['relation', 'RELATION_FLOWS_TO', 'is', '[label]']],
  [true, ['result', 'atk_value_get_current_value()', 'is', '5']],
  [true, ['result', 'atk_table_cell_get_position()', 'contains', 'column=1']],
  [false, ['result', 'atk_table_cell_get_row_column_span()', 'contains', 'column_span=1']],
  [false, ['property', 'accessible', 'is', 'false']],
])('%s: %j', (expected, assertion) => {
  expect(holds(...assertion)).toBe(expected);
});

test('what the engine does not tell is no fact', () => {
  expect(holds('property', 'states', 'contains', 'STATE_SINGLE_LINE')).toBeNull();
  expect(holds('event', 'type', 'is', 'object:state-changed:busy')).toBeNull();
});

test('a page whose steps change it is left out', () => {
  const changes = { element: 'test', type: 'attribute', attribute: 'aria-busy', value: 'true' };
  expect(assertionsIn(page([changes, step(['property', 'name', 'is', 'a'])]))).toEqual([]);
});
