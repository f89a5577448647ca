import { assertNever } from '../base/assert-never.ts';
import { asFractions, type Point } from '#contract/model/geometry';
import { describeStep, type Step } from '#contract/model/recording';
import { toolKey, type ToolCall } from '#contract/model/tool-call';
import type { WindowMatch } from '#contract/model/window';
import type { Action } from '#contract/model/action';
import { secretVariable } from './secret-name.ts';
import { chordAsKeys, textAsKeys } from './ufo-keys.ts';

/** The tools wait for an element by themselves, but for a mere window only as long as they are told. */
const waitForWindow = { timeout_ms: 5_000 };

type Parameters = Record<string, unknown>;

/** The steps that are switched on, each as the call that does it again. */
export function toToolCalls(steps: readonly Step[]): ToolCall[] {
  return steps.filter((step) => step.enabled).map((step) => toToolCall(step));
}

/**
 * The tool call that does again what the step did, for `AppUIExecutor` and with UFO's parameter names.
 * @param secret gives the text for a secret's name; where missing, a placeholder names the environment variable
 * @throws AppError `invalid_parameter` for a key that the tools cannot press
 */
export function toToolCall(step: Step, secret: (name: string) => string = secretPlaceholder): ToolCall {
  const [tool, parameters] = translate(step, step.action, secret);
  return {
    tool_key: toolKey('action', tool),
    tool_name: tool,
    namespace: 'AppUIExecutor',
    tool_type: 'action',
    description: describeStep(step),
    parameters,
  };
}

/** What stands for a secret's text in a script that holds data only. */
export function secretPlaceholder(name: string): string {
  return `\${${secretVariable(name)}}`;
}

function translate(step: Step, action: Action, secret: (name: string) => string): [tool: string, Parameters] {
  switch (action.type) {
    case 'click':
      return step.target ? clickElement(step, action) : clickPlace(step, action);
    case 'drag':
      return ['drag_on_coordinates', dragPlaces(step, action)];
    case 'setText': {
      const text = action.secret === undefined ? { text: action.text } : { text: secret(action.secret), secret: true };
      return ['set_edit_text', { ...element(step), ...text, clear_current_text: true }];
    }
    case 'typeText':
      return ['keyboard_input', keyboard(step, textAsKeys(action.text))];
    case 'pressKeys':
      return ['keyboard_input', keyboard(step, chordAsKeys(action.keys, action.repeat))];
    case 'scroll':
      return ['wheel_mouse_input', { ...element(step), wheel_dist: action.notches }];
    default:
      return assertNever(action);
  }
}

type Click = Extract<Action, { type: 'click' }>;

function clickElement(step: Step, action: Click): [string, Parameters] {
  return ['click_input', { ...element(step), ...clickParameters(action) }];
}

/** Without an element: the same fraction of the window, wherever that is by then. */
function clickPlace(step: Step, action: Click): [string, Parameters] {
  return [
    'click_on_coordinates',
    { ...inWindow(step, action.at), ...window(step.window), ...waitForWindow, ...clickParameters(action) },
  ];
}

function dragPlaces(step: Step, { button, at, to }: Extract<Action, { type: 'drag' }>): Parameters {
  const [start, end] = [inWindow(step, at), inWindow(step, to)];
  const places = { start_x: start.x, start_y: start.y, end_x: end.x, end_y: end.y };
  return { ...places, button, ...window(step.window), ...waitForWindow };
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

function element({ target, window: match }: Step): Parameters {
  const [primary, ...alternatives] = target?.selectors ?? [];
  return {
    ...(target && primary && mayCheckName(primary.kind) && target.name && { name: target.name }),
    ...(primary && { selector: primary.selector }),
    ...(alternatives.length > 0 && { alternatives: alternatives.map(({ selector }) => selector) }),
    ...window(match),
    ...(!primary && waitForWindow),
  };
}

/** An element with an identity of its own keeps it when its label changes (“Play”, “Pause”): then a name proves nothing. */
function mayCheckName(kind: string): boolean {
  return kind !== 'identity';
}

function window({ title, app, className }: WindowMatch): { window?: Parameters } {
  const match = { ...(title && { title }), ...(app && { app }), ...(className && { class_name: className }) };
  return Object.keys(match).length > 0 ? { window: match } : {};
}
