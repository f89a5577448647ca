import { expect, it } from 'vitest';
import type { Action } from './action.ts';
import { describeStep, parseRecording, withAction, type Step } from './recording.ts';

const step: Step = {
  id: '1',
  at: 0,
  action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 2 } },
  target: { controlType: 'Button', name: '7', selectors: [], bounds: null },
  window: { title: 'galculator' },
  enabled: true,
};
const drag: Action = { type: 'drag', button: 'left', at: { x: 1, y: 2 }, to: { x: 30, y: 40 } };
const recording = {
  version: 1,
  id: 'r',
  name: 'sum',
  createdAt: '2030-01-01T00:00:00Z',
  platform: 'linux',
  steps: [step],
};

it('parses a saved recording', () => expect(parseRecording(JSON.parse(JSON.stringify(recording)))).toEqual(recording));

it.each([
  [null, 'the document'],
  [{ ...recording, version: 2 }, 'version 2'],
  [{ ...recording, steps: [{ ...step, action: { type: 'dance' } }] }, 'steps.0.action.type'],
  [{ ...recording, steps: [{ ...step, at: 'noon' }] }, 'steps.0.at'],
  [{ ...recording, steps: [{ ...step, target: { ...step.target, picture: '"><b>' } }] }, 'steps.0.target.picture'],
])('rejects %j and names the place', (value, place) => expect(() => parseRecording(value)).toThrow(place));

it.each([
  [step, 'Click Button “7”'],
  [{ ...step, action: { ...step.action, count: 2 } }, 'Double-click Button “7”'],
  [{ ...step, action: { ...step.action, button: 'right', modifiers: ['ctrl'] } }, 'Right-click Button “7” with ctrl'],
  [{ ...step, target: null }, 'Click at 1, 2'],
  [{ ...step, action: drag, target: null }, 'Drag from 1, 2 to 30, 40'],
  [{ ...step, action: { ...drag, button: 'right' }, target: null }, 'Right-drag from 1, 2 to 30, 40'],
  [{ ...step, action: { type: 'setText', text: '', secret: 'PASSWORD' } }, 'Set Button “7” to the secret PASSWORD'],
  [{ ...step, action: { type: 'pressKeys', keys: 'Tab', repeat: 3 }, target: null }, 'Press Tab 3 times'],
  [{ ...step, action: { type: 'scroll', notches: -2 } }, 'Scroll down 2 in Button “7”'],
] as [Step, string][])('describes a step', (one, sentence) => expect(describeStep(one)).toBe(sentence));

it('drops the picture of a field that gets a secret', () => {
  const pictured: Step = {
    ...step,
    target: { controlType: 'Edit', name: 'Pin', selectors: [], bounds: null, picture: 'QUJD' },
  };
  expect(withAction(pictured, { type: 'setText', text: '42' }).target).toHaveProperty('picture', 'QUJD');
  const secret = withAction(pictured, { type: 'setText', text: '', secret: 'PIN' });
  expect(secret.target).not.toHaveProperty('picture');
  expect(withAction({ ...pictured, target: null }, secret.action).target).toBeNull();
});
