import { expect, it } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ElementProvider, WindowProvider } from '../../../backend.ts';
import { withoutConsent } from './consent.ts';

/** A program's window, whose root has a role and may be a file chooser. */
function judged(app: string, role: string, chooses = false) {
  const window = { id: '0x1', app, title: 'Asks', owner: null } as Partial<WindowInfo> as WindowInfo;
  const windows = {
    list: () => Promise.resolve([window]),
    at: () => Promise.resolve(window),
  } as Partial<WindowProvider> as WindowProvider;
  const walk = () =>
    role === 'silent'
      ? Promise.reject(new Error('No answer.'))
      : Promise.resolve({ root: { role, runtimeId: ':1.1/x' } });
  const elements = { walk } as unknown as ElementProvider;
  return withoutConsent(windows, { elements, choosesFiles: () => Promise.resolve(chooses) });
}

const all = { all: true, own: true, foreign: true };

it.each([
  ['xdg-desktop-portal-gnome', 'frame', false],
  ['xdg-desktop-portal-gnome', 'dialog', false],
  ['xdg-desktop-portal-kde', 'frame', false],
  ['xdg-desktop-portal-kde', 'silent', false],
  ['xdg-desktop-portal-gtk', 'dialog', false],
  ['xdg-desktop-portal-hyprland', 'dialog', false],
])('%s asks in a %s, which only the user may answer', async (app, role, chooses) => {
  const windows = judged(app, role, chooses);
  expect(await windows.list({ all: true })).toEqual([]);
  expect(await windows.list(all)).toMatchObject([{ foreign: true }]);
  expect(await windows.at?.({ x: 1, y: 1 })).toMatchObject({ foreign: true });
});

it.each([
  ['xdg-desktop-portal-gnome', 'dialog', true],
  ['xdg-desktop-portal-gnome', 'filler', true],
  ['xdg-desktop-portal-kde', 'dialog', false],
  ['xdg-desktop-portal-gtk', 'file chooser', false],
  ['gedit', 'frame', false],
])('%s chooses files in a %s, like other windows', async (app, role, chooses) => {
  const windows = judged(app, role, chooses);
  expect(await windows.list({ all: true })).toHaveLength(1);
  expect((await windows.list(all))[0]).not.toHaveProperty('foreign');
});

it('attributes a file chooser owned by a Deskscope window to Deskscope', async () => {
  const at = (id: string, owner: string | null, app: string, own?: true) =>
    ({ id, owner, app, ...(own && { own }) }) as Partial<WindowInfo> as WindowInfo;
  const chooser = 'xdg-desktop-portal-gtk';
  const open = [at('0x1', null, 'electron', true), at('0x2', null, 'gedit'), at('0x3', '0x1', chooser)];
  const there = [...open, at('0x4', '0x2', chooser), at('0x5', null, chooser)];
  const provider = {
    list: ({ own }: { readonly own?: boolean }) => Promise.resolve(there.filter((one) => own === true || !one.own)),
    at: () => Promise.resolve(there[2]),
  } as Partial<WindowProvider> as WindowProvider;
  const walk = () => Promise.resolve({ root: { role: 'file chooser', runtimeId: ':1.1/x' } });
  const elements = { walk } as unknown as ElementProvider;
  const windows = withoutConsent(provider, { elements, choosesFiles: () => Promise.resolve(true) });
  const idsOf = async (own: boolean) => (await windows.list({ all: true, own })).map(({ id }) => id);
  expect(await idsOf(false)).toEqual(['0x2', '0x4', '0x5']);
  expect(await idsOf(true)).toEqual(['0x1', '0x2', '0x3', '0x4', '0x5']);
  expect(await windows.at?.({ x: 1, y: 1 })).toMatchObject({ id: '0x3', own: true });
});
