import { expect, it } from 'vitest';
import type { Message } from '../../dbus/message.ts';
import * as names from '../vocabulary/names.ts';
import { describeEvent } from './describe-event.ts';

const signal = (member: string, body: readonly unknown[], face = names.objectEvents) =>
  describeEvent({
    interface: face,
    member,
    sender: ':1.7',
    path: '/org/a11y/atspi/accessible/4',
    body: () => [...body],
  } as unknown as Message);

it.each([
  ['StateChanged', ['focused', 1, 0, 0], 'focus', 'object:state-changed:focused', 'focused: on'],
  ['StateChanged', ['checked', 0, 0, 0], 'state', 'object:state-changed:checked', 'checked: off'],
  ['PropertyChange', ['accessible-name', 0, 0, 'Save'], 'name', 'object:property-change:accessible-name', '“Save”'],
  ['TextChanged', ['insert', 3, 2, 'ab'], 'text', 'object:text-changed:insert', 'inserted “ab” at 3'],
  ['TextChanged', ['delete:system', 0, 1, 'a'], 'text', 'object:text-changed:delete:system', 'deleted “a” at 0'],
  ['ChildrenChanged', ['add', 2, 0, null], 'structure', 'object:children-changed:add', 'child 2 add'],
  ['BoundsChanged', ['', 0, 0, [1, 2, 3, 4]], 'bounds', 'object:bounds-changed', '1, 2, 3 × 4'],
  ['SelectionChanged', ['', 0, 0, 0], 'selection', 'object:selection-changed', ''],
])('%s %j', (member, body, kind, name, change) => {
  expect(signal(member, body)).toMatchObject({ kind, name, change, runtimeId: ':1.7/org/a11y/atspi/accessible/4' });
});

it('marks text events, so that passwords can be left out', () => {
  expect(signal('TextChanged', ['insert', 0, 1, 'x'])?.holdsText).toBe(true);
  expect(signal('Announcement', ['', 0, 0, 'x'])?.holdsText).toBe(true);
});

it('skips events caused by our own queries, and events that describe no element', () => {
  expect(signal('PropertyChange', ['accessible-parent', 0, 0, null])).toBeNull();
  expect(signal('NameOwnerChanged', [':1.7', ':1.7', ''], names.bus)).toBeNull();
  expect(signal('Activate', ['', 0, 0, ''], names.windowEvents)).toMatchObject({
    kind: 'window',
    name: 'window:activate',
  });
});
