import { describe, expect, it } from 'vitest';
import type { Action } from '#contract/model/recordings/action';
import type { Step, StepTarget } from '#contract/model/recordings/recording';
import type { RankedSelector } from '#contract/model/elements/selector';
import { ranked } from '../recorder/testing/events.ts';
import { toToolCall as written } from './dialect.ts';
import { secretPlaceholder } from './element.ts';
import { ufo } from './ufo.ts';

const window = { title: 'Calculator', app: 'galculator', className: 'Galculator' };
const wireWindow = { title: 'Calculator', app: 'galculator', class_name: 'Galculator' };
const byName = ranked('role=Button name="7"', 'name');
const byPath = ranked('path=0/3', 'path');
const click: Action = { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 200, y: 50 } };

const toToolCall = (step: Step) => written(ufo, step, secretPlaceholder);

function step(action: Action, selectors: readonly RankedSelector[] | null, more: Partial<Step> = {}): Step {
  const target: StepTarget | null = selectors && {
    controlType: 'Button' as const,
    name: '7',
    selectors: [...selectors],
    bounds: null,
  };
  return { id: 'a', at: 0, action, target, window, enabled: true, ...more };
}

describe('a click', () => {
  it('is click_input on the element, with the other selectors to fall back to', () => {
    expect(toToolCall(step(click, [byName, byPath]))).toEqual({
      tool_key: 'action::click_input',
      tool_name: 'click_input',
      namespace: 'AppUIExecutor',
      tool_type: 'action',
      description: 'Click Button “7”',
      parameters: {
        name: '7',
        selector: byName.selector,
        alternatives: [byPath.selector],
        window: wireWindow,
        button: 'left',
        double: false,
      },
    });
  });

  it('expresses double clicks and modifiers', () => {
    const { parameters } = toToolCall(step({ ...click, count: 2, modifiers: ['ctrl'] }, [byName]));
    expect(parameters).toMatchObject({ double: true, modifiers: ['ctrl'] });
    expect(parameters).not.toHaveProperty('alternatives');
  });

  it('does not require the name of an element with an identity', () => {
    expect(toToolCall(step(click, [ranked('id="seven"', 'identity')])).parameters).not.toHaveProperty('name');
  });

  it('without an element is the same fraction of the window', () => {
    const windowBounds = { x: 30, y: 40, width: 800, height: 600 };
    expect(toToolCall(step(click, null, { windowBounds }))).toMatchObject({
      tool_name: 'click_on_coordinates',
      parameters: { x: 0.2506, y: 0.0842, window: wireWindow, button: 'left', double: false },
    });
  });
});

it('a drag goes between the same fractions of the window', () => {
  const drag: Action = { type: 'drag', button: 'left', at: { x: 200, y: 60 }, to: { x: 400, y: 300 } };
  const windowBounds = { x: 30, y: 40, width: 800, height: 600 };
  expect(toToolCall(step(drag, null, { windowBounds }))).toMatchObject({
    tool_name: 'drag_on_coordinates',
    parameters: { start_x: 0.2506, start_y: 0.1008, end_x: 0.5006, end_y: 0.5008, window: wireWindow, button: 'left' },
  });
});

it('text replaces what the field holds', () => {
  expect(toToolCall(step({ type: 'setText', text: 'a b' }, [byName]))).toMatchObject({
    tool_name: 'set_edit_text',
    parameters: { text: 'a b', clear_current_text: true, selector: byName.selector },
  });
});

it('a secret is a placeholder', () => {
  const secret = step({ type: 'setText', text: '', secret: 'PIN' }, [byName]);
  expect(toToolCall(secret).parameters['text']).toBe('${DESKSCOPE_SECRET_PIN}');
  expect(toToolCall(secret).parameters['secret']).toBe(true);
});

it('typed text that was not recorded is a placeholder too', () => {
  const secret = step({ type: 'typeText', text: '', secret: 'TYPED_TEXT' }, null);
  expect(toToolCall(secret).parameters).toMatchObject({ keys: '${DESKSCOPE_SECRET_TYPED_TEXT}', secret: true });
});

it('keys go to the element that had focus, else to the window', () => {
  expect(toToolCall(step({ type: 'pressKeys', keys: 'ctrl+s', repeat: 1 }, [byName])).parameters).toMatchObject({
    keys: '{VK_CONTROL}s',
    control_focus: true,
    selector: byName.selector,
  });
  expect(toToolCall(step({ type: 'typeText', text: '7 × 6' }, null)).parameters).toEqual({
    keys: '7{SPACE}×{SPACE}6',
    control_focus: false,
    window: wireWindow,
    timeout_ms: 5_000,
  });
});

it('a scroll is wheel_mouse_input', () => {
  expect(toToolCall(step({ type: 'scroll', notches: -4 }, [byName]))).toMatchObject({
    tool_name: 'wheel_mouse_input',
    parameters: { wheel_dist: -4 },
  });
});

it('omits unknown properties of the window', () => {
  const call = toToolCall(step(click, [byName], { window: { title: '', app: 'x', className: '' } }));
  expect(call.parameters['window']).toEqual({ app: 'x' });
  expect(toToolCall(step(click, [byName], { window: {} })).parameters).not.toHaveProperty('window');
});

it('a hover and a drag into another window cannot be expressed', () => {
  const hover = toToolCall(step({ type: 'hover', at: { x: 1, y: 2 } }, [byName]));
  expect(hover).toMatchObject({
    tool_name: 'unsupported',
    description: expect.stringContaining('can hover') as string,
  });
  const ontoWindow = { match: { title: 'Other' }, bounds: { x: 900, y: 0, width: 90, height: 90 } };
  const drag: Action = { type: 'drag', button: 'left', at: { x: 1, y: 2 }, to: { x: 950, y: 4 } };
  expect(toToolCall(step(drag, [byName], { ontoWindow })).description).toContain('ends in another window');
});
