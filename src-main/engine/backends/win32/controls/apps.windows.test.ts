import { afterEach, expect, test, vi } from 'vitest';
import { addTexts } from './testing/add-texts.ts';
import { startControls, startFixture, type ControlsUnderTest } from './testing/fixture.ts';
import { parseElementId } from '#contract/model/elements/element';
import { parseId } from './ids.ts';
import { soon } from '../../../testing/outcome.ts';

let app: ControlsUnderTest | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

test('Notepad: text, selection and counts', async () => {
  app = await startControls('notepad.exe');
  const editor = 'role=Document';
  const text = 'one\nzwei 漢字\n\nvier 😀';
  expect((await app.run(editor, { pattern: 'value', value: text })).value).toBe(text);
  const selected = await app.run(editor, { pattern: 'text', select: { start: 4, end: 8 } });
  expect(selected.text).toMatchObject({ length: 19, selectedText: 'zwei', selections: [{ start: 4, end: 8 }] });
  await app.run(editor, { pattern: 'text', select: { start: 13, end: 13 } });
  const { engine } = app;
  await engine.focusElement({ element: (await app.one(editor)).id });
  expect((await app.one(editor)).states).toContain('focused');
  // Its own counter follows only keyboard input.
  await engine.actOnWindow({ window: app.window.id, action: 'focus' });
  await engine.pressKeys({ keys: 'Left', window: app.window.id });
  const counted = async () => expect((await app?.one('role=Text'))?.name).toBe('Ln 3, Col 1');
  await vi.waitFor(counted, soon);
});

test('Registry Editor: branches are created on expansion, and a key shows its content', async () => {
  app = await startControls('regedit.exe');
  await app.run('name=HKEY_CURRENT_USER', { pattern: 'expand', expanded: true });
  await app.run('name=Software', { pattern: 'expand', expanded: true });
  await app.run('name=Wine', { pattern: 'select' });
  await vi.waitFor(async () => {
    const names = (await app?.tree())?.map(({ name }) => name) ?? [];
    expect(names.some((name) => name.endsWith('HKEY_CURRENT_USER\\Software\\Wine'))).toBe(true);
  }, soon);
  const { id: element, table } = await app.details('role=DataGrid');
  expect(table?.columnHeaders.map(({ name }) => name)).toEqual(['Name', 'Type', 'Data']);
  const cell = await app.engine.cell({ element, row: 0, column: 1 });
  expect(cell.name).toBe('REG_SZ');
});

test('File Manager: a drive on its tool bar opens a folder window with its columns', async () => {
  app = await startControls('winefile.exe');
  const folders = async () => (await app?.tree())?.filter(({ role }) => role === 'WFS_Tree').length ?? 0;
  const before = await folders();
  await app.run('role=ToolBar nth=0 >> name="C:\\\\"', { pattern: 'invoke' });
  await vi.waitFor(async () => expect(await folders()).toBe(before + 1), soon);
  const columns = (await app.tree()).filter(({ controlType }) => controlType === 'HeaderItem').map(({ name }) => name);
  expect(columns).toEqual(expect.arrayContaining(['Name', 'Size', 'Attributes']));
});

test('WordPad: a rich text counts each line end once', async () => {
  app = await startControls('C:\\Program Files\\Windows NT\\Accessories\\wordpad.exe');
  const editor = 'role=Document';
  const text = 'one\nzwei\ndrei 漢字';
  expect((await app.run(editor, { pattern: 'value', value: text })).value?.trimEnd()).toBe(text);
  const selected = await app.run(editor, { pattern: 'text', select: { start: 9, end: 16 } });
  expect(selected.text).toMatchObject({ selectedText: 'drei 漢字' });
});

test('a list of thousands is read as far as requested', async () => {
  app = await startFixture('gallery');
  const list = await app.one('id=321');
  addTexts(parseId(parseElementId(list.id).runtimeId).window, 3_000);
  const { root, truncated } = await app.engine.tree({ window: app.window.id });
  const seen = root.children?.find(({ id }) => id === list.id);
  expect([truncated, seen?.childCount, seen?.children?.length]).toEqual(['nodes', 3_020, 1_000]);
  const page = await app.engine.children({ element: list.id, offset: 2_500, limit: 3 });
  expect(page.map(({ name }) => name)).toEqual(['Row 2480', 'Row 2481', 'Row 2482']);
  const last = await app.engine.children({ element: list.id, offset: 3_019, limit: 100 });
  expect(last.map(({ name }) => name)).toEqual(['Row 2999']);
});
