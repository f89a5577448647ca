import { z } from 'zod';
import { assertNever } from '../base/assert-never.ts';
import { AppError } from '#contract/errors';
import type { Action } from '#contract/model/recordings/action';
import type { Expectation } from '#contract/model/recordings/expectation';
import type { Step, StepTarget } from '#contract/model/recordings/recording';
import { modifier, mouseButton } from '#contract/model/schemas/action';
import type { WindowMatch } from '#contract/model/windows/window';
import { type UiAction, contractName } from '../tools/servers/ui-automation/action.ts';
import { findAndClick, findAndType } from '../tools/servers/ui-automation/actions/find-and-act.ts';
import { waitFor as waitForElement } from '../tools/servers/ui-automation/actions/wait-for.ts';
import { uiAutomation as tool } from '../tools/servers/ui-automation/index.ts';
import { readParameters, type Call, type Dialect, type FromCall, type KnownCall, type Reader } from './dialect.ts';
import { controlTypeOf, isByPicture, middleOf, neededTarget, targetCalled, targetOf, typedText } from './element.ts';
import { automationIdOf } from './gaps.ts';

type Parameters = Readonly<Record<string, string | boolean>>;

/** The calls of `ui_automation`, whose contract has left clicks, typing and waiting for elements. */
export const uiAutomation: Dialect = {
  write: (step, secret) => ({ tool: tool.name, parameters: translate(step, secret) }),
  gaps: ['rules', 'until', 'ends', 'way', 'hold', 'place', 'narrowing'],
  expresses: [],
  readers: {
    [tool.name]: { ...tool, read: readAction },
    // Also as separate tools, with the argument names of that contract.
    ...Object.fromEntries(
      [findAndClick, findAndType, waitForElement].map((one) => [one.name, ownReader(one)] as const),
    ),
  },
};

function ownReader(own: UiAction): Reader {
  const { namespace, input } = own;
  return { namespace, input, read: (call) => readAction(inContract(own, call)) };
}

function inContract({ action }: UiAction, { parameters, ...call }: KnownCall): KnownCall {
  const named = Object.entries(parameters).map(([name, value]) => [contractName(name), value]);
  return { ...call, parameters: { ...(Object.fromEntries(named) as Call['parameters']), action } };
}

function translate(step: Step, secret: (name: string) => string): Parameters {
  const { action } = step;
  switch (action.type) {
    case 'click':
      if (action.button !== 'left' || action.count !== 1 || action.modifiers.length > 0)
        throw cannot('ui_automation clicks once, left');
      return { action: 'find_and_click', ...elementOf(step) };
    case 'setText':
    case 'typeText': {
      const text = action.secret === undefined ? action.text : secret(action.secret);
      return { action: 'find_and_type', ...elementOf(step), text, clearFirst: action.type === 'setText' };
    }
    case 'drag':
      throw cannot('ui_automation drags nothing');
    case 'hover':
      throw cannot('ui_automation lets the pointer rest nowhere');
    case 'pressKeys':
      throw cannot('ui_automation presses no keys');
    case 'scroll':
      throw cannot('ui_automation scrolls only to bring an element into view');
    case 'launch':
      throw cannot('ui_automation starts no programs');
    case 'window':
    case 'placeWindow':
      throw cannot('ui_automation does nothing to a window as a whole');
    case 'expect':
      throw cannot('ui_automation only waits for elements');
    case 'wait':
      throw cannot('ui_automation waits for elements, not for a time');
    default:
      return assertNever(action);
  }
}

/** The call that waits for the expectation; null if the contract cannot express it. */
export function waitFor(step: Step, expected: Expectation): Call | null {
  if (expected.type !== 'shows' || expected.element.name === '') return null;
  const { name, controlType } = expected.element;
  const window = handleOf(expected.window ?? step.window);
  return { tool: tool.name, parameters: { action: 'wait_for', name, controlType, ...window } };
}

/** @throws AppError `invalid_parameter` for an element without a name or automation id */
function elementOf({ target, window }: Step): Parameters {
  if (isByPicture(target?.selectors ?? [])) throw cannot('ui_automation finds nothing by its picture');
  const automationId = target ? automationIdOf(target) : '';
  if (!target || (!target.name && !automationId)) throw cannot('ui_automation needs a name or an automationId');
  const { name, controlType } = target;
  return { ...(name && { name }), controlType, ...(automationId && { automationId }), ...handleOf(window) };
}

/** The title stands in for a handle; without a title, the app does. */
function handleOf({ title, app }: WindowMatch): { readonly windowHandle?: string } {
  const windowHandle = title || app;
  return windowHandle ? { windowHandle } : {};
}

function cannot(what: string): AppError {
  return new AppError('invalid_parameter', what);
}

/** The part of a call that a step can express; our own tools cover what the contract lacks. */
const request = z.object({
  action: z.string(),
  name: z.string().nullish(),
  controlType: z.string().nullish(),
  automationId: z.string().nullish(),
  selector: z.string().nullish(),
  windowHandle: z.string().nullish(),
  button: mouseButton.default('left'),
  double: z.boolean().default(false),
  modifiers: z.array(modifier).default([]),
  text: z.string().nullish(),
  clearFirst: z.boolean().nullish(),
  pressEnter: z.boolean().default(false),
});

function readAction(call: KnownCall): FromCall {
  const { action, text, clearFirst, button, double, modifiers, pressEnter, ...named } = readParameters(request, call);
  const window = windowOf(named, call);
  const target = () => targetNamed(named, call) ?? neededTarget(call, {});
  switch (action) {
    case 'find_and_click': {
      const on = target();
      const at = call.action?.type === 'click' ? call.action.at : middleOf(on);
      return {
        steps: [{ window, target: on, action: { type: 'click', button, count: double ? 2 : 1, modifiers, at } }],
      };
    }
    case 'find_and_type': {
      const type = (clearFirst ?? true) ? 'setText' : 'typeText';
      const field = { window, target: target() };
      const enter: Action = { type: 'pressKeys', keys: 'Enter', repeat: 1 };
      const steps = [{ ...field, action: { type, ...typedText(text ?? '', true) } } as const];
      return { steps: pressEnter ? [...steps, { ...field, action: enter }] : steps };
    }
    case 'wait_for': {
      const { name, controlType, selectors } = target();
      const element = { name, controlType, selector: selectors[0]?.selector ?? '' };
      return { steps: [{ window, target: null, action: { type: 'expect' }, expected: [{ type: 'shows', element }] }] };
    }
    default:
      return { leftOut: 'it is no act that a recording knows' };
  }
}

type NamedThere = Pick<z.output<typeof request>, 'name' | 'controlType' | 'automationId' | 'selector' | 'windowHandle'>;

function targetNamed({ name, controlType, automationId, selector }: NamedThere, call: KnownCall): StepTarget | null {
  if (selector != null) return targetOf({ selector, ...(name != null && { name }) }, call.target);
  const type = controlTypeOf(controlType ?? undefined);
  const made = targetCalled({ name: name ?? '', controlType: type, id: automationId ?? '' });
  const known = call.target;
  return made && known?.name === made.name && known.controlType === made.controlType ? known : (made ?? known ?? null);
}

/** A window handle identifies nothing beyond its session. */
function windowOf({ windowHandle }: NamedThere, { window }: KnownCall): WindowMatch {
  return windowHandle == null || /^(0x[0-9a-f]+|\d+)$/i.test(windowHandle) ? window : { title: windowHandle };
}
