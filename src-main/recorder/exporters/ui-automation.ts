import { describeStep, type Step, type StepTarget } from '#contract/model/recording';
import { parseSelector } from '#contract/model/selector';
import { secretPlaceholder } from './ufo-calls.ts';
import type { Exporter } from './exporter.ts';
import { stringLiteral } from './literals.ts';

type Line = Readonly<Record<string, string | boolean>>;

/**
 * One JSON object per line, each the input of the tool `ui_automation`. That contract clicks once with the left button
 * and types; whatever else was done is a line without `action`, which says so and which a runner refuses.
 */
export const uiAutomation: Exporter = {
  id: 'ui-automation',
  label: 'ui_automation lines',
  language: 'plaintext',
  extension: 'jsonl',
  write(writer, { steps }) {
    for (const step of steps) {
      writer.step(() => {
        if (step.enabled) writer.write(lineOf(step));
      });
    }
  },
};

function lineOf(step: Step): string {
  const line = translate(step);
  const written = Object.entries(line).map(
    ([key, value]) => `${stringLiteral(key)}: ${typeof value === 'string' ? stringLiteral(value) : String(value)}`,
  );
  return `{ ${written.join(', ')} }`;
}

function translate(step: Step): Line {
  const { action } = step;
  const query = step.target && queryOf(step.target);
  if (!query) return unsupported(step, 'ui_automation needs a name or an automationId');
  switch (action.type) {
    case 'click': {
      const plain = action.button === 'left' && action.count === 1 && action.modifiers.length === 0;
      return plain ? { action: 'find_and_click', ...query } : unsupported(step, 'ui_automation clicks once, left');
    }
    case 'drag':
      return unsupported(step, 'ui_automation drags nothing');
    case 'setText': {
      const text = action.secret === undefined ? action.text : secretPlaceholder(action.secret);
      return { action: 'find_and_type', ...query, text, clearFirst: true };
    }
    case 'typeText':
      return { action: 'find_and_type', ...query, text: action.text, clearFirst: false };
    case 'pressKeys':
      return unsupported(step, 'ui_automation presses no keys');
    case 'scroll':
      return unsupported(step, 'ui_automation scrolls only to bring an element into view');
  }
}

function queryOf(target: StepTarget): Line | null {
  const automationId = automationIdOf(target);
  if (!target.name && !automationId) return null;
  return {
    ...(target.name && { name: target.name }),
    controlType: target.controlType,
    ...(automationId && { automationId }),
  };
}

function automationIdOf({ selectors }: StepTarget): string {
  const identity = selectors.find(({ kind }) => kind === 'identity');
  return (identity && parseSelector(identity.selector).at(-1)?.id) ?? '';
}

function unsupported(step: Step, reason: string): Line {
  return { unsupported: describeStep(step), reason };
}
