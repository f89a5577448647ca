import type { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Action, MouseButton } from '#contract/model/action';
import { action } from '#contract/model/schemas/action';
import { atFractions } from '#contract/model/geometry';
import type { StepTarget } from '#contract/model/recording';
import { parseSelector, type RankedSelector } from '#contract/model/selector';
import type { WindowMatch } from '#contract/model/window';
import { parseKeys } from '../../tools/servers/app-ui-executor/key-notation.ts';
import { secretVariable } from '../secret-name.ts';
import { callParameters, type callButton, type Named } from './call-parameters.ts';
import { controlTypeOf, ranked, targetCalled, type StepDraft } from './imported.ts';
import { readParameters as read, type FromCall, type UfoCall } from './ufo-call.ts';
import { fromWindowCall } from './window-call.ts';

/** A window of which only fractions are known. */
const square = { x: 0, y: 0, width: 10_000, height: 10_000 };

/** What looks, waits or talks, and so is no step. */
const noStep: Readonly<Record<string, string>> = {
  summary: 'it does nothing on the desktop',
  texts: 'it only looks',
  no_action: 'it does nothing',
  run_shell: 'starting a program is no step of a recording',
};

/** @throws AppError `invalid_parameter` naming the field */
export function fromCall(call: UfoCall): FromCall {
  const { tool, windowBounds = square } = call;
  switch (tool) {
    case 'select_application_window':
      return { window: { title: read(callParameters.select_application_window, call).name } };
    case 'click_input': {
      const { button, double, modifiers, ...named } = read(callParameters.click_input, call);
      const target = needed(call, named);
      const at = target.bounds ? atFractions({ ...target.bounds, x: 0, y: 0 }, { x: 0.5, y: 0.5 }) : { x: 0, y: 0 };
      return one(
        call,
        named,
        { type: 'click', button: toButton(button), count: double ? 2 : 1, modifiers, at },
        target,
      );
    }
    case 'click_on_coordinates': {
      const { x, y, button, double, modifiers, ...named } = read(callParameters.click_on_coordinates, call);
      const at = atFractions({ ...windowBounds, x: 0, y: 0 }, { x, y });
      return one(
        call,
        named,
        { type: 'click', button: toButton(button), count: double ? 2 : 1, modifiers, at },
        null,
        windowBounds,
      );
    }
    case 'drag_on_coordinates': {
      const { start_x, start_y, end_x, end_y, button, ...named } = read(callParameters.drag_on_coordinates, call);
      const inside = { ...windowBounds, x: 0, y: 0 };
      const [at, to] = [atFractions(inside, { x: start_x, y: start_y }), atFractions(inside, { x: end_x, y: end_y })];
      return one(call, named, { type: 'drag', button: toButton(button), at, to }, null, windowBounds);
    }
    case 'set_edit_text': {
      const { text, clear_current_text: replaces, ...named } = read(callParameters.set_edit_text, call);
      return one(call, named, { type: replaces ? 'setText' : 'typeText', ...textOf(named, text) }, needed(call, named));
    }
    case 'keyboard_input': {
      const { keys, control_focus: focuses, ...named } = read(callParameters.keyboard_input, call);
      const target = focuses ? targetOf(call, named) : null;
      const window = windowOf(call, named);
      return { steps: actionsOf(named, keys).map((action) => ({ action, target, window })) };
    }
    case 'wheel_mouse_input': {
      const { wheel_dist: notches, ...named } = read(callParameters.wheel_mouse_input, call);
      return one(call, named, { type: 'scroll', notches }, targetOf(call, named));
    }
    case 'wait': {
      const ms = Math.round(read(callParameters.wait, call).seconds * 1_000);
      if (ms === 0) return { leftOut: 'it waits no time' };
      const paused = action.safeParse({ type: 'wait', ms });
      if (!paused.success) return { leftOut: 'no step waits that long' };
      return { steps: [{ action: paused.data, target: null, window: call.window }] };
    }
    default:
      return (
        fromWindowCall(call) ?? {
          leftOut: (Object.hasOwn(noStep, tool) && noStep[tool]) || 'it is no act that a recording knows',
        }
      );
  }
}

function one(
  call: UfoCall,
  named: Named,
  action: Action,
  target: StepTarget | null,
  windowBounds?: StepDraft['windowBounds'],
): FromCall {
  const step = { action, target, window: windowOf(call, named) };
  return { steps: [windowBounds ? { ...step, windowBounds } : step] };
}

function actionsOf(named: Named, keys: string): Action[] {
  const secret = secretIn(named, keys);
  if (secret !== undefined) return [{ type: 'typeText', text: '', secret }];
  return parseKeys(keys).map((stroke) =>
    stroke.type === 'text'
      ? { type: 'typeText', text: stroke.text }
      : { type: 'pressKeys', keys: stroke.keys, repeat: stroke.repeat },
  );
}

function textOf(named: Named, text: string): { readonly text: string; readonly secret?: string } {
  const secret = secretIn(named, text);
  return secret === undefined ? { text } : { text: '', secret };
}

/** `${DESKSCOPE_SECRET_PIN}` stands for the secret PIN. */
function secretIn({ secret }: Named, text: string): string | undefined {
  const prefix = `\${${secretVariable('')}`;
  return secret && text.startsWith(prefix) && text.endsWith('}') ? text.slice(prefix.length, -1) : undefined;
}

function toButton(name: z.output<typeof callButton>): MouseButton {
  return name === 'x' ? 'back' : name;
}

function windowOf(call: UfoCall, { window }: Named): WindowMatch {
  if (!window) return call.window;
  const { class_name: className, ...match } = window;
  return { ...match, ...(className !== undefined && { className }) };
}

/** Without an element a click or a text goes nowhere. */
function needed(call: UfoCall, named: Named): StepTarget {
  const target = targetOf(call, named);
  if (target) return target;
  throw new AppError('invalid_parameter', `${quoted(call.tool)} names no element: an id is true for one listing only`, {
    hint: 'Give it a name or a selector.',
  });
}

function targetOf(call: UfoCall, { name, selector, alternatives }: Named): StepTarget | null {
  if (selector === undefined) return call.target ?? targetCalled({ name });
  const selectors = [selector, ...alternatives].map(rankedAs);
  const last = parseSelector(selector).at(-1);
  return {
    controlType: controlTypeOf(last?.role) ?? 'Custom',
    name: name ?? last?.name ?? '',
    selectors,
    bounds: null,
  };
}

function rankedAs(text: string): RankedSelector {
  const selector = parseSelector(text);
  const last = selector.at(-1) ?? {};
  if (last.path) return ranked(selector, 'path', 'E');
  if (last.nth !== undefined) return ranked(selector, 'ordinal', 'D');
  if (selector.length > 1) return ranked(selector, 'scoped', 'C');
  if (last.id !== undefined) return ranked(selector, 'identity', 'A');
  return last.description === undefined ? ranked(selector, 'name', 'B') : ranked(selector, 'description', 'C');
}
