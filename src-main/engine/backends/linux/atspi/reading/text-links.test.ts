import { expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import type { Frame } from '../frames/frame.ts';
import { noOffset } from '../places/offset.ts';
import { gtk3 } from '../toolkits/gtk.ts';
import { rootPath } from '../vocabulary/names.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { stateBit, type StateSet } from '../vocabulary/states.ts';
import { readRow } from './facts.ts';

const { signal } = new AbortController();
const shown: StateSet = [(1 << stateBit.visible) | (1 << stateBit.showing), 0];
const none = { x: 0, y: 0, width: 0, height: 0 };
const label = { x: 100, y: 50, width: 200, height: 40 };
const paragraph = 'See the docs or the faq';
/** Characters are 10 wide and 20 high, and the second line begins with the twentieth. */
const rangeOf = (from: number, to: number) => {
  const [line, end] = [Math.floor(from / 20), Math.floor((to - 1) / 20)];
  const x = line === end ? (from % 20) * 10 : 0;
  const width = line === end ? (to - from) * 10 : 200;
  return [100 + x, 50 + line * 20, width, (end - line + 1) * 20];
};

const linkAt = (from: number, to: number): ScriptedElement => ({
  role: roleNumber('link'),
  bounds: none,
  states: shown,
  children: [],
  parent: '/label',
  answers: { StartIndex: from, EndIndex: to },
});

it('reads name and place of a link in a label of GTK 3 from the text around it', async () => {
  const table = new Map<string, ScriptedElement>([
    ['/frame', { role: roleNumber('frame'), bounds: label, states: shown, children: ['/label'], parent: rootPath }],
    [
      '/label',
      {
        role: roleNumber('label'),
        name: paragraph,
        bounds: label,
        states: shown,
        children: ['/docs', '/faq'],
        parent: '/frame',
        answers: {
          GetText: (from: number, to: number) => paragraph.slice(from, to),
          GetRangeExtents: rangeOf,
        },
      },
    ],
    ['/docs', linkAt(4, 12)],
    ['/faq', linkAt(16, 23)],
  ]);
  const frame: Frame = {
    ref: { bus: scriptedBus, path: '/frame' },
    app: { bus: scriptedBus, path: rootPath },
    toolkit: gtk3,
    title: 'Links',
    offset: noOffset,
    parts: null,
    place: label,
    isGuess: false,
  };
  const { accessibles } = scriptedAccessibles(table);
  const read = async (path: string) => {
    const { name, bounds } = await readRow(accessibles, frame, { bus: scriptedBus, path }, signal);
    return { name, bounds };
  };
  expect(await read('/docs')).toEqual({ name: 'the docs', bounds: { x: 140, y: 50, width: 80, height: 20 } });
  // It continues on the next line: its bounds are those on the first line.
  expect(await read('/faq')).toEqual({ name: 'the faq', bounds: { x: 260, y: 50, width: 40, height: 20 } });
});
