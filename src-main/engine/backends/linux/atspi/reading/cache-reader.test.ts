import { expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { gtk3, gtk4 } from '../toolkits/gtk.ts';
import * as names from '../vocabulary/names.ts';
import { readCache } from './cache-reader.ts';

const { signal } = new AbortController();
const at = (path: string) => [scriptedBus, path];

/** GTK 4.18.6's cache of a window before its children were queried: its second child, the menu bar, is missing. */
const items = [
  [at('/window'), at('/'), at(names.rootPath), 0, 2, [], 'Form', 23, '', [0, 0]],
  [at('/closed'), at('/'), at('/window'), 2, 0, [], '', 39, '', [0, 0]],
  [at('/content'), at('/'), at('/window'), 0, 16, [], '', 39, '', [0, 0]],
];
const bounds = { x: 0, y: 0, width: 0, height: 0 };
const cache: ScriptedElement = { role: 0, bounds, children: [], answers: { GetItems: items } };

it('does not treat elements as children that their parent does not list', async () => {
  const { accessibles } = scriptedAccessibles(new Map([[names.cachePath, cache]]));
  const childrenIn = async (toolkit: typeof gtk4) => {
    const tree = await readCache(accessibles, { app: { bus: scriptedBus, path: names.rootPath }, toolkit }, signal);
    return tree?.children.get('/window')?.facts.map(({ ref }) => ref.path);
  };
  expect(await childrenIn(gtk4)).toEqual(['/content']);
  expect(await childrenIn(gtk3)).toEqual(['/content', '/closed']);
});
