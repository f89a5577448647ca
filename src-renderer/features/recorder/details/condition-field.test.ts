import { describe, expect, it } from 'vitest';
import { condition, type Condition } from '#contract/model/recordings/condition';
import { stepGroup, type StepGroup } from '#contract/model/recordings/step-group';
import {
  askedOf,
  secondsComplaint,
  selectorComplaint,
  withAsked,
  withPicked,
  withSeconds,
  type OnElement,
} from './condition-field.tsx';
import { oftenOf, once, repeatedWhile, turnsComplaint, withTurns } from './group-details.tsx';

const element = { controlType: 'Button', name: 'Next', selector: 'name="Next"' } as const;
const other = { controlType: 'Edit', name: 'Name', selector: 'name="Name"' } as const;
const shows: OnElement = { type: 'shows', element, window: { app: 'tips' }, is: false, forMs: 0 };
const opens: Condition = { type: 'window', window: { title: 'Tips' }, is: true };

describe('a condition', () => {
  it.each(['shows', 'state', 'text', 'contains'] as const)('checks %s of the same element, and back', (asked) => {
    const changed = withAsked(shows, asked);
    expect(askedOf(changed)).toBe(asked);
    expect(condition.parse(changed)).toEqual(changed);
    expect(withAsked(changed, 'shows')).toEqual(shows);
  });

  it('keeps the text of the previous check', () => {
    const text = withAsked({ ...shows, type: 'text', text: '42' }, 'contains');
    expect(withAsked(text, 'text')).toMatchObject({ type: 'text', text: '42' });
    expect(withAsked(text, 'text')).not.toHaveProperty('contains');
  });

  it('checks the same of the picked element, if possible', () => {
    const picked: Condition = { type: 'shows', element: other, window: { app: 'form' }, is: true };
    const state = withAsked(shows, 'state');
    expect(withPicked(undefined, picked)).toEqual(picked);
    expect(withPicked(state, picked)).toEqual({ ...state, element: other, window: { app: 'form' } });
    expect(withPicked(state, opens)).toEqual({ ...opens, is: false, forMs: 0 });
    expect(withPicked(opens, picked)).toEqual(picked);
  });

  it('may have a time limit', () => {
    expect(withSeconds(opens, '2.5')).toEqual({ ...opens, forMs: 2_500 });
    expect(withSeconds(withSeconds(opens, '0'), ' ')).toEqual(opens);
    expect(['', '0', '60'].map(secondsComplaint)).toEqual([null, null, null]);
    for (const wrong of ['-1', '61', 'x']) expect(secondsComplaint(wrong)).toContain('seconds');
  });

  it('uses a valid selector', () => {
    expect(selectorComplaint('role=Button name="a"')).toBeNull();
    expect(selectorComplaint('role=')).not.toBeNull();
  });
});

it('a group runs once, several times, or while a condition is true, up to a limit', () => {
  const group: StepGroup = { id: 'g', name: 'Tips' };
  const twice = withTurns(group);
  const loop = repeatedWhile(twice, opens);
  expect([group, twice, loop].map(oftenOf)).toEqual(['once', 'times', 'while']);
  expect(withTurns(twice, 7).repeat).toEqual({ times: 7 });
  expect(withTurns(loop, 7).repeat).toEqual({ while: opens, atMost: 7 });
  expect(repeatedWhile(withTurns(loop, 7), shows).repeat).toEqual({ while: shows, atMost: 7 });
  expect([twice, loop].map(once)).toEqual([group, group]);
  for (const one of [twice, loop]) expect(stepGroup.parse(one)).toEqual(one);
});

it('accepts only whole turns', () => {
  expect(['1', '10000'].map(turnsComplaint)).toEqual([null, null]);
  for (const wrong of ['', '0', '1.5', '10001', 'x', '-1']) expect(turnsComplaint(wrong)).toContain('from 1 to 10,000');
});
