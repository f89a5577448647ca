import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../testing/judge.ts';
import { liveApp, type LiveApp } from '../../testing/live-engine.ts';

describe('gtk3-widget-factory', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await liveApp('gtk3-widget-factory');
  }, 60_000);
  afterAll(() => app.end());
  const ask = (role: string, name?: string, nth?: number) => judge(app.processId, role, name, nth);

  it('invokes a button', async () => {
    const about = 'role=RadioButton name="Page 2"';
    expect((await app.run(about, { pattern: 'invoke' })).states).toContain('checked');
    expect((await ask('radio button', 'Page 2')).states).toContain('checked');
    await app.run('role=RadioButton name="Page 1"', { pattern: 'select' });
    expect((await ask('radio button', 'Page 1')).states).toContain('checked');
  });

  it('toggles a check box, and rejects a disabled one without asking the app', async () => {
    const box = 'role=CheckBox name="checkbutton" nth=4';
    const before = (await ask('check box', 'checkbutton', 4)).states.includes('checked');
    await app.run(box, { pattern: 'toggle' });
    expect((await ask('check box', 'checkbutton', 4)).states.includes('checked')).toBe(!before);
    const disabled = app.run('role=CheckBox name="checkbutton" nth=0', { pattern: 'toggle' });
    await expect(disabled).rejects.toMatchObject({
      code: 'pattern_not_supported',
      delivery: 'not_delivered',
      hint: expect.stringContaining('disabled') as string,
    });
  });

  it('sets a number and rejects one out of range', async () => {
    const spin = 'role=Spinner nth=0';
    const { range } = await app.run(spin, { pattern: 'rangeValue', value: 77 });
    expect(range).toEqual({ minimum: 1, maximum: 1000, current: 77, step: 1 });
    expect((await ask('spin button')).value).toBe(77);
    const beyond = app.run(spin, { pattern: 'rangeValue', value: 2000 });
    await expect(beyond).rejects.toMatchObject({ code: 'invalid_parameter', delivery: 'not_delivered' });
    expect((await ask('spin button')).value).toBe(77);
  });

  it('sets a value, selects text in it and places the caret', async () => {
    const field = 'role=ComboBox nth=0 >> role=Edit';
    await app.run(field, { pattern: 'value', value: 'Grüße 🙂 漢字' });
    const selected = await app.run(field, { pattern: 'text', select: { start: 6, end: 10 } });
    expect(selected.text).toMatchObject({ length: 10, selections: [{ start: 6, end: 10 }], selectedText: '🙂 漢字' });
    expect(await ask('text')).toMatchObject({ text: 'Grüße 🙂 漢字', selections: [[6, 10]] });
    const placed = await app.run(field, { pattern: 'text', select: { start: 2, end: 2 } });
    expect(placed.text).toMatchObject({ caret: 2, selections: [], selectedText: '' });
    expect((await ask('text')).caret).toBe(2);
  });

  it('opens a drop-down list, chooses an item and reports the choice', async () => {
    const combo = 'role=ComboBox nth=2';
    expect((await app.run(combo, { pattern: 'expand', expanded: true })).states).toContain('expanded');
    expect((await ask('menu', '*', 2)).states).toContain('showing');
    expect((await app.run(combo, { pattern: 'expand', expanded: false })).states).not.toContain('expanded');
    const choice = `${combo} >> name="Right"`;
    expect((await app.run(choice, { pattern: 'select' })).states).toContain('selected');
    expect((await ask('combo box', '*', 2)).name).toBe('Right');
    expect((await app.details(combo)).selection).toMatchObject({
      count: 1,
      canSelectMultiple: false,
      selected: [{ name: 'Right' }],
    });
  });

  it('reads a table, its headers and cells, and selects its rows', async () => {
    const table = 'role=Table nth=0';
    const before = await app.details(table);
    expect(before.patterns).toEqual(expect.arrayContaining(['grid', 'table', 'selection']));
    expect(before.table).toMatchObject({ rows: 4, columns: 4 });
    expect(before.table?.columnHeaders.map((header) => header.name)).toEqual(['Cool', 'Icon', 'Name', 'Nick']);
    const cell = await app.engine.cell({ element: before.id, row: 1, column: 2 });
    expect(cell.name).toBe('Otto');
    const details = await app.engine.runPattern({ element: cell.id, call: { pattern: 'select' } });
    expect(details).toMatchObject({ cell: { row: 1, column: 2, rowSpan: 1, columnSpan: 1 } });
    expect((await ask('table')).rows).toEqual([1]);
    expect((await app.details(table)).selection?.count).toBe(1);
    const none = await app.run(table, { pattern: 'selection', select: 'none' });
    expect(none.selection?.count).toBe(0);
    expect((await ask('table')).rows).toEqual([]);
    const outside = app.engine.cell({ element: before.id, row: 9, column: 0 });
    await expect(outside).rejects.toMatchObject({ code: 'not_found' });
  });

  it('scrolls a pane', async () => {
    const window = (await app.details('role=Window nth=0')).window.id;
    const { matches } = await app.engine.find({ window, selector: 'role=Edit' });
    const long = matches.find((field) => (field.value ?? '').length > 900);
    const pane = (await app.engine.ancestors({ element: long!.id })).at(-1)!.id;
    const scroll = async (vertical: { to: number } | { by: number }) =>
      (await app.engine.runPattern({ element: pane, call: { pattern: 'scroll', vertical } })).scroll;
    expect(await scroll({ to: 50 })).toEqual({ horizontal: null, vertical: 50 });
    const bar = (await app.engine.children({ element: pane })).at(-1)!.id;
    const { range } = await app.engine.details({ element: bar });
    expect(range?.current).toBeGreaterThan(10);
    expect((await ask('scroll bar', '*', 3)).value).toBe(range?.current);
    expect((await scroll({ by: -50 }))?.vertical).toBe(0);
    const sideways = app.engine.runPattern({ element: pane, call: { pattern: 'scroll', horizontal: { to: 1 } } });
    await expect(sideways).rejects.toMatchObject({ code: 'pattern_not_supported' });
  });

  it('moves, resizes, minimises and restores its window', async () => {
    const frame = 'role=Window nth=0';
    const moved = await app.run(frame, { pattern: 'transform', x: 40, y: 60 });
    expect(moved.patterns).toEqual(expect.arrayContaining(['window', 'transform']));
    await app.run(frame, { pattern: 'window', action: 'maximize' });
    await app.run(frame, { pattern: 'window', action: 'restore' });
  });

  it('reports toolkit, process, relations and interfaces', async () => {
    const { toolkit, processId, relations, interfaces, runtimeId, id } = await app.details(
      'role=RadioButton name="Page 1"',
    );
    expect(toolkit).toMatchObject({ name: 'gtk3', version: expect.stringMatching(/^3\./) as string });
    expect(processId).toBe(app.processId);
    expect(id.endsWith(runtimeId)).toBe(true);
    const group = relations.find((relation) => relation.type === 'member of');
    expect(group?.targets.map((target) => target.name).sort()).toEqual(['Page 1', 'Page 2', 'Page 3']);
    expect(interfaces).toEqual(['Accessible', 'Action', 'Collection', 'Component', 'Image']);
  });
});
