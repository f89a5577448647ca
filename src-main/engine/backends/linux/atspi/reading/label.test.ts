import { expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { gtk4 } from '../toolkits/gtk.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { mayHaveLabel, readLabel } from './label.ts';
import type { Frame } from '../frames/frame.ts';

const { signal } = new AbortController();
const bounds = { x: 0, y: 0, width: 9, height: 9 };
const ref = (path: string) => ({ bus: scriptedBus, path });
const labelledBy = (path: string) => [[2, [[scriptedBus, path]]]];

it('names a menu entry by the text of its nameless label outside the tree, as in GTK 4.18', async () => {
  const role = roleNumber('menu item');
  const { accessibles } = scriptedAccessibles(
    new Map<string, ScriptedElement>([
      ['/entry', { role, bounds, children: [], answers: { GetRelationSet: labelledBy('/label') } }],
      ['/label', { role: 0, bounds, children: [], answers: { GetText: 'Second entry' } }],
    ]),
  );
  expect(mayHaveLabel(gtk4, { ref: ref('/entry'), role, name: '' })).toBe(true);
  expect(await readLabel(accessibles, { toolkit: gtk4 } as Frame, { ref: ref('/entry'), role, name: '' }, signal)).toBe(
    'Second entry',
  );
});

it.each([
  ['its only text, as in Kirigami', [['label', '7']], '7'],
  [
    'its text beside a picture',
    [
      ['image', ''],
      ['label', ' Save '],
    ],
    'Save',
  ],
  [
    'nothing if there are two texts',
    [
      ['label', 'From'],
      ['label', 'To'],
    ],
    '',
  ],
  ['nothing if its name is a picture’s', [['image', 'A cat']], ''],
] as const)('names a button without a name by %s', async (_, inside, label) => {
  const role = roleNumber('push button');
  const parts = inside.map(([kind, text], index): [string, ScriptedElement] => [
    `/part${index}`,
    { role: roleNumber(kind), bounds, children: [], name: text },
  ]);
  const button: ScriptedElement = { role, bounds, children: parts.map(([path]) => path) };
  const { accessibles } = scriptedAccessibles(new Map([['/button', button], ...parts]));
  expect(
    await readLabel(accessibles, { toolkit: gtk4 } as Frame, { ref: ref('/button'), role, name: '' }, signal),
  ).toBe(label);
});
