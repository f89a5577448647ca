import { assertNever } from '../../base/assert-never.ts';
import { AppError } from '#contract/errors';
import { asFractions, type Point } from '#contract/model/geometry';
import { describeStep, type Step } from '#contract/model/recording';
import type { WindowAction, WindowMatch } from '#contract/model/window';
import { toolKey, type ToolCall } from '#contract/model/tool-call';
import type { Action } from '#contract/model/action';
import { elementOfStep, windowArguments } from '../element-of-step.ts';
import { secretVariable } from '../secret-name.ts';
import { chordAsKeys, textAsKeys } from './ufo-keys.ts';

/** The tools wait for an element by themselves, but for a mere window only as long as they are told. */
const waitForWindow = { timeout_ms: 5_000 };

type Parameters = Record<string, unknown>;

/** The steps that are switched on, each as the call of UFO's tools that does it again. */
export function toToolCalls(steps: readonly Step[]): ToolCall[] {
  return steps.filter((step) => step.enabled).map((step) => toToolCall(step));
}

/**
 * The tool call that does again what the step did, for `AppUIExecutor`, with UFO's parameter names, its fractions of a
 * window and its notation of keys. In the place of a secret stands the environment variable that holds it.
 * @throws AppError `invalid_parameter` for what they cannot say: some keys, a drag into another window, a hover
 */
export function toToolCall(step: Step): ToolCall {
  const [tool, parameters] = translate(step, step.action);
  const isOnWindow = ['window', 'placeWindow', 'launch'].includes(step.action.type);
  return {
    tool_key: toolKey('action', tool),
    tool_name: tool,
    // UFO has no tools for windows.
    namespace: isOnWindow ? 'WindowManagement' : 'AppUIExecutor',
    tool_type: 'action',
    description: describeStep(step),
    parameters,
  };
}

/** What stands for a secret's text in a script that holds data only. */
export function secretPlaceholder(name: string): string {
  return `\${${secretVariable(name)}}`;
}

function translate(step: Step, action: Action): [tool: string, Parameters] {
  switch (action.type) {
    case 'click':
      return step.target ? clickElement(step, action) : clickPlace(step, action);
    case 'drag':
      return ['drag_on_coordinates', dragPlaces(step, action)];
    case 'hover':
      throw new AppError('invalid_parameter', 'None of the tools lets the pointer rest somewhere.');
    case 'setText': {
      const { secret } = action;
      const text = secret === undefined ? { text: action.text } : { text: secretPlaceholder(secret), secret: true };
      return ['set_edit_text', { ...element(step), ...text, clear_current_text: true }];
    }
    case 'typeText':
      if (action.secret !== undefined)
        return ['keyboard_input', { ...keyboard(step, secretPlaceholder(action.secret)), secret: true }];
      return ['keyboard_input', keyboard(step, textAsKeys(action.text))];
    case 'pressKeys':
      return ['keyboard_input', keyboard(step, chordAsKeys(action.keys, action.repeat))];
    case 'scroll':
      return ['wheel_mouse_input', { ...element(step), wheel_dist: action.notches }];
    case 'launch': {
      const { command, args } = action;
      return ['launch_app', { command, args, only_if_not_running: true }];
    }
    case 'window':
      return onWindow(step.window, windowTools[action.act]);
    case 'placeWindow':
      return onWindow(step.window, placeCall(action));
    case 'expect':
      // None of the tools checks something: the call says what was to be checked, and does nothing.
      return ['wait', { seconds: 0 }];
    case 'wait':
      return ['wait', { seconds: action.ms / 1_000 }];
    default:
      return assertNever(action);
  }
}

const windowTools: Readonly<Record<WindowAction, readonly [tool: string, Parameters]>> = {
  focus: ['focus_window', {}],
  minimize: ['minimize_window', {}],
  maximize: ['maximize_window', {}],
  fullscreen: ['set_fullscreen', { on: true }],
  restore: ['restore_window', {}],
  pinOnTop: ['set_always_on_top', { on: true }],
  unpin: ['set_always_on_top', { on: false }],
  close: ['close_window', {}],
};

function placeCall({ to, size }: Extract<Action, { type: 'placeWindow' }>): readonly [string, Parameters] {
  if (to) return ['move_window', { ...to, ...size }];
  if (size) return ['resize_window', { ...size }];
  throw new AppError('invalid_parameter', 'It says neither where the window goes nor how large it gets.');
}

/** These tools name a window in arguments of their own, and know no window without a title. */
function onWindow(match: WindowMatch, [tool, parameters]: readonly [string, Parameters]): [string, Parameters] {
  const { window = {} } = windowArguments(match);
  return [tool, { ...Object.fromEntries(Object.entries(window).filter(([, value]) => value !== '')), ...parameters }];
}

type Click = Extract<Action, { type: 'click' }>;

function clickElement(step: Step, action: Click): [string, Parameters] {
  return ['click_input', { ...element(step), ...clickParameters(action) }];
}

/** Without an element: the same fraction of the window, wherever that is by then. */
function clickPlace(step: Step, action: Click): [string, Parameters] {
  return [
    'click_on_coordinates',
    { ...inWindow(step, action.at), ...windowArguments(step.window), ...waitForWindow, ...clickParameters(action) },
  ];
}

function dragPlaces(step: Step, { button, at, to }: Extract<Action, { type: 'drag' }>): Parameters {
  if (step.ontoWindow)
    throw new AppError('invalid_parameter', 'It ends in another window, and the tool drags within one.');
  const [start, end] = [inWindow(step, at), inWindow(step, to)];
  const places = { start_x: start.x, start_y: start.y, end_x: end.x, end_y: end.y };
  return { ...places, button, ...windowArguments(step.window), ...waitForWindow };
}

function inWindow({ windowBounds }: Step, at: Point): Point {
  return asFractions(at, windowBounds ?? { width: 0, height: 0 });
}

function clickParameters({ button, count, modifiers }: Click): Parameters {
  return { button, double: count === 2, ...(modifiers.length > 0 && { modifiers }) };
}

function keyboard(step: Step, keys: string): Parameters {
  return { ...element(step), keys, control_focus: step.target !== null };
}

function element(step: Step): Parameters {
  const known = elementOfStep(step);
  return { ...known, ...(known.selector === undefined && waitForWindow) };
}
