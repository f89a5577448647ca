import { assertNever } from '../base/assert-never.ts';
import type { Action } from '#contract/model/action';
import type { Point, Rect, Size } from '#contract/model/geometry';
import type { Step, StepTarget } from '#contract/model/recording';
import type { WindowAction } from '#contract/model/window';
import { toolKey } from '#contract/model/tool-call';
import { elementOf, elementOfStep, windowArguments } from './element-of-step.ts';

/** The call of our own tools that does a step again: its element, its pixels and keys as they were recorded. */
export interface StepCall {
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

type Drag = Extract<Action, { type: 'drag' }>;

const windowSteps: Readonly<Record<WindowAction, string>> = {
  focus: 'step_focus_window',
  minimize: 'step_minimize_window',
  maximize: 'step_maximize_window',
  fullscreen: 'step_fullscreen_window',
  restore: 'step_restore_window',
  pinOnTop: 'step_pin_window',
  unpin: 'step_unpin_window',
  close: 'step_close_window',
};

/** @param secret gives the text for a secret's name */
export function stepCall(step: Step, secret: (name: string) => string): StepCall {
  const [name, parameters] = translate(step, step.action, secret);
  const effects = step.expected && { expected: step.expected };
  return { tool: toolKey('action', name), parameters: { ...elementOfStep(step), ...parameters, ...effects } };
}

function translate(step: Step, action: Action, secret: (name: string) => string): [string, Record<string, unknown>] {
  switch (action.type) {
    case 'click': {
      const { button, count, modifiers, at, holdMs } = action;
      const click = { button, count, modifiers, ...(holdMs !== undefined && { hold_ms: holdMs }) };
      if (step.target) return ['step_click', { ...click, ...placeOn(step.target, at) }];
      return ['step_click_place', { at, ...sizeOf(step), ...click }];
    }
    case 'drag': {
      const { button, at: from, via, to } = action;
      return dragOfElement(step, action) ?? ['step_drag', { from, ...(via && { via }), to, ...sizeOf(step), button }];
    }
    case 'hover':
      return ['step_hover', step.target ? placeOn(step.target, action.at) : {}];
    case 'setText':
    case 'typeText': {
      const text = action.secret === undefined ? { text: action.text } : { text: secret(action.secret), secret: true };
      return [action.type === 'setText' ? 'step_set_text' : 'step_type_text', text];
    }
    case 'pressKeys':
      return ['step_press_keys', { keys: action.keys, repeat: action.repeat }];
    case 'scroll':
      return ['step_scroll', scrollOf(step, action)];
    case 'window':
      return [windowSteps[action.act], {}];
    case 'launch': {
      const { command, args, folder } = action;
      return ['step_launch', { command, args, ...(folder !== undefined && { folder }) }];
    }
    case 'placeWindow':
      return ['step_place_window', { ...(action.to && { to: action.to }), ...(action.size && { size: action.size }) }];
    case 'expect':
      return ['step_expect', {}];
    case 'wait':
      return ['step_wait', { ms: action.ms }];
    default:
      return assertNever(action);
  }
}

function scrollOf({ target, windowBounds, until }: Step, { notches, at }: Extract<Action, { type: 'scroll' }>) {
  const then = target ? target.bounds : windowBounds;
  const place = at && then && { at, size: { width: then.width, height: then.height } };
  const { selector, name } = until ? elementOf(until) : {};
  return {
    notches,
    ...place,
    ...(selector !== undefined && { until: { selector, ...(name !== undefined && { name }) } }),
  };
}

/** Null where no element is known with its place. */
function dragOfElement(step: Step, { button, at, via, to }: Drag): [string, Record<string, unknown>] | null {
  const { target, onto, ontoWindow, windowBounds } = step;
  if (!target?.bounds || !windowBounds) return null;
  const end = onto?.bounds ? onto : target;
  const places = { at: inside(target, windowBounds, at), size: extent(target), to: inside(end, windowBounds, to) };
  const elsewhere = ontoWindow && windowArguments(ontoWindow.match);
  const ending = end === onto && { onto: { ...elementOf(onto), size: extent(onto), ...elsewhere } };
  const way = via && { way: { via: via.map((point) => from(at, point)), by: from(at, to) } };
  return ['step_drag_element', { ...places, ...way, ...ending, button }];
}

function from(origin: Point, { x, y }: Point): Point {
  return { x: x - origin.x, y: y - origin.y };
}

function inside({ bounds }: StepTarget, window: Rect, at: Point): Point {
  return { x: window.x + at.x - (bounds?.x ?? 0), y: window.y + at.y - (bounds?.y ?? 0) };
}

function extent({ bounds }: StepTarget): Size {
  return { width: bounds?.width ?? 0, height: bounds?.height ?? 0 };
}

function placeOn({ bounds }: StepTarget, at: Point): Record<string, unknown> {
  if (!bounds) return {};
  const { width, height } = bounds;
  return { at, size: { width, height } };
}

function sizeOf({ windowBounds }: Step): {
  readonly window_size?: { readonly width: number; readonly height: number };
} {
  if (!windowBounds) return {};
  const { width, height } = windowBounds;
  return { window_size: { width, height } };
}
