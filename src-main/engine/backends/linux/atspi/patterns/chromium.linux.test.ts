import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../testing/judge.ts';
import { liveApp, type LiveApp } from '../../testing/live-engine.ts';
import { chromiumFlags } from '../../../../testing/programs.ts';

const page = `<!doctype html><meta charset="utf-8"><title>Patterns</title>
<button onclick="document.title = 'Pressed'">Press me</button><button disabled>Never</button>
<input aria-label="When" value="today" readonly><input type="checkbox" aria-readonly="true" aria-label="Kept">
<label><input type="checkbox"> Tick</label>
<label id="l">Name <input id="n" value="Ada"></label><input type="password" value="hush" aria-label="Secret">
<textarea aria-label="Story">one ü three</textarea>
<input type="number" aria-label="Count" value="5"><input type="number" aria-label="Pages" value="5" min="1">
<input type="range" aria-label="Volume" min="0" max="10" value="3">
<select aria-label="Colour"><option>Red<option>Green<option>Blue</select>
<select multiple aria-label="Fruit" size="3"><option>Apples<option>Bananas<option>Cherries</select>
<details><summary>More</summary><p>Hidden words</p></details>
<table border="1"><caption>Prices</caption><tr><th>Item<th>Price</tr>
<tr><th scope="row">Tea<td>3.20</tr><tr><th scope="row">Coffee<td>4.10</tr></table>
<div style="height: 3000px"></div><a href="#there">Far below</a>`;

