import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { menuTemplate } from './menu.ts';

const ran: string[] = [];
const itemsOf = (isPackaged: boolean): MenuItemConstructorOptions[] =>
  menuTemplate({ run: (command) => ran.push(command), quit: () => ran.push('quit'), isPackaged }).flatMap(
    ({ submenu }) => (Array.isArray(submenu) ? submenu : []),
  );

it('never reloads the page, nor leads out of the app', () => {
  for (const isPackaged of [true, false]) {
    const roles = itemsOf(isPackaged).map(({ role }) => role);
    for (const refused of ['reload', 'forceReload', 'help', 'editMenu', 'viewMenu', 'windowMenu', 'selectAll'] as const)
      expect(roles).not.toContain(refused);
    expect(roles.includes('toggleDevTools')).toBe(!isPackaged);
  }
});

it('zooms in with and without Shift', () => {
  const keys = itemsOf(true).flatMap(({ role, accelerator }) => (role === 'zoomIn' ? [accelerator] : []));
  expect(keys).toEqual(expect.arrayContaining(['CommandOrControl+=', 'CommandOrControl+Plus']));
});

it('runs commands of the page, and leaves their keys to it', () => {
  const open = itemsOf(true).find(({ id }) => id === 'file.open');
  expect(open?.registerAccelerator).toBe(false);
  open?.click?.call(open, undefined as never, undefined, undefined as never);
  expect(ran).toEqual(['file.open']);
});
