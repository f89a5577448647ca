import { describe, expect, it } from 'vitest';
import { chromium, gecko } from '../toolkits/browsers.ts';
import { qt } from '../toolkits/qt.ts';
import { plain, type Toolkit } from '../toolkits/toolkit.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { stateBit, type StateName, type StateSet } from '../vocabulary/states.ts';
import { chooseAction } from './actions.ts';
import { offeredPatterns, type PatternFacts } from './offered.ts';
import type { Frame } from '../frames/frame.ts';

const nothing: PatternFacts = {
  actions: [],
  text: null,
  range: null,
  selection: null,
  scroll: null,
  table: null,
  cell: null,
  isItem: false,
  states: [],
  pressesUnreported: false,
};
const ref = { bus: ':1.1', path: '/a' };

function statesOf(...names: readonly StateName[]): StateSet {
  const low = names.filter((name) => stateBit[name] < 32).reduce((bits, name) => bits | (1 << stateBit[name]), 0);
  return [low, 0];
}

interface ReportedFacts extends Partial<PatternFacts> {
  readonly interfaces?: readonly string[];
  readonly has?: readonly StateName[];
  readonly toolkit?: Toolkit;
}

/** Offered patterns need no queries: this fake answers none. */
function offered(
  role: string,
  {
    interfaces = ['Action', 'Component'],
    has = [],
    toolkit = { ...plain, name: 'gtk3' },
    ...found
  }: ReportedFacts = {},
) {
  const place = { x: 0, y: 0, width: 1, height: 1 };
  const frame = { ref: { ...ref, path: '/frame' }, toolkit, place } as unknown as Frame;
  const facts = {
    ref,
    role: roleNumber(role),
    name: '',
    description: '',
    childCount: 1,
    states: statesOf(...has),
    interfaces: new Set(interfaces),
  };
  return offeredPatterns({ frame, facts }, { ...nothing, ...found });
}

const range = { minimum: 0, maximum: 1, current: 0, step: null };
const text = { length: 0, caret: 0, selections: [], selectedText: '', multiline: false };

describe('patterns', () => {
  it('follow from role, states and actions', () => {
    expect(offered('push button', { actions: ['click'] })).toEqual(['invoke']);
    expect(offered('push button', { actions: ['Press'], toolkit: qt })).toEqual(['invoke']);
    expect(offered('push button', { actions: ['Press'], toolkit: qt, pressesUnreported: true })).toEqual([]);
    expect(offered('check box', { actions: ['click'] })).toEqual(['invoke', 'toggle']);
    expect(offered('slider', { range })).toEqual(['rangeValue']);
    expect(offered('slider', { range: { ...range, maximum: null } })).toEqual([]);
    expect(offered('progress bar', { range })).toEqual([]);
    expect(offered('page tab', { isItem: true })).toEqual(['select']);
    expect(offered('combo box', { actions: ['press'] })).toEqual(['invoke', 'expand']);
    expect(offered('check box')).toEqual([]);
  });

  it('open a menu of a page only if it says that it opens', () => {
    const actions = ['press'];
    expect(offered('menu', { actions })).toContain('expand');
    expect(offered('menu', { actions, toolkit: chromium })).not.toContain('expand');
    expect(offered('menu item', { actions, toolkit: chromium })).not.toContain('expand');
    expect(offered('menu item', { actions, toolkit: chromium, has: ['expandable'] })).toContain('expand');
  });

  it('allow setting a value only if the text is editable', () => {
    const interfaces = ['Text', 'EditableText'];
    expect(offered('text', { interfaces, text, has: ['editable'] })).toEqual(['value', 'text']);
    expect(offered('text', { interfaces, text: { ...text, length: 3 } })).toEqual(['text']);
    expect(offered('label', { interfaces: ['Text'], text })).toEqual([]);
  });

  it('are those of a table only if it has headers', () => {
    const table = { rows: 1, columns: 1, rowHeaders: [], columnHeaders: [] };
    expect(offered('table', { table })).toEqual(['grid']);
    const header = { runtimeId: ':1.1/h', name: 'Name', controlType: 'HeaderItem' } as const;
    expect(offered('table', { table: { ...table, columnHeaders: [header] } })).toEqual(['grid', 'table']);
  });

  it('exclude changes without handlers in Qt Quick apps', () => {
    const quick = { toolkit: qt, actions: ['Toggle', 'Press', 'SetFocus'] };
    expect(offered('check box', quick)).toEqual([]);
    expect(offered('radio button', quick)).toEqual([]);
    expect(offered('check box', { toolkit: qt, actions: ['Toggle', 'SetFocus'] })).toEqual(['toggle']);
    expect(offered('push button', { toolkit: qt, actions: ['Press', 'SetFocus'] })).toEqual(['invoke']);
    const unbounded = { ...range, maximum: 0 };
    expect(offered('slider', { toolkit: qt, range: unbounded })).toEqual([]);
    expect(offered('slider', { toolkit: qt, range })).toEqual(['rangeValue']);
  });

  it('exclude actions that Firefox hides from the page', () => {
    const field = { toolkit: gecko, interfaces: ['Text', 'EditableText', 'Value'], text, range } as const;
    expect(offered('entry', { ...field, has: ['editable'] })).toEqual(['text']);
    expect(offered('spin button', { ...field, has: ['editable'] })).toEqual(['text']);
    expect(offered('slider', { toolkit: gecko, range })).toContain('rangeValue');
  });

  it('choose the best of several actions, ignoring case', () => {
    expect(chooseAction(['SetFocus', 'Press', 'ShowMenu'], ['click', 'press'])).toBe(1);
    expect(chooseAction([], ['click'])).toBeNull();
  });
});
