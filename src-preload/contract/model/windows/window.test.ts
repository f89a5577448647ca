import { expect, it } from 'vitest';
import { dialogOver, type WindowId, type WindowInfo } from './window.ts';

const window = (id: WindowId, more: Partial<WindowInfo> = {}) =>
  ({ id, kind: 'normal', state: 'normal', active: false, owner: null, ...more }) as WindowInfo;
const dialog = (id: WindowId, owner: WindowId, more: Partial<WindowInfo> = {}) =>
  window(id, { kind: 'dialog', owner, ...more });
const over = (...windows: readonly WindowInfo[]) => dialogOver([...windows, window('0xmain')], '0xmain')?.id ?? null;

it("is a window's modal dialog, or the one the user switched to", () => {
  expect(over()).toBeNull();
  expect(over(dialog('0xask', '0xmain', { modal: true }))).toBe('0xask');
  expect(over(dialog('0xfind', '0xmain', { active: true }))).toBe('0xfind');
  expect(over(dialog('0xfind', '0xmain'))).toBeNull();
  expect(over(dialog('0xask', '0xother', { modal: true }))).toBeNull();
  expect(over(dialog('0xask', '0xmain', { modal: true, state: 'minimized' }))).toBeNull();
  expect(over(window('0xtool', { owner: '0xmain', active: true }))).toBeNull();
});

it('is the last of stacked dialogs, and terminates if they own each other', () => {
  expect(over(dialog('0xsure', '0xask', { modal: true }), dialog('0xask', '0xmain', { modal: true }))).toBe('0xsure');
  expect(over(dialog('0xmain', '0xask', { modal: true }), dialog('0xask', '0xmain', { modal: true }))).toBe('0xask');
});
