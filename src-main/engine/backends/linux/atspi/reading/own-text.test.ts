import { expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import { gecko } from '../toolkits/browsers.ts';
import { webKit } from '../toolkits/webkit.ts';
import { plain } from '../toolkits/toolkit.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { noStates, stateBit } from '../vocabulary/states.ts';
import { mayHoldText, readOwnText } from './own-text.ts';

const role = roleNumber('paragraph');

function read(text: string, name = '', limit = 100) {
  const element: ScriptedElement = {
    role,
    bounds: { x: 0, y: 0, width: 9, height: 9 },
    children: [],
    answers: { GetText: (from: number, to: number) => (from === 0 && to === -1 ? text : '') },
  };
  const { accessibles } = scriptedAccessibles(new Map([['/it', element]]));
  return readOwnText(
    accessibles,
    { ref: { bus: scriptedBus, path: '/it' }, name },
    limit,
    new AbortController().signal,
  );
}

it.each([
  ['First words', '', { name: 'First words' }],
  ['See \uFFFC, and more', '', { name: 'See , and more' }],
  ['• Apples', '', { name: 'Apples' }],
  ['3 min ago', 'Full date', { value: '3 min ago' }],
  ['Said', 'Said', {}],
  ['\uFFFC \uFFFC', '', {}],
])('reads “%s” of what is called “%s”', async (text, name, own) => {
  expect(await read(text, name)).toEqual(own);
});

it('cuts long ones', async () => {
  expect(await read('abcdef', '', 4)).toEqual({ name: 'abc…' });
});

it('queries elements with text in Firefox pages, but no fields', () => {
  const editable = [1 << stateBit.editable, 0] as const;
  const holds = { role, states: noStates, childCount: 0 };
  expect(mayHoldText(gecko, holds)).toBe(true);
  expect(mayHoldText(gecko, { ...holds, states: editable })).toBe(false);
  expect(mayHoldText(gecko, { ...holds, role: roleNumber('heading') })).toBe(false);
  expect(mayHoldText(plain, holds)).toBe(false);
});

it('queries no boxes of WebKitGTK pages, whose text is that of all that they hold', () => {
  const box = { role: roleNumber('section'), states: noStates, childCount: 0 };
  expect(mayHoldText(webKit, box)).toBe(true);
  expect(mayHoldText(webKit, { ...box, childCount: 1 })).toBe(false);
  expect(mayHoldText(webKit, { ...box, role: roleNumber('paragraph'), childCount: 1 })).toBe(true);
});
