import { expect, test } from 'vitest';
import { filtersIn, lineIn, needsSteps, type Line } from './expectation.ts';
import { causeOf, type Told } from './told.ts';

const told = (more: Partial<Told>): Told => ({
  role: 'check box',
  name: '',
  description: '',
  states: [],
  attributes: {},
  interfaces: [],
  actions: [],
  relations: {},
  range: null,
  table: null,
  cell: null,
  characters: null,
  children: 0,
  ...more,
});
const only = (text: string, html = ''): Line => {
  const line = lineIn(text, filtersIn(html));
  if (!line) throw new Error('no line');
  return line;
};
const cause = (text: string, more: Partial<Told>, html = '') => causeOf(only(text, html).facts, told(more));

test('lines are below the line with fewer plus signs', () => {
  const root = only("[document web]\n++[section]\n++++[static] name='a b'\n++[entry]\n");
  expect(root.children.map(({ role, number }) => [role, number])).toEqual([
    ['section', 2],
    ['entry', 4],
  ]);
  expect(root.children[0]?.children[0]).toMatchObject({ name: 'a b', number: 3 });
});

test('a skipped file has no line', () => {
  expect(lineIn('#<skip -- not on all machines>\n[document web]', [])).toBeNull();
});

test('a state that is not printed though the page prints it must not be told', () => {
  expect(cause('[check box]', { states: ['checked'] })).toBe('state checked is true instead of false');
  expect(cause('[check box]', { states: ['checked'] }, '@AURALINUX-DENY:check*')).toBe('');
  expect(cause('[check box] checked', { states: ['checked'] })).toBe('');
  expect(cause('[entry]', { role: 'entry', states: ['enabled'] }, '@AURALINUX-ALLOW:sensitive')).not.toBe('');
});

test('states with the same word of the engine do not exclude each other', () => {
  const html = '@AURALINUX-ALLOW:pressed';
  expect(cause('[toggle button] pressed', { role: 'toggle button', states: ['checked'] }, html)).toBe('');
});

test('names are as in the page, and must be absent where none is printed', () => {
  expect(cause("[check box] name='<newline>%E2%80%A2 it's'", { name: "\n• it's" })).toBe('');
  expect(cause('[check box]', { name: 'x' })).toContain('name is "x"');
  expect(cause('[check box]', { name: 'x' }, '@AURALINUX-DENY:name*')).toBe('');
});

test('values, cells, relations, attributes and actions are facts', () => {
  const range = { current: 0.2, minimum: -1, maximum: 1 };
  expect(cause('[check box] current=0.200000 minimum=-1.000000', { range })).toBe('');
  expect(cause('[check box] maximum=2.000000', { range })).toBe('maximum is 1 instead of 2');
  const cell = { row: 1, column: 0, rowSpan: 2, columnSpan: 1 };
  expect(cause('[check box] (row=1, col=0, row_span=2, col_span=1, n_row_headers=0)', { cell })).toBe('');
  expect(cause('[check box] (row=0, col=0, row_span=2, col_span=1, n_row_headers=0)', { cell })).toContain('cell is');
  expect(cause('[check box] labelled-by=[label]', { relations: { 'labelled by': ['x'] } })).toBe('');
  expect(cause('[check box] labelled-by=[label, label]', { relations: { 'labelled by': ['x'] } })).not.toBe('');
  expect(cause('[check box] xml-roles:switch', { attributes: { 'xml-roles': 'checkbox' } })).toContain('"switch"');
  expect(cause('[check box] roledescription:two words level:2', { attributes: { roledescription: 'two words' } })).toBe(
    'attribute level is missing instead of "2"',
  );
  expect(cause('[check box] actions=(check, showContextMenu)', { actions: ['check'] })).toContain('showContextMenu');
});

test('a page that the test changes first is not read', () => {
  expect(needsSteps('<!--\n@WAIT-FOR:done\n-->')).toBe(true);
  expect(needsSteps('<!--\n@AURALINUX-ALLOW:checked\n-->')).toBe(false);
});
