import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../testing/judge.ts';
import { liveApp, type LiveApp } from '../../testing/live-engine.ts';

describe('mousepad', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await liveApp('mousepad', ['--disable-server']);
  }, 60_000);
  afterAll(() => app.end());

  it('opens and closes a menu, and reports its state', async () => {
    const menu = 'role=MenuBar >> name="Edit" nth=0';
    const { name } = await app.element('role=MenuItem name~="Undo"');
    expect((await app.details(menu)).states).not.toContain('expanded');
    expect((await app.run(menu, { pattern: 'expand', expanded: true })).states).toContain('expanded');
    expect((await judge(app.processId, 'menu item', name)).states).toContain('showing');
    expect((await app.run(menu, { pattern: 'expand', expanded: false })).states).not.toContain('expanded');
    expect((await judge(app.processId, 'menu item', name)).states).not.toContain('showing');
  });

  it('does not treat menu entries as selectable', async () => {
    const { patterns } = await app.details('role=MenuBar >> role=MenuItem name~="Save As"');
    expect(patterns).toEqual(['invoke']);
  });

  it('reports a selection of many lines', async () => {
    const field = 'role=Edit';
    await app.run(field, { pattern: 'value', value: 'first\nsecond 漢字\nthird' });
    const { text } = await app.run(field, { pattern: 'text', select: { start: 3, end: 18 } });
    expect(text).toMatchObject({ multiline: true, selectedText: 'st\nsecond 漢字\nth', caret: 18 });
    expect((await judge(app.processId, 'text')).selections).toEqual([[3, 18]]);
    await app.run(field, { pattern: 'value', value: '' });
  });
});

describe('gtk3-demo', () => {
  let app: LiveApp;
  beforeAll(async () => {
    app = await liveApp('gtk3-demo');
  }, 60_000);
  afterAll(() => app.end());

  const rowOf = async (row: number) => {
    const { id: element } = await app.element('role=Table');
    return app.engine.cell({ element, row, column: 0 });
  };

  it('expands and collapses a tree row', async () => {
    const { window } = await app.details('role=Table');
    const { matches } = await app.engine.find({ window: window.id, selector: 'role=DataItem' });
    const folded = matches.find((row) => row.states.includes('expandable'));
    const open = (expanded: boolean) =>
      app.engine.runPattern({ element: folded!.id, call: { pattern: 'expand', expanded } });
    const { rows } = (await app.details('role=Table')).table ?? { rows: 0 };
    expect((await open(true)).states).toContain('expanded');
    expect((await app.details('role=Table')).table?.rows).toBeGreaterThan(rows);
    expect((await open(false)).states).not.toContain('expanded');
    expect((await app.details('role=Table')).table?.rows).toBe(rows);
  });

  it('selects a row by one of its cells, and reports single selection', async () => {
    const { id } = await rowOf(4);
    const after = await app.engine.runPattern({ element: id, call: { pattern: 'select' } });
    expect(after.states).toContain('selected');
    expect((await judge(app.processId, 'tree table')).rows).toEqual([4]);
    const second = app.engine.runPattern({ element: (await rowOf(5)).id, call: { pattern: 'select', how: 'add' } });
    await expect(second).rejects.toMatchObject({ code: 'not_verified', delivery: 'delivered' });
  });
});
