import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ElementDetails } from '#contract/model/elements/element';
import { readEach } from '../../testing/every-element.ts';
import { judge } from '../../testing/judge.ts';
import { liveApp, type LiveApp } from '../../testing/live-engine.ts';
import { calcArguments, officeOptions } from '../../testing/apps/typing-apps.ts';
import { describeApp } from '../../testing/apps/app-suite.ts';

/** Not the start script, whose process is not the window's. */
const program = '/usr/lib/libreoffice/program/soffice.bin';

describeApp('LibreOffice Calc', { program, packages: 'libreoffice-calc libreoffice-gtk3' }, () => {
  let app: LiveApp;
  let sheet: ElementDetails;
  beforeAll(async () => {
    app = await liveApp(program, await calcArguments(), officeOptions);
    sheet = await app.details('role=Table name="Sheet Sheet1"');
  }, 120_000);
  afterAll(() => app.end());
  const cellAt = (row: number, column: number) => app.engine.cell({ element: sheet.id, row, column });

  it('has a sheet with more cells than can be listed, and finds one by its position', async () => {
    expect(sheet).toMatchObject({
      toolkit: { name: 'libreoffice' },
      table: { rows: 1_048_576, columns: 16_384 },
      patterns: expect.arrayContaining(['grid', 'selection']) as string[],
    });
    const cell = await cellAt(3, 2);
    expect(cell.name).toBe('C4');
    expect(cell.states).toContain('enabled');
    expect((await app.engine.details({ element: cell.id })).cell).toMatchObject({ row: 3, column: 2 });
  });

  it('selects cells, alone and in addition to others', async () => {
    const select = async (row: number, how: 'only' | 'add') => {
      const { id: element } = await cellAt(row, 1);
      const { states } = await app.engine.runPattern({ element, call: { pattern: 'select', how } });
      expect(states).toContain('selected');
    };
    const selected = async () => {
      const { selection } = await app.engine.details({ element: sheet.id });
      return selection?.selected.map(({ name }) => name);
    };
    await select(2, 'only');
    expect(await selected()).toEqual(['B3']);
    await select(4, 'add');
    expect(await selected()).toEqual(['B3', 'B5']);
    await select(6, 'only');
    expect(await selected()).toEqual(['B7']);
    expect((await judge(app.processId, 'table', 'Sheet Sheet1')).selected).toEqual(['B7']);
  });

  it('refuses to set the value of a cell, which has no interface for it', async () => {
    const { id: element } = await cellAt(3, 2);
    const writing = app.engine.runPattern({ element, call: { pattern: 'value', value: 'hello' } });
    await expect(writing).rejects.toMatchObject({ code: 'pattern_not_supported', delivery: 'not_delivered' });
  });

  it('reports all details of each element, and survives', async () => {
    const { read, failed } = await readEach(app.engine, sheet.window.id, 250);
    expect(failed).toEqual([]);
    expect(read).toBeGreaterThan(200);
    expect((await app.engine.details({ element: sheet.id })).name).toBe('Sheet Sheet1');
  });
});
