import { expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { rootPath } from '../vocabulary/names.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { gtk3 } from '../toolkits/gtk.ts';
import { java } from '../toolkits/java.ts';
import { mayBelong } from './belongs.ts';

const bounds = { x: 0, y: 0, width: 9, height: 9 };
const at = (role: string, parent?: string, name = ''): ScriptedElement => ({
  role: roleNumber(role),
  bounds,
  name,
  children: [],
  ...(parent !== undefined && { parent }),
});

const elements = new Map([
  [rootPath, at('application')],
  ['/main', at('frame', rootPath, 'Main')],
  ['/main/button', at('push button', '/main')],
  ['/other', at('frame', rootPath, 'Other')],
  ['/qml', at('frame', rootPath)],
  ['/qml/item', at('push button', '/qml')],
  ['/other/button', at('push button', '/other')],
  ['/menu', at('window', rootPath)],
  ['/menu/entry', at('menu item', '/menu')],
  ['/loose', at('push button')],
  ['/drawn', at('label')],
  ['/round', at('panel', '/about')],
  ['/about', at('panel', '/round')],
]);
const frame = {
  ref: { bus: scriptedBus, path: '/main' },
  app: { bus: scriptedBus, path: rootPath },
  toolkit: gtk3,
};

it.each([
  ['/main', true],
  ['/main/button', true],
  ['/menu/entry', true],
  ['/loose', true],
  ['/qml/item', true],
  ['/round', true],
  ['/other', false],
  ['/other/button', false],
  [rootPath, false],
])('%s may be in the window: %s', async (path, expected) => {
  const { accessibles } = scriptedAccessibles(elements);
  const ref = { bus: scriptedBus, path };
  expect(await mayBelong(accessibles, frame, ref, AbortSignal.timeout(1_000))).toBe(expected);
});

it('never includes elements of another app', async () => {
  const { accessibles } = scriptedAccessibles(elements);
  const ref = { bus: ':1.99', path: '/main/button' };
  expect(await mayBelong(accessibles, frame, ref, AbortSignal.timeout(1_000))).toBe(false);
});

it('includes no removed element of Swing, which has no parent', async () => {
  const { accessibles } = scriptedAccessibles(elements);
  const swing = { ...frame, toolkit: java };
  const belongs = (path: string) =>
    mayBelong(accessibles, swing, { bus: scriptedBus, path }, AbortSignal.timeout(1_000));
  expect(await belongs('/loose')).toBe(false);
  expect(await belongs('/drawn')).toBe(true);
  expect(await belongs('/main/button')).toBe(true);
  expect(await belongs('/main')).toBe(true);
});
