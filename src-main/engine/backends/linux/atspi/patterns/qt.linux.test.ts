import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../testing/judge.ts';
import { liveApp, type LiveApp } from '../../testing/live-engine.ts';

describe('Qt assistant', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await liveApp('assistant');
    await app.element('role=Edit name="Look for:"');
  }, 60_000);
  afterAll(() => app.end());
  const ask = (role: string, name?: string, nth?: number) => judge(app.processId, role, name, nth);

  it('sets a value, selects in it and places the caret', async () => {
    const field = 'role=Edit name="Look for:"';
    await app.run(field, { pattern: 'value', value: 'größer als' });
    const { text, value } = await app.run(field, { pattern: 'text', select: { start: 2, end: 6 } });
    expect(value).toBe('größer als');
    expect(text).toMatchObject({ selections: [{ start: 2, end: 6 }], selectedText: 'ößer' });
    expect(await ask('text', 'Look for:')).toMatchObject({ text: 'größer als', selections: [[2, 6]] });
    expect((await app.run(field, { pattern: 'text', select: { start: 1, end: 1 } })).text?.caret).toBe(1);
    expect((await ask('text', 'Look for:')).selections).toEqual([]);
    await app.run(field, { pattern: 'value', value: '' });
  });

  it('is labelled, and reports controller relations', async () => {
    const { relations, toolkit } = await app.details('role=Edit name="Look for:"');
    expect(relations).toContainEqual({
      type: 'labelled by',
      targets: [expect.objectContaining({ name: 'Look for:', controlType: 'Text' })],
    });
    expect(toolkit).toMatchObject({ name: 'qt', version: expect.stringMatching(/^5\./) as string });
  });

  it('reads a tree as a table, finds its cells and selects its rows', async () => {
    const tree = await app.details('role=Tree nth=0');
    expect(tree.table?.columnHeaders.map((header) => header.name)).toEqual(['Name', 'Address']);
    const cell = await app.engine.cell({ element: tree.id, row: 1, column: 0 });
    expect(cell.name).toBe('Bookmarks Menu');
    const after = await app.engine.runPattern({ element: cell.id, call: { pattern: 'select' } });
    expect(after.states).toContain('selected');
    expect(after.cell).toMatchObject({ row: 1, column: 0 });
    expect((await ask('tree', '*', 0)).rows).toEqual([1]);
    expect((await app.details('role=Tree nth=0')).selection).toMatchObject({
      count: 1,
      selected: [{ name: 'Bookmarks Menu' }],
    });
  });

  it('opens a menu and closes it', async () => {
    const menu = 'role=MenuBar >> name="File" nth=0';
    expect((await app.run(menu, { pattern: 'expand', expanded: true })).states).toContain('expanded');
    expect((await ask('popup menu', '*', 0)).states).toContain('showing');
    expect((await app.run(menu, { pattern: 'expand', expanded: false })).states).not.toContain('expanded');
    expect((await ask('popup menu', '*', 0)).states).not.toContain('showing');
  });

  it('reports missing interfaces of a destroyed button', async () => {
    const { matches } = await app.engine.find({
      window: (await app.details('role=Window nth=0')).window.id,
      selector: 'role=Button name=""',
    });
    const dead = matches.find((button) => !button.states.includes('enabled'));
    const running = app.engine.runPattern({ element: dead!.id, call: { pattern: 'invoke' } });
    await expect(running).rejects.toMatchObject({ code: 'pattern_not_supported', delivery: 'not_delivered' });
  });

  it('maximises and restores its window', async () => {
    const frame = 'role=Window nth=0';
    await app.run(frame, { pattern: 'window', action: 'maximize' });
    expect((await app.engine.listWindows({})).items.find((w) => w.processId === app.processId)?.state).toBe(
      'maximized',
    );
    await app.run(frame, { pattern: 'window', action: 'restore' });
  });
});
