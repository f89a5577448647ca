import { AppError } from '#contract/errors';
import { describeElement } from '#contract/model/elements/element';
import { describeExpectation, type Expectation } from '#contract/model/recordings/expectation';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import { secretPlaceholder } from '../../dialects/element.ts';
import { leftOutOf, type StepPlace } from '../../dialects/gaps.ts';
import { uiAutomation as dialect, waitFor } from '../../dialects/ui-automation.ts';
import { defineExporter } from './exporter.ts';
import { stringLiteral } from './literals.ts';

type Line = Readonly<Record<string, unknown>>;

/**
 * One JSON object per line, each an input of the tool `ui_automation`; anything it cannot do is a line without `action`, with an
 * explanation, which a runner refuses. Before a line, `note` lists what it omits of the step.
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
  const act = lineOf(step);
  const losses = leftOutOf(step, at, 'action' in act ? dialect.gaps : ['rules']);
  return [...losses.map((note) => ({ note })), act, ...(step.expected ?? []).map((one) => check(step, one))];
}

function lineOf(step: Step): Line {
  if (step.action.type === 'expect') return { note: describeStep(step) };
  try {
    return dialect.write(step, secretPlaceholder).parameters;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { unsupported: describeStep(step), reason: error.message };
  }
}

/** Waits for an element that appears; nothing else can be checked. */
function check(step: Step, expected: Expectation): Line {
  const own = step.target ? describeElement(step.target) : undefined;
  const note = `not checked here: expects that ${describeExpectation(expected, own)}`;
  return waitFor(step, expected)?.parameters ?? { note };
}
