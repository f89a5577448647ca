import type { z } from 'zod';
import { assertNever } from '../base/assert-never.ts';
import { AppError } from '#contract/errors';
import type { Action } from '#contract/model/recordings/action';
import { action as actionSchema } from '#contract/model/schemas/action';
import { asFractions, atFractions, type Point } from '#contract/model/geometry';
import type { Step } from '#contract/model/recordings/recording';
import type { WindowAction, WindowMatch } from '#contract/model/windows/window';
import {
  toButton,
  clickInput,
  clickOnCoordinates,
  dragOnCoordinates,
  wheelMouseInput,
} from '../tools/servers/app-ui-executor/mouse.ts';
import { parseKeys } from '../tools/servers/app-ui-executor/key-notation.ts';
import { keyboardInput, setEditText } from '../tools/servers/app-ui-executor/keyboard.ts';
import { wait } from '../tools/servers/app-ui-executor/looking.ts';
import { selectApplicationWindow } from '../tools/servers/host-ui-executor/index.ts';
import { windowCalls } from '../tools/servers/window-management/action-call.ts';
import { closeWindow } from '../tools/servers/window-management/closing.ts';
import { focusWindow } from '../tools/servers/window-management/focusing.ts';
import { launchApp } from '../tools/servers/window-management/launching.ts';
import {
  moveWindow,
  resizeWindow,
  maximizeWindow,
  minimizeWindow,
  restoreWindow,
  setAlwaysOnTop,
  setFullscreen,
} from '../tools/servers/window-management/placing.ts';
import type { WindowArgument, WindowNaming } from '../tools/target/target-input.ts';
import { reader, type Dialect, type FromCall, type KnownCall, type StepDraft } from './dialect.ts';
import {
  elementOfStep,
  middleOf,
  neededTarget,
  secretIn,
  targetOf,
  typedText,
  windowArguments,
  windowOf,
} from './element.ts';
import { chordAsKeys, textAsKeys } from './ufo-keys.ts';

type Parameters = Record<string, unknown>;
type WindowCall = (typeof windowCalls)[WindowAction];
type Click = Extract<Action, { type: 'click' }>;

/** The tools wait for elements themselves, but for windows only as long as specified. */
const waitForWindow = { timeout_ms: 5_000 };

/** The window's bounds if only fractions are known. */
const square = { x: 0, y: 0, width: 10_000, height: 10_000 };

/**
 * The calls of UFO's `AppUIExecutor`, with its parameter names, fractions of a window and key notation. UFO has no window tools,
 * so the window calls are Deskscope's.
 */
export const ufo: Dialect = {
  write(step, secret) {
    const [tool, parameters] = translate(step, step.action, secret);
    return { tool, parameters };
  },
  gaps: ['rules', 'until', 'ends', 'way', 'hold', 'place', 'folder', 'effects'],
  expresses: [],
  readers: {
    select_application_window: reader(
      { ...selectApplicationWindow, input: selectApplicationWindow.input.partial({ id: true }) },
      ({ name }) => ({ window: { title: name } }),
    ),
    click_input: reader(clickInput, (given, call) => {
      const target = neededTarget(call, given);
      const { action: known } = call;
      const kept = known?.type === 'click' ? known : { at: middleOf(target), holdMs: undefined, count: undefined };
      const held = kept.holdMs !== undefined && { holdMs: kept.holdMs };
      const third = given.double && kept.count === 3 && { count: kept.count };
      return one(call, given, { target, action: { ...clickOf(given), ...third, at: kept.at, ...held } });
    }),
    click_on_coordinates: reader(clickOnCoordinates, ({ x, y, ...given }, call) => {
      const windowBounds = call.windowBounds ?? square;
      return one(call, given, {
        target: null,
        windowBounds,
        action: { ...clickOf(given), at: within(windowBounds, x, y) },
      });
    }),
    drag_on_coordinates: reader(dragOnCoordinates, ({ start_x, start_y, end_x, end_y, button, ...given }, call) => {
      const windowBounds = call.windowBounds ?? square;
      const [at, to] = [within(windowBounds, start_x, start_y), within(windowBounds, end_x, end_y)];
      return one(call, given, {
        target: null,
        windowBounds,
        action: { type: 'drag', button: toButton(button), at, to },
      });
    }),
    set_edit_text: reader(setEditText, ({ text, secret, clear_current_text: replaces, ...given }, call) =>
      one(call, given, {
        target: neededTarget(call, given),
        action: { type: replaces ? 'setText' : 'typeText', ...typedText(text, secret) },
      }),
    ),
    keyboard_input: reader(keyboardInput, ({ keys, secret, control_focus: focuses, ...given }, call) => {
      const target = focuses ? targetOf(given, call.target) : null;
      const window = windowOf(given.window, call.window);
      return { steps: actionsOf(keys, secret).map((action) => ({ action, target, window })) };
    }),
    wheel_mouse_input: reader(wheelMouseInput, ({ wheel_dist: notches, ...given }, call) =>
      one(call, given, { target: targetOf(given, call.target), action: { type: 'scroll', notches } }),
    ),
    wait: reader(wait, ({ seconds }, call) => {
      const ms = Math.round(seconds * 1_000);
      // A wait of no time stands for a check, which none of the tools makes.
      if (ms === 0) return { leftOut: 'it waits no time' };
      const paused = actionSchema.safeParse({ type: 'wait', ms });
      if (!paused.success) return { leftOut: 'no step waits that long' };
      return one(call, {}, { target: null, action: paused.data });
    }),
    launch_app: reader(launchApp, ({ command, args }) => ({
      steps: [{ action: { type: 'launch', command, args }, target: null, window: {} }],
    })),
    move_window: reader(moveWindow, ({ x, y, width, height, ...named }, call) => {
      if ((width === undefined) !== (height === undefined))
        throw new AppError('invalid_parameter', 'parameters: give width and height, or neither');
      const size = width !== undefined && height !== undefined && { width, height };
      return onWindow(call, named, { type: 'placeWindow', to: { x, y }, ...(size && { size }) });
    }),
    resize_window: reader(resizeWindow, ({ width, height, ...named }, call) =>
      onWindow(call, named, { type: 'placeWindow', size: { width, height } }),
    ),
    // Leaving full screen restores the window.
    set_fullscreen: reader(setFullscreen, ({ on, ...named }, call) => done(call, named, on ? 'fullscreen' : 'restore')),
    set_always_on_top: reader(setAlwaysOnTop, ({ on, ...named }, call) => done(call, named, on ? 'pinOnTop' : 'unpin')),
    focus_window: reader(focusWindow, (named, call) => done(call, named, 'focus')),
    minimize_window: reader(minimizeWindow, (named, call) => done(call, named, 'minimize')),
    maximize_window: reader(maximizeWindow, (named, call) => done(call, named, 'maximize')),
    restore_window: reader(restoreWindow, (named, call) => done(call, named, 'restore')),
    close_window: reader(closeWindow, (named, call) => done(call, named, 'close')),
  },
};

