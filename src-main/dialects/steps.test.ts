import { describe, expect, it } from 'vitest';
import type { Action } from '#contract/model/recordings/action';
import { placeInside } from '#contract/model/geometry';
import type { Step, StepTarget } from '#contract/model/recordings/recording';
import { ranked } from '../recorder/testing/events.ts';
import { specRecording } from '../recorder/testing/spec-recording.ts';
import { inputSchema } from '../tools/registry.ts';
import { deskscope } from '../tools/servers/deskscope/index.ts';
import { stepCall } from './steps.ts';

const window = { title: 'Calculator', app: 'galculator', className: 'Galculator' };
const windowBounds = { x: 30, y: 40, width: 801, height: 603 };
const click: Action = { type: 'click', button: 'left', count: 2, modifiers: ['ctrl'], at: { x: 200, y: 50 } };
const call = (action: Action, more: Partial<Step> = {}) => {
  const step: Step = { id: 'a', at: 0, action, target: null, window, windowBounds, enabled: true, ...more };
  return stepCall(step, (name) => `the ${name}`);
};
const target: StepTarget = {
  controlType: 'Button',
  name: '7',
  selectors: [ranked('role=Button name="7"', 'name'), ranked('path=0/3', 'path')],
  bounds: null,
};

describe('a step is a call of our own tools', () => {
  it('names its element, with fallback selectors', () => {
    expect(call(click, { target })).toEqual({
      tool: 'step_click',
      parameters: {
        name: '7',
        selector: 'role=Button name="7"',
        alternatives: ['path=0/3'],
        window: { title: 'Calculator', app: 'galculator', class_name: 'Galculator' },
        button: 'left',
        count: 2,
        modifiers: ['ctrl'],
      },
    });
  });

  it('contains the position on its element', () => {
    const bounds = { x: 300, y: 200, width: 64, height: 40 };
    expect(call(click, { target: { ...target, bounds } }).parameters).toMatchObject({
      at: { x: 200, y: 50 },
      size: { width: 64, height: 40 },
    });
  });

  it('contains the position of the pointer on its element', () => {
    const bounds = { x: 300, y: 200, width: 64, height: 40 };
    expect(call({ type: 'hover', at: { x: 7, y: 8 } }, { target: { ...target, bounds } })).toMatchObject({
      tool: 'step_hover',
      parameters: { name: '7', at: { x: 7, y: 8 }, size: { width: 64, height: 40 } },
    });
  });

  it('contains where on its elements a drag began and ended', () => {
    const slider = { ...target, bounds: { x: 100, y: 90, width: 50, height: 20 } };
    const action: Action = { type: 'drag', button: 'left', at: { x: 75, y: 60 }, to: { x: 110, y: 60 } };
    const { tool, parameters } = call(action, { target: slider });
    expect(tool).toBe('step_drag_element');
    expect(parameters).toMatchObject({ at: { x: 5, y: 10 }, to: { x: 40, y: 10 }, size: { width: 50, height: 20 } });
    expect(parameters).not.toHaveProperty('onto');
    const onto = { ...target, name: '8', bounds: { x: 120, y: 80, width: 30, height: 30 } };
    expect(call(action, { target: slider, onto }).parameters).toMatchObject({
      to: { x: 20, y: 20 },
      onto: { name: '8', selector: 'role=Button name="7"', size: { width: 30, height: 30 } },
    });
    const bent: Action = { ...action, via: [{ x: 75, y: 90 }] };
    expect(call(bent, { target: slider, onto }).parameters).toMatchObject({
      way: { via: [{ x: 0, y: 30 }], by: { x: 35, y: 0 } },
    });
    const ontoWindow = { match: { app: 'other', title: 'Other' }, bounds: { x: 500, y: 0, width: 90, height: 90 } };
    expect(call(action, { target: slider, onto, ontoWindow }).parameters).toMatchObject({
      onto: { name: '8', window: { app: 'other', title: 'Other' } },
    });
  });

  it('keeps pixels as they were recorded', () => {
    const size = { width: 801, height: 603 };
    expect(call(click)).toMatchObject({
      tool: 'step_click_place',
      parameters: { at: { x: 200, y: 50 }, window_size: size },
    });
    expect(call({ type: 'drag', button: 'left', at: { x: 1, y: 2 }, to: { x: 3, y: 4 } }).parameters).toMatchObject({
      from: { x: 1, y: 2 },
      to: { x: 3, y: 4 },
      window_size: size,
    });
  });

  it('keeps keys and text as they were recorded', () => {
    expect(call({ type: 'pressKeys', keys: 'ctrl++', repeat: 2 }).parameters).toMatchObject({
      keys: 'ctrl++',
      repeat: 2,
    });
    expect(call({ type: 'typeText', text: '{ENTER} ~\n' }).parameters).toMatchObject({ text: '{ENTER} ~\n' });
  });

  it('types the text of a secret and marks it as secret', () => {
    const { parameters } = call({ type: 'setText', text: '', secret: 'PIN' }, { target });
    expect(parameters).toMatchObject({ text: 'the PIN', secret: true });
  });

  it('types a secret without a known field', () => {
    expect(call({ type: 'typeText', text: '', secret: 'TYPED_TEXT' })).toMatchObject({
      tool: 'step_type_text',
      parameters: { text: 'the TYPED_TEXT', secret: true },
    });
  });

  it('omits the window if nothing of it was recorded', () => {
    expect(call(click, { window: {} }).parameters).not.toHaveProperty('window');
  });

  it('is accepted by one of our tools, for every action', () => {
    const kinds = new Set(specRecording.steps.map(({ action }) => action.type));
    expect(kinds.size).toBe(11);
    for (const step of specRecording.steps) {
      const { tool, parameters } = stepCall(step, () => 'x');
      const found = deskscope.find(({ name }) => tool === name);
      expect(Object.keys(inputSchema(found!)['properties'] as object)).toEqual(
        expect.arrayContaining(Object.keys(parameters)),
      );
      expect(found!.input.safeParse(parameters).error).toBeUndefined();
    }
  });
});

describe('a position in a window', () => {
  const widths = [1, 2, 3, 97, 640, 801, 1366, 1920, 3840];
  const at = (x: number, width: number, now: number) =>
    placeInside({ x: -7, y: 0, width: now, height: 1 }, { x, y: 0 }, { width, height: 1 }).x + 7;

  it('is the same pixel in a window of the same size, wherever the window is', () => {
    for (const width of widths) for (let x = 0; x < width; x++) expect(at(x, width, width)).toBe(x);
  });

  it('is scaled in proportion for another size, in order and inside the window', () => {
    for (const width of widths) {
      for (const now of widths) {
        const all = Array.from({ length: width }, (_, x) => at(x, width, now));
        expect(all).toEqual([...all].sort((a, b) => a - b));
        for (const [x, there] of all.entries()) {
          expect(there).toBeGreaterThanOrEqual(0);
          expect(there).toBeLessThan(now);
          expect(Math.abs((there + 0.5) / now - (x + 0.5) / width)).toBeLessThanOrEqual(0.5 / now + 1e-9);
        }
      }
    }
  });

  it('is unchanged if no size was recorded', () => {
    expect(placeInside({ x: 10, y: 20, width: 300, height: 200 }, { x: 5, y: 6 })).toEqual({ x: 15, y: 26 });
  });
});
