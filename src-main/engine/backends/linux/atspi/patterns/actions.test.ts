import { expect, it } from 'vitest';
import { scriptedAccessibles, scriptedBus, type ScriptedElement } from '../../testing/scripted-accessibles.ts';
import type { Frame } from '../frames/frame.ts';
import { qt } from '../toolkits/qt.ts';
import { roleNumber } from '../vocabulary/roles.ts';
import { noStates, stateBit } from '../vocabulary/states.ts';
import { act, actionsFor } from './actions.ts';

const bounds = { x: 0, y: 0, width: 9, height: 9 };

function pressing(name: string, answers: NonNullable<ScriptedElement['answers']>) {
  const role = roleNumber(name);
  const element: ScriptedElement = {
    role,
    bounds,
    children: [],
    answers: { NActions: 1, GetName: 'Press', ...answers },
  };
  const { accessibles, asked } = scriptedAccessibles(new Map([['/it', element]]));
  const ref = { bus: scriptedBus, path: '/it' };
  const facts = {
    ref,
    role,
    name: '',
    description: '',
    states: noStates,
    interfaces: new Set<string>(),
    childCount: 0,
  };
  const frame = { ref: { ...ref, path: '/frame' }, toolkit: qt } as unknown as Frame;
  const { signal } = new AbortController();
  return { element, asked, done: act({ accessibles, frame, facts, signal }, actionsFor.invoke) };
}

it('considers an action done if its app answers other queries meanwhile, e.g. while a dialog is open', async () => {
  const { asked, done } = pressing('menu item', { DoAction: () => new Promise(() => undefined) });
  await done;
  expect(asked.at(-1)).toBe('/it GetRole');
});

it('waits until a button no longer appears pressed', async () => {
  const { element, asked, done } = pressing('push button', {
    DoAction: () => {
      element.states = [1 << stateBit.pressed, 0];
      setTimeout(() => (element.states = noStates), 100);
      return true;
    },
  });
  await done;
  expect(element.states).toBe(noStates);
  expect(asked.filter((each) => each === '/it GetState').length).toBeGreaterThan(1);
});
