import { z } from 'zod';
import { assertNever } from '../base/assert-never.ts';
import type { Action } from '#contract/model/recordings/action';
import type { Point, Rect, Size } from '#contract/model/geometry';
import type { Step, StepTarget } from '#contract/model/recordings/recording';
import { effectFields } from '../tools/servers/deskscope/define-step.ts';
import {
  stepClick,
  stepClickPlace,
  stepDrag,
  stepDragElement,
  stepHover,
} from '../tools/servers/deskscope/steps-by-mouse.ts';
import { stepPressKeys, stepSetText, stepTypeText } from '../tools/servers/deskscope/steps-by-keyboard.ts';
import { stepScroll } from '../tools/servers/deskscope/step-scroll.ts';
import {
  stepLaunch,
  stepPlaceWindow,
  windowStepName,
  windowSteps,
} from '../tools/servers/deskscope/steps-on-windows.ts';
import { stepExpect, stepWait } from '../tools/servers/deskscope/steps-that-look.ts';
import { windowFields, type TargetInput } from '../tools/target/target-input.ts';
import {
  reader,
  readParameters,
  type Call,
  type Dialect,
  type KnownCall,
  type Reader,
  type StepDraft,
} from './dialect.ts';
import {
  elementOf,
  elementOfStep,
  middleOf,
  neededTarget,
  sized,
  targetOf,
  typedText,
  windowArguments,
  windowOf,
} from './element.ts';

type Parameters = Record<string, unknown>;
type Drag = Extract<Action, { type: 'drag' }>;

/** How long a step of a script may wait for its window and element, and then for its effect, in milliseconds. */
export const defaultTimeoutMs = 5_000;

/** The arguments for a timeout. */
export function waiting(ms: number): { readonly timeout_ms: number; readonly effect_ms: number } {
  return { timeout_ms: ms, effect_ms: ms };
}

/**
 * The calls of our own step tools, used by replay and every script over MCP. They express everything about a step: its exact
 * position, what it waits for and its expected effects.
 */
export const steps: Dialect = {
  write(step, secret) {
    const { tool, parameters } = stepCall(step, secret);
    return { tool, parameters: { ...parameters, ...waiting(step.timeoutMs ?? defaultTimeoutMs) } };
  },
  gaps: ['rules', 'opener'],
  expresses: ['expected', 'timeoutMs', 'until', 'onto', 'ontoWindow', 'around', 'aroundEnd', 'unseen'],
  readers: {
    step_click: step(
      stepClick,
      ({ button, count, modifiers, hold_ms: holdMs, at, size, around, unseen, ...named }, call) => {
        const target = neededTarget(call, named, size);
        return {
          target,
          ...(around && { around }),
          ...(unseen && { unseen }),
          action: { type: 'click', button, count, modifiers, at: at ?? placeIn(target, call), ...held(holdMs) },
        };
      },
    ),
    step_click_place: step(
      stepClickPlace,
      ({ button, count, modifiers, hold_ms: holdMs, at, window_size: size, around, unseen }, call) => ({
        ...inWindow(call, size),
        ...(around && { around }),
        ...(unseen && { unseen }),
        action: { type: 'click', button, count, modifiers, at, ...held(holdMs) },
      }),
    ),
    step_drag: step(stepDrag, ({ button, from, via, to, window_size: size, around, unseen }, call) => ({
      ...inWindow(call, size),
      ...(around && { around }),
      ...(unseen && { unseen }),
      action: { type: 'drag', button, at: from, ...(via.length > 0 && { via }), to },
    })),
    step_drag_element: step(stepDragElement, readDrag),
    step_hover: step(stepHover, ({ at, size, ...named }, call) => {
      const target = targetOf(named, call.target, size);
      return { target, action: { type: 'hover', at: at ?? placeIn(target, call) } };
    }),
    step_scroll: step(stepScroll, ({ notches, at, size, until, ...named }, call) => {
      const target = targetOf(named, call.target, size);
      return {
        ...(target ? { target } : inWindow(call, size)),
        action: { type: 'scroll', notches, ...(at && { at }) },
        ...(until && { until: shownAt(until, call) }),
      };
    }),
    step_set_text: step(stepSetText, ({ text, secret, ...named }, call) => ({
      target: neededTarget(call, named),
      action: { type: 'setText', ...typedText(text, secret) },
    })),
    step_type_text: step(stepTypeText, ({ text, secret, unseen, ...named }, call) => ({
      target: targetOf(named, call.target),
      ...(unseen && { unseen }),
      action: { type: 'typeText', ...typedText(text, secret) },
    })),
    step_press_keys: step(stepPressKeys, ({ keys, repeat, ...named }, call) => ({
      target: targetOf(named, call.target),
      action: { type: 'pressKeys', keys, repeat },
    })),
    ...Object.fromEntries(
      windowSteps.map(({ act, tool }) => [
        tool.name,
        step(tool, () => ({ target: null, action: { type: 'window', act } })),
      ]),
    ),
    step_place_window: step(stepPlaceWindow, ({ to, size }) => ({
      target: null,
      action: { type: 'placeWindow', ...(to && { to }), ...(size && { size }) },
    })),
    step_launch: step(stepLaunch, ({ command, args, folder }) => ({
      target: null,
      action: { type: 'launch', command, args, ...(folder !== undefined && { folder }) },
    })),
    step_expect: step(stepExpect, (named, call) => ({
      target: targetOf(named, call.target),
      action: { type: 'expect' },
    })),
    step_wait: step(stepWait, ({ ms }) => ({ target: null, action: { type: 'wait', ms } })),
  },
};

