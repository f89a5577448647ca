import { expect, it } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import { node } from '../../engine/testing/node.ts';
import { namesOfRole } from './look.ts';

const buttons = (count: number) => Array.from({ length: count }, (_, index) => node('Button', `${index}`));
const look = (count: number) => ({
  windows: [{ window: {} as WindowInfo, root: node('Window', '', [...buttons(count), node('CheckBox', 'Sound')]) }],
});
const named = [{ by: 'role', role: 'button', name: 'Save' }] as const;

it('names the elements of the requested role if none is called nearly so', () => {
  expect(namesOfRole(look(2), named)).toBe(`no name like it among those of role 'button': "0", "1"`);
  expect(namesOfRole(look(15), named)).toMatch(/"10", "11" and 3 more$/);
  expect(namesOfRole(look(0), named)).toBeNull();
  expect(namesOfRole(look(2), [{ by: 'role', role: 'button' }])).toBeNull();
  expect(namesOfRole(look(2), [{ by: 'text', text: 'Save' }])).toBeNull();
});
