import { expect, it } from 'vitest';
import type { ControlType, ElementState } from '#contract/model/elements/element';
import type { Pattern } from '#contract/model/elements/pattern';
import { takesSetText, textPlaceOf, unreportedNote } from './text-place.ts';
import type { EditField } from './edit-field.ts';

function field(
  controlType: ControlType,
  states: readonly ElementState[] = [],
  { patterns = [] as readonly Pattern[], role = 'any', toolkit = 'gtk3' } = {},
): EditField {
  return {
    id: 'window:0x1|runtime:1',
    controlType,
    role,
    name: 'One',
    automationId: '',
    description: '',
    value: '',
    states: ['enabled', 'visible', ...states],
    bounds: null,
    childCount: 0,
    patterns,
    text: null,
    toolkit: { name: toolkit, version: '1' },
  };
}

it.each([
  ['a field', field('Edit'), 'text'],
  ['a page that is written in', field('Group', ['editable'], { patterns: ['text'] }), 'text'],
  ['a terminal', field('Edit', ['editable'], { role: 'terminal' }), 'terminal'],
  ['a cell that can be edited', field('DataItem', ['editable']), 'cell'],
  ['a cell of a grid in a page', field('DataItem', [], { toolkit: 'chromium' }), 'cell'],
  [
    'a cell of a page that is written in',
    field('DataItem', ['editable'], { patterns: ['text'], toolkit: 'chromium' }),
    'text',
  ],
] as const)('%s takes text', (_, element, place) => {
  expect(textPlaceOf(element)).toBe(place);
});

it.each([
  ['a sheet, though it says that it can be edited', field('Table', ['editable'], { patterns: ['selection'] })],
  ['a document of cells', field('Document', ['editable'], { patterns: ['selection'] })],
  ['a list', field('List')],
  ['a file in a file manager', field('ListItem', ['selectable'])],
  ['a tree', field('Tree')],
  ['a canvas', field('Pane', ['focusable'])],
  ['an icon', field('Image')],
  ['a button', field('Button')],
])('%s takes none, and no key', (_, element) => {
  expect(() => textPlaceOf(element)).toThrow('is not an editable text');
});

it('a read-only field takes none, though it reports that it is editable', () => {
  const element = field('Edit', ['editable', 'readonly'], { patterns: ['value', 'text'], toolkit: 'qt' });
  expect(() => textPlaceOf(element)).toThrow('is read-only');
});

it.each([
  ['gtk3', 'short', false],
  ['gtk4', 'short', false],
  ['gtk3', 'long '.repeat(1_000), true],
  ['gecko', 'short', true],
  ['qt', 'short', false],
  ['java', 'short', false],
  ['qt', 'long '.repeat(1_000), true],
])('sets text in %s only if its app is informed', (toolkit, text, isSet) => {
  expect(takesSetText(field('Edit', ['editable'], { patterns: ['value'], toolkit }), text)).toBe(isSet);
});

it.each([
  ['qt', 'may not treat it as an edit'],
  ['gtk3', 'did not notice'],
  ['gecko', undefined],
])('reports what is uncertain about text that was set without keys in %s', (toolkit, said) => {
  const note = unreportedNote(field('Edit', ['editable'], { toolkit }));
  expect(note).toEqual(said && expect.stringContaining(said));
});
