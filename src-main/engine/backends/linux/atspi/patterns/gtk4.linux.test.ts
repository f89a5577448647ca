import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { python, targetScript } from '../../testing/apps/target-app.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { judge } from '../../testing/judge.ts';
import { liveApp, type LiveApp } from '../../testing/live-engine.ts';

describe('gtk4-widget-factory', () => {
  let app: LiveApp;
  beforeAll(async () => {
    // With software GL its animations starve the main loop, and it never registers on the accessibility bus.
    app = await liveApp('gtk4-widget-factory', [], { env: { GSK_RENDERER: 'cairo' } });
  }, 60_000);
  afterAll(() => app.end());
  const ask = (role: string, name?: string, nth?: number) => judge(app.processId, role, name, nth);

  it('sets a value and reads it back', async () => {
    const field = 'role=Edit nth=2';
    const { value, text } = await app.run(field, { pattern: 'value', value: 'Grüße 🙂' });
    expect([value, text?.length]).toEqual(['Grüße 🙂', 7]);
    expect((await ask('text', '*', 2)).text).toBe('Grüße 🙂');
  });

  it('selects text, even if the app never confirms it', async () => {
    const window = (await app.details('role=Window nth=0')).window.id;
    const { matches } = await app.engine.find({ window, selector: 'role=Edit' });
    const long = matches.find((field) => (field.value ?? '').length > 900)!.id;
    const call = { pattern: 'text', select: { start: 6, end: 11 } } as const;
    expect((await app.engine.runPattern({ element: long, call })).text).toMatchObject({
      selections: [{ start: 6, end: 11 }],
      selectedText: 'ipsum',
    });
    const entry = await app.run('role=Edit nth=2', { pattern: 'text', select: { start: 0, end: 5 } });
    expect(entry.text?.selectedText).toBe('Grüße');
    expect((await ask('text', '*', 2)).selections).toEqual([[0, 5]]);
  });

  it('moves a slider and a spin button', async () => {
    expect((await app.run('role=Slider nth=0', { pattern: 'rangeValue', value: 30 })).range?.current).toBe(30);
    expect((await ask('slider')).value).toBe(30);
    expect((await app.run('role=Spinner nth=0', { pattern: 'rangeValue', value: 7 })).range?.current).toBe(7);
    expect((await ask('spin button')).value).toBe(7);
  });

  it('selects a page', async () => {
    const page = 'role=TabItem nth=1';
    expect((await app.run(page, { pattern: 'select' })).states).toContain('selected');
    expect((await ask('page tab', '*', 1)).states).toContain('selected');
  });

  it('presses a button, and rejects check boxes, which offer no action here', async () => {
    const box = app.run('role=CheckBox nth=0', { pattern: 'toggle' });
    await expect(box).rejects.toMatchObject({
      code: 'pattern_not_supported',
      delivery: 'not_delivered',
      message: expect.stringContaining('has no toggle') as string,
    });
  });

  it('reports the scroll position of a pane, and does not offer to change it', async () => {
    const window = (await app.details('role=Window nth=0')).window.id;
    const { matches } = await app.engine.find({ window, selector: 'role=Edit' });
    const long = matches.find((field) => (field.value ?? '').length > 900);
    const pane = (await app.engine.ancestors({ element: long!.id })).at(-1)!.id;
    const { scroll, patterns } = await app.engine.details({ element: pane });
    // GTK 4.8 also reports a hidden bar.
    expect(scroll?.vertical).toBe(0);
    expect([0, null]).toContain(scroll?.horizontal);
    expect(patterns).not.toContain('scroll');
  });
});

describe('a list with a row hidden by its app', () => {
  const log = join(temporaryFolder(), 'log');
  let app: LiveApp;
  beforeAll(async () => {
    app = await liveApp(python, [targetScript('gtk4_hidden_rows.py'), log], { env: { GSK_RENDERER: 'cairo' } });
  }, 60_000);
  afterAll(() => app.end());

  it('selects nothing by an index that the list maps to another row', async () => {
    const { window } = await app.details('role=List');
    const { matches: rows } = await app.engine.find({ window: window.id, selector: 'role=ListItem' });
    expect(rows).toHaveLength(2);
    const before = readFileSync(log, 'utf8');
    const select = app.engine.runPattern({ element: rows[0]!.id, call: { pattern: 'select' } });
    await expect(select).rejects.toMatchObject({ code: 'pattern_not_supported', delivery: 'not_delivered' });
    expect(readFileSync(log, 'utf8')).toBe(before);
  });
});