describe('a page in Chromium', () => {
  let app: LiveApp;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deskscope-patterns-'));
    const file = join(folder, 'page.html');
    await writeFile(file, page);
    const flags = [...chromiumFlags, '--force-renderer-accessibility'];
    app = await liveApp('chromium', [...flags, `--user-data-dir=${join(folder, 'profile')}`, `file://${file}`]);
    await app.element('name="Press me"');
  }, 90_000);
  afterAll(async () => {
    await app.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const ask = (role: string, name?: string, nth?: number) => judge(app.processId, role, name, nth);

  it('invokes a button, and refuses a disabled one', async () => {
    await app.run('role=Button name="Press me"', { pattern: 'invoke' });
    expect((await app.element('role=Document name="Pressed"')).name).toBe('Pressed');
    const disabled = app.run('role=Button name="Never"', { pattern: 'invoke' });
    await expect(disabled).rejects.toMatchObject({ code: 'pattern_not_supported', delivery: 'not_delivered' });
  });

  it('treats read-only fields as enabled: a date may be chosen in a field that cannot be typed in', async () => {
    const states = async (name: string) => (await app.element(`name="${name}"`)).states;
    expect(await states('When')).toEqual(expect.arrayContaining(['enabled', 'readonly', 'focusable']));
    expect(await states('Kept')).toEqual(expect.arrayContaining(['enabled', 'readonly', 'checkable']));
    expect(await states('Never')).not.toContain('enabled');
  });

  it('toggles a check box', async () => {
    expect((await app.run('name="Tick" role=CheckBox', { pattern: 'toggle' })).states).toContain('checked');
    expect((await ask('check box', 'Tick')).states).toContain('checked');
  });

  it('moves a slider', async () => {
    const { range } = await app.run('role=Slider name="Volume"', { pattern: 'rangeValue', value: 7 });
    expect(range).toEqual({ minimum: 0, maximum: 10, current: 7, step: 1 });
    expect((await ask('slider', 'Volume')).value).toBe(7);
  });

  it('tells the number of a field without bounds', async () => {
    expect((await app.details('role=Spinner name="Pages"')).range).toMatchObject({ minimum: 1, maximum: null });
    const { range, patterns } = await app.details('role=Spinner name="Count"');
    expect(range).toMatchObject({ minimum: null, maximum: null, current: 5 });
    expect(patterns).not.toContain('rangeValue');
  });

  it('offers no settable value, since Chromium ignores it, and selects text', async () => {
    const story = 'role=Edit name="Story"';
    const call = { pattern: 'value', value: 'two' } as const;
    await expect(app.run(story, call)).rejects.toMatchObject({ code: 'pattern_not_supported' });
    const { text } = await app.run(story, { pattern: 'text', select: { start: 4, end: 11 } });
    expect(text).toMatchObject({ length: 11, selections: [{ start: 4, end: 11 }], selectedText: 'ü three' });
    expect((await ask('entry', 'Story')).selections).toEqual([[4, 11]]);
    expect((await app.run(story, { pattern: 'text', select: { start: 3, end: 3 } })).text?.caret).toBe(3);
  });

  it('reports nothing about a password', async () => {
    const secret = await app.run('role=Edit name="Secret"', { pattern: 'text', select: { start: 0, end: 4 } });
    expect(secret.text?.selectedText).toBe('');
    expect(JSON.stringify(secret)).not.toContain('hush');
  });

  it('opens a drop-down list and chooses an item', async () => {
    const colour = 'role=ComboBox name="Colour"';
    expect((await app.run(colour, { pattern: 'expand', expanded: true })).states).toContain('expanded');
    expect((await ask('combo box', 'Colour')).states).toContain('expanded');
    expect((await app.run(colour, { pattern: 'expand', expanded: false })).states).not.toContain('expanded');
    expect((await app.details(`${colour} >> role=Menu`)).states).not.toContain('expandable');
    expect((await app.run(`${colour} >> name="Blue"`, { pattern: 'select' })).states).toContain('selected');
    expect((await ask('menu item', 'Blue')).states).toContain('selected');
    await app.run(`${colour} >> name="Blue"`, { pattern: 'select' });
    expect((await app.details(`${colour} >> name="Blue"`)).states).toContain('selected');
    expect((await ask('menu item', 'Blue')).states).toContain('selected');
  });

  it('selects one, several, all and none', async () => {
    const fruit = 'role=List name="Fruit"';
    const item = (name: string) => `${fruit} >> role=ListItem name="${name}"`;
    await app.run(item('Apples'), { pattern: 'select' });
    await app.run(item('Cherries'), { pattern: 'select', how: 'add' });
    expect((await ask('list box', 'Fruit')).selected).toEqual(['Apples', 'Cherries']);
    await app.run(item('Apples'), { pattern: 'select', how: 'remove' });
    expect((await ask('list box', 'Fruit')).selected).toEqual(['Cherries']);
    const all = await app.run(fruit, { pattern: 'selection', select: 'all' });
    expect(all.selection).toMatchObject({ count: 3, canSelectMultiple: true });
    await app.run(item('Bananas'), { pattern: 'select' });
    expect((await ask('list box', 'Fruit')).selected).toEqual(['Bananas']);
    expect((await app.run(fruit, { pattern: 'selection', select: 'none' })).selection?.selected).toEqual([]);
    const single = app.run('role=ComboBox name="Colour" >> name="Red"', { pattern: 'select', how: 'add' });
    await expect(single).rejects.toMatchObject({ code: 'pattern_not_supported' });
  });

  it('expands details', async () => {
    const more = (await app.run('name="More" role=Button', { pattern: 'expand', expanded: true })).states;
    expect(more).toContain('expanded');
    expect((await app.element('name="Hidden words" role=Text nth=0')).states).toContain('visible');
  });

  it('reads a table with both kinds of headers', async () => {
    const { id, table } = await app.details('role=Table');
    expect(table).toMatchObject({ rows: 3, columns: 2 });
    expect(table?.columnHeaders.map((header) => header.name)).toEqual(['Item', 'Price']);
    expect(table?.rowHeaders.map((header) => header.name)).toEqual(['Tea', 'Coffee']);
    const cell = await app.engine.cell({ element: id, row: 2, column: 1 });
    expect(cell.name).toBe('4.10');
    expect((await app.engine.details({ element: cell.id })).cell).toMatchObject({ row: 2, column: 1 });
  });

  it('scrolls a distant element into view', async () => {
    const far = 'role=Hyperlink name="Far below"';
    expect((await app.details(far)).states).not.toContain('visible');
    expect((await app.run(far, { pattern: 'scrollItem' })).states).toContain('visible');
    expect((await ask('link', 'Far below')).states).toContain('showing');
  });

  it('reports the label of a field, its attributes and its toolkit', async () => {
    const field = await app.details('role=Edit name="Name"');
    const label = field.relations.find((relation) => relation.type === 'labelled by');
    expect(label?.targets).toHaveLength(1);
    expect(field).toMatchObject({ attributes: { tag: 'input', id: 'n' }, toolkit: { name: 'chromium' } });
    expect(field.processId).toBe(app.processId);
  });
});
