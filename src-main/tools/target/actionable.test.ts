import { expect, it } from 'vitest';
import type { ElementNode } from '#contract/model/elements/element';
import { createFakeEngine } from '../../engine/testing/fake-engine.ts';
import { blocker } from './actionable.ts';

const desk = await createFakeEngine();
const button = await desk.element('Calculator', 'role=Button name="7"');
const window = await desk.window('Calculator');
const but = (changed: Partial<ElementNode>) => blocker({ ...button, ...changed }, window);

it.each([
  ['is gone', { states: ['defunct'] }, /^Find it again/],
  ['is disabled', { states: ['visible'] }, /^Enable it first/],
  ['is not visible', { states: ['enabled'] }, /^First open what it is in, such as a tab/],
  ['is scrolled out of sight', { states: ['enabled', 'visible', 'offscreen'] }, /^Scroll it into view/],
  ['has no place on the screen', { bounds: null }, /^First open what it is in/],
] as const)('says what to do if an element %s', (why, changed, hint) => {
  expect(but(changed)).toMatchObject({ why, hint: expect.stringMatching(hint) as string });
});

it('finds nothing in the way of an element that can be used', () => expect(but({})).toBeNull());