/** Like {@link steps}, for scripts that set the timeout once: only deviating timeouts are written. */
export function ownTimeout(step: Step, secret: (name: string) => string): Call {
  const { tool, parameters } = stepCall(step, secret);
  return { tool, parameters: { ...parameters, ...(step.timeoutMs !== undefined && waiting(step.timeoutMs)) } };
}

/** The call that repeats a step, without its timeout. @param secret returns the text of a named secret */
export function stepCall(step: Step, secret: (name: string) => string): Call {
  const [tool, parameters] = translate(step, step.action, secret);
  const effects = step.expected && { expected: step.expected };
  return { tool, parameters: { ...elementOfStep(step), ...parameters, ...effects } };
}

function translate(step: Step, action: Action, secret: (name: string) => string): [string, Parameters] {
  switch (action.type) {
    case 'click': {
      const { button, count, modifiers, at, holdMs } = action;
      const click = { button, count, modifiers, ...(holdMs !== undefined && { hold_ms: holdMs }) };
      const { around, unseen } = step;
      const looks = { ...(around && { around }), ...(unseen && { unseen }) };
      if (step.target) return ['step_click', { ...click, ...placeOn(step.target, at), ...looks }];
      return ['step_click_place', { at, ...sizeOf(step), ...click, ...looks }];
    }
    case 'drag': {
      const { button, at: from, via, to } = action;
      const looks = { ...(step.around && { around: step.around }), ...(step.unseen && { unseen: step.unseen }) };
      const places = { from, ...(via && { via }), to, ...sizeOf(step), button, ...looks };
      return dragOfElement(step, action) ?? ['step_drag', places];
    }
    case 'hover':
      return ['step_hover', step.target ? placeOn(step.target, action.at) : {}];
    case 'setText':
    case 'typeText': {
      const text = action.secret === undefined ? { text: action.text } : { text: secret(action.secret), secret: true };
      if (action.type === 'setText') return ['step_set_text', text];
      return ['step_type_text', { ...text, ...(step.unseen && { unseen: step.unseen }) }];
    }
    case 'pressKeys':
      return ['step_press_keys', { keys: action.keys, repeat: action.repeat }];
    case 'scroll':
      return ['step_scroll', scrollOf(step, action)];
    case 'window':
      return [windowStepName(action.act), {}];
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
  const place = at && then && { at, size: sizeIn(then) };
  const { selector, name } = until ? elementOf(until) : {};
  return {
    notches,
    ...place,
    ...(selector !== undefined && { until: { selector, ...(name !== undefined && { name }) } }),
  };
}

/** Null without an element of known bounds. */
function dragOfElement(step: Step, { button, at, via, to }: Drag): [string, Parameters] | null {
  const { target, onto, ontoWindow, windowBounds, around, aroundEnd, unseen } = step;
  if (!target?.bounds || !windowBounds) return null;
  const own = less(target.bounds, windowBounds);
  const end = onto?.bounds ? onto : null;
  const places = { at: less(at, own), size: sizeIn(target.bounds) };
  const elsewhere = ontoWindow && windowArguments(ontoWindow.match);
  const looks = aroundEnd && { around: aroundEnd };
  const ending = end?.bounds && { onto: { ...elementOf(end), size: sizeIn(end.bounds), ...elsewhere, ...looks } };
  const way = via && { way: { via: via.map((point) => less(point, at)), by: less(to, at) } };
  const last = less(to, end?.bounds ? less(end.bounds, windowBounds) : own);
  const then = {
    ...(around && { around }),
    ...(aroundEnd && !ending && { around_end: aroundEnd }),
    ...(unseen && { unseen }),
  };
  return ['step_drag_element', { ...places, to: last, ...way, ...ending, button, ...then }];
}

/** If the call contains no window position, coordinates are relative to the dragged element. */
function readDrag(
  {
    button,
    at,
    size,
    to,
    onto,
    way,
    duration_ms: _,
    around,
    around_end: looksAtEnd,
    unseen,
    ...named
  }: z.output<typeof stepDragElement.input>,
  call: KnownCall,
): Read {
  const target = neededTarget(call, named, size);
  const own = target.bounds ?? { x: 0, y: 0, ...size };
  const window = call.windowBounds ?? own;
  const origin = less(own, window);
  const start = plus(origin, at);
  const looks = {
    ...(around && { around }),
    ...(unseen && { unseen }),
    ...(onto?.around && { aroundEnd: onto.around }),
    ...(!onto && looksAtEnd && { aroundEnd: looksAtEnd }),
  };
  const begun = {
    type: 'drag',
    button,
    at: start,
    ...(way && { via: way.via.map((point) => plus(start, point)) }),
  } as const;
  if (!onto) return { target, windowBounds: window, action: { ...begun, to: plus(origin, to) }, ...looks };
  const other = targetOf(onto, call.onto, onto.size);
  const known = other?.bounds && call.onto?.bounds ? plus(less(other.bounds, window), to) : start;
  const end = way ? plus(start, way.by) : known;
  const bounds: Rect = { ...plus(window, less(end, to)), ...onto.size };
  const match = onto.window && windowOf(onto.window, {});
  return {
    target,
    windowBounds: window,
    action: { ...begun, to: end },
    ...(other && { onto: { ...other, bounds } }),
    ...(match && { ontoWindow: { match, bounds: call.ontoWindow?.bounds ?? bounds } }),
    ...looks,
  };
}

/** What a call contains besides the step's window, effects and timeout. */
type Read = Pick<StepDraft, 'action' | 'target'> & Partial<StepDraft>;

const effectArguments = z.object({ ...effectFields, ...windowFields }).partial();

function step<In extends z.ZodObject>(
  tool: { readonly namespace: string; readonly input: In },
  read: (given: z.output<In>, call: KnownCall) => Read,
): Reader {
  return reader(tool, (given, call) => {
    const { expected, timeout_ms: ms = defaultTimeoutMs, window } = readParameters(effectArguments, call);
    const timeout = ms !== defaultTimeoutMs && ms > 0 && { timeoutMs: ms };
    return {
      steps: [
        { window: windowOf(window, call.window), ...read(given, call), ...(expected && { expected }), ...timeout },
      ],
    };
  });
}

/** The middle of an element with bounds; without bounds, no call has a position. */
function placeIn(target: StepTarget | null, { action: known }: KnownCall): Point {
  const isKnown = known?.type === 'click' || known?.type === 'hover';
  return isKnown && !target?.bounds ? known.at : middleOf(target);
}

/** The element until which a scroll continues; a call names it by one selector. */
function shownAt(until: Pick<TargetInput, 'selector' | 'name'>, { until: known }: KnownCall): StepTarget {
  const read = targetOf(until, known);
  if (!read) throw new TypeError('A selector names an element.');
  return known && read.selectors[0] === known.selectors[0] ? { ...read, selectors: known.selectors } : read;
}

function inWindow({ windowBounds }: KnownCall, size: Size | undefined): Pick<StepDraft, 'target' | 'windowBounds'> {
  const bounds = sized(windowBounds, size);
  return { target: null, ...(bounds && { windowBounds: bounds }) };
}

function held(holdMs: number | undefined): { readonly holdMs?: number } {
  return holdMs === undefined ? {} : { holdMs };
}

function placeOn({ bounds }: StepTarget, at: Point): Parameters {
  return bounds ? { at, size: sizeIn(bounds) } : {};
}

function sizeOf({ windowBounds }: Step): { readonly window_size?: Size } {
  return windowBounds ? { window_size: sizeIn(windowBounds) } : {};
}

function sizeIn({ width, height }: Rect): Size {
  return { width, height };
}

function less(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}
