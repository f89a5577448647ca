import { z } from 'zod';
import { assertNever } from '../base/assert-never.ts';
import { AppError } from '#contract/errors';
import type { Expectation } from '#contract/model/expectation';
import type { Step, StepTarget } from '#contract/model/recording';
import type { WindowMatch } from '#contract/model/window';
import { uiAutomation as tool } from '../tools/servers/ui-automation/index.ts';
import { readParameters, type Call, type Dialect, type FromCall, type KnownCall, type StepDraft } from './dialect.ts';
import { controlTypeOf, isByPicture, neededTarget, targetCalled, targetOf, textOf } from './element.ts';
import { automationIdOf } from './gaps.ts';

type Parameters = Readonly<Record<string, string | boolean>>;

/** The calls of `ui_automation`: that contract clicks once with the left button, types and waits for elements. */
export const uiAutomation: Dialect = {
  write: (step, secret) => ({ tool: tool.name, parameters: translate(step, secret) }),
  gaps: ['rules', 'until', 'ends', 'way', 'hold', 'place', 'narrowing'],
  says: [],
  readers: { [tool.name]: { ...tool, read: readAction } },
};

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

/** The call that waits for what is expected; null where the contract cannot look for it. */
export function waitFor(step: Step, expected: Expectation): Call | null {
  if (expected.type !== 'shows' || expected.element.name === '') return null;
  const { name, controlType } = expected.element;
  const window = handleOf(expected.window ?? step.window);
  return { tool: tool.name, parameters: { action: 'wait_for', name, controlType, ...window } };
}

/** @throws AppError `invalid_parameter` for one without a name or an automation id */
function elementOf({ target, window }: Step): Parameters {
  if (isByPicture(target?.selectors ?? [])) throw cannot('ui_automation finds nothing by its picture');
  const automationId = target ? automationIdOf(target) : '';
  if (!target || (!target.name && !automationId)) throw cannot('ui_automation needs a name or an automationId');
  const { name, controlType } = target;
  return { ...(name && { name }), controlType, ...(automationId && { automationId }), ...handleOf(window) };
}

/** A title is taken for a handle; where a window had none, its program. */
function handleOf({ title, app }: WindowMatch): { readonly windowHandle?: string } {
  const windowHandle = title || app;
  return windowHandle ? { windowHandle } : {};
}

function cannot(what: string): AppError {
  return new AppError('invalid_parameter', what);
}

/** What a call says that is a step. The tool itself has accepted it. */
const said = z.object({
  action: z.string(),
  name: z.string().nullish(),
  controlType: z.string().nullish(),
  automationId: z.string().nullish(),
  selector: z.string().nullish(),
  windowHandle: z.string().nullish(),
  text: z.string().nullish(),
  clearFirst: z.boolean().nullish(),
});

function readAction(call: KnownCall): FromCall {
  readParameters(tool.input, call);
  const { action, text, clearFirst, ...named } = readParameters(said, call);
  const one = (step: Omit<StepDraft, 'window'>): FromCall => ({ steps: [{ ...step, window: windowOf(named, call) }] });
  const target = () => targetNamed(named, call) ?? neededTarget(call, {});
  switch (action) {
    case 'find_and_click': {
      const at = call.action?.type === 'click' ? call.action.at : { x: 0, y: 0 };
      return one({ target: target(), action: { type: 'click', button: 'left', count: 1, modifiers: [], at } });
    }
    case 'find_and_type': {
      const type = (clearFirst ?? true) ? 'setText' : 'typeText';
      return one({ target: target(), action: { type, ...textOf(text ?? '', true) } });
    }
    case 'wait_for': {
      const { name, controlType, selectors } = target();
      const element = { name, controlType, selector: selectors[0]?.selector ?? '' };
      return one({ target: null, action: { type: 'expect' }, expected: [{ type: 'shows', element }] });
    }
    default:
      return { leftOut: 'it is no act that a recording knows' };
  }
}

type NamedThere = Omit<z.output<typeof said>, 'action' | 'text' | 'clearFirst'>;

function targetNamed({ name, controlType, automationId, selector }: NamedThere, call: KnownCall): StepTarget | null {
  if (selector != null) return targetOf({ selector, ...(name != null && { name }) }, call.target);
  const type = controlTypeOf(controlType ?? undefined);
  const made = targetCalled({ name: name ?? '', controlType: type, id: automationId ?? '' });
  const known = call.target;
  return made && known?.name === made.name && known.controlType === made.controlType ? known : (made ?? known ?? null);
}

/** A window that is named by its handle is named by nothing that lasts. */
function windowOf({ windowHandle }: NamedThere, { window }: KnownCall): WindowMatch {
  return windowHandle == null || /^(0x[0-9a-f]+|\d+)$/i.test(windowHandle) ? window : { title: windowHandle };
}