function translate(step: Step, action: Action, secret: (name: string) => string): [tool: string, Parameters] {
  switch (action.type) {
    case 'click':
      return step.target ? clickElement(step, action) : clickPlace(step, action);
    case 'drag':
      return ['drag_on_coordinates', dragPlaces(step, action)];
    case 'hover':
      throw new AppError('invalid_parameter', 'No tool of this format can hover.');
    case 'setText': {
      const text = action.secret === undefined ? { text: action.text } : { text: secret(action.secret), secret: true };
      return ['set_edit_text', { ...element(step), ...text, clear_current_text: true }];
    }
    case 'typeText':
      if (action.secret !== undefined)
        return ['keyboard_input', { ...keyboard(step, secret(action.secret)), secret: true }];
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
      return withWindow(step.window, windowCalls[action.act]);
    case 'placeWindow':
      return withWindow(step.window, placeCall(action));
    case 'expect':
      // No tool makes checks: the call describes the check and does nothing.
      return ['wait', { seconds: 0 }];
    case 'wait':
      return ['wait', { seconds: action.ms / 1_000 }];
    default:
      return assertNever(action);
  }
}

function placeCall({ to, size }: Extract<Action, { type: 'placeWindow' }>): WindowCall {
  if (to) return ['move_window', { ...to, ...size }];
  if (size) return ['resize_window', { ...size }];
  throw new AppError('invalid_parameter', 'Neither a position nor a size is given.');
}

/** These tools have their own window arguments, and cannot match a window without a title. */
function withWindow(match: WindowMatch, [tool, parameters]: WindowCall): [string, Parameters] {
  const { window = {} } = windowArguments(match);
  return [tool, { ...Object.fromEntries(Object.entries(window).filter(([, value]) => value !== '')), ...parameters }];
}

function clickElement(step: Step, action: Click): [string, Parameters] {
  return ['click_input', { ...element(step), ...clickParameters(action) }];
}

/** Without an element: the same fraction of the window, wherever the window is during replay. */
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
  return { button, double: count > 1, ...(modifiers.length > 0 && { modifiers }) };
}

function keyboard(step: Step, keys: string): Parameters {
  return { ...element(step), keys, control_focus: step.target !== null };
}

function element(step: Step): Parameters {
  const known = elementOfStep(step);
  return { ...known, ...(known.selector === undefined && waitForWindow) };
}

function one(
  call: KnownCall,
  { window }: { readonly window?: WindowArgument | undefined },
  step: Omit<StepDraft, 'window'>,
): FromCall {
  return { steps: [{ ...step, window: windowOf(window, call.window) }] };
}

/** A call without a window means the selected one. */
function onWindow(call: KnownCall, named: WindowNaming, action: Action): FromCall {
  return { steps: [{ action, target: null, window: windowOf(named, call.window) }] };
}

function done(call: KnownCall, named: WindowNaming, act: WindowAction): FromCall {
  return onWindow(call, named, { type: 'window', act });
}

type Clicking = Pick<z.output<typeof clickInput.input>, 'button' | 'double' | 'modifiers'>;

function clickOf({ button, double, modifiers }: Clicking): Omit<Click, 'at' | 'holdMs'> {
  return { type: 'click', button: toButton(button), count: double ? 2 : 1, modifiers };
}

function within(windowBounds: NonNullable<Step['windowBounds']>, x: number, y: number): Point {
  return atFractions({ ...windowBounds, x: 0, y: 0 }, { x, y });
}

function actionsOf(keys: string, isSecret: boolean): readonly Action[] {
  const secret = isSecret ? secretIn(keys) : undefined;
  if (secret !== undefined) return [{ type: 'typeText', text: '', secret }];
  return parseKeys(keys).map((stroke) =>
    stroke.type === 'text'
      ? { type: 'typeText', text: stroke.text }
      : { type: 'pressKeys', keys: stroke.keys, repeat: stroke.repeat },
  );
}
