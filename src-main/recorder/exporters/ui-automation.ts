import { assertNever } from '../../base/assert-never.ts';
import type { Expectation } from '#contract/model/expectation';
import { describeExpectation } from '#contract/model/expectation';
import { describeElement } from '#contract/model/element';
import { describeStep, type Step, type StepTarget } from '#contract/model/recording';
import { parseSelector } from '#contract/model/selector';
import type { WindowMatch } from '#contract/model/window';
import { defineExporter, type StepPlace } from './exporter.ts';
import { isByPicture } from './foreign-runner.ts';
import { placeLeftOut, rulesLeftOut } from './left-out.ts';
import { stringLiteral } from './literals.ts';
import { secretPlaceholder } from './ufo-calls.ts';

type Line = Readonly<Record<string, string | boolean>>;

/**
 * One JSON object per line, each the input of the tool `ui_automation`. That contract clicks once with the left button,
 * types and waits; whatever else was done is a line without `action`, which says so and which a runner refuses. Before a
 * line, `note` says what of the step it leaves out.
 */
export const uiAutomation = defineExporter({
  id: 'ui-automation',
  label: 'ui_automation lines',
  group: 'Tool calls',
  language: 'plaintext',
  extension: 'jsonl',
  step: (step, at) => linesOf(step, at).map(writeLine).join('\n'),
});

function writeLine(line: Line): string {
  const written = Object.entries(line).map(
    ([key, value]) => `${stringLiteral(key)}: ${typeof value === 'string' ? stringLiteral(value) : String(value)}`,
  );
  return `{ ${written.join(', ')} }`;
}

function linesOf(step: Step, at: StepPlace): readonly Line[] {
  if (!step.enabled) return [{ off: describeStep(step) }];
  const act = translate(step);
  const losses = [...rulesLeftOut(step, at), ...('action' in act ? [...placeLeftOut(step), ...narrowing(step)] : [])];
  return [...losses.map((note) => ({ note })), act, ...(step.expected ?? []).map((one) => check(step, one))];
}

function translate(step: Step): Line {
  const { action, target, window } = step;
  switch (action.type) {
    case 'click': {
      if (action.button !== 'left' || action.count !== 1 || action.modifiers.length > 0)
        return unsupported(step, 'ui_automation clicks once, left');
      return withElement(step, { action: 'find_and_click', ...queryOf(target, window) });
    }
    case 'drag':
      return unsupported(step, 'ui_automation drags nothing');
    case 'hover':
      return unsupported(step, 'ui_automation lets the pointer rest nowhere');
    case 'setText':
    case 'typeText': {
      const text = action.secret === undefined ? action.text : secretPlaceholder(action.secret);
      const typing = { text, clearFirst: action.type === 'setText' };
      return withElement(step, { action: 'find_and_type', ...queryOf(target, window), ...typing });
    }
    case 'pressKeys':
      return unsupported(step, 'ui_automation presses no keys');
    case 'scroll':
      return unsupported(step, 'ui_automation scrolls only to bring an element into view');
    case 'launch':
      return unsupported(step, 'ui_automation starts no programs');
    case 'window':
    case 'placeWindow':
      return unsupported(step, 'ui_automation does nothing to a window as a whole');
    case 'expect':
      return { note: describeStep(step) };
    case 'wait':
      return unsupported(step, 'ui_automation waits for elements, not for a time');
    default:
      return assertNever(action);
  }
}

function withElement(step: Step, line: Line): Line {
  if (isByPicture(step.target?.selectors ?? [])) return unsupported(step, 'ui_automation finds nothing by its picture');
  const named = 'name' in line || 'automationId' in line;
  return named ? line : unsupported(step, 'ui_automation needs a name or an automationId');
}

/** An element that comes is waited for; nothing else can be checked. */
function check(step: Step, expected: Expectation): Line {
  if (expected.type === 'shows') {
    const { name, controlType } = expected.element;
    if (name) return { action: 'wait_for', name, controlType, ...handleOf(expected.window ?? step.window) };
  }
  const own = step.target ? describeElement(step.target) : undefined;
  return { note: `not checked here: expects that ${describeExpectation(expected, own)}` };
}

function queryOf(target: StepTarget | null, window: WindowMatch): Line {
  if (!target) return {};
  const automationId = automationIdOf(target);
  return {
    ...(target.name && { name: target.name }),
    controlType: target.controlType,
    ...(automationId && { automationId }),
    ...handleOf(window),
  };
}

/** A title is taken for a handle; where a window had none, its program. */
function handleOf({ title, app }: WindowMatch): { readonly windowHandle?: string } {
  const windowHandle = title || app;
  return windowHandle ? { windowHandle } : {};
}

/** An element of several that are called the same is found by more than the contract can say. */
function narrowing({ target }: Step): readonly string[] {
  const primary = target?.selectors[0];
  if (!target || !primary || automationIdOf(target) || primary.kind === 'name' || primary.kind === 'identity')
    return [];
  return [`left out: several may be called so, it was found by ${primary.selector}`];
}

function automationIdOf({ selectors }: StepTarget): string {
  const identity = selectors.find(({ kind }) => kind === 'identity');
  return (identity && parseSelector(identity.selector).at(-1)?.id) ?? '';
}

function unsupported(step: Step, reason: string): Line {
  return { unsupported: describeStep(step), reason };
}
