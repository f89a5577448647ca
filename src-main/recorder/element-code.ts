import type { ElementCode } from '#contract/api';
import type { ElementId } from '#contract/model/elements/element';
import type { Step } from '#contract/model/recordings/recording';
import { elementFormats } from './exporters/list.ts';
import { elementIn, type LookingEngine } from './steps-by-hand.ts';

/**
 * What clicks an element, in every language that has lines of code for one step.
 * @throws AppError `element_stale`, `window_not_found`
 */
export async function codeOf(engine: LookingEngine, id: ElementId): Promise<readonly ElementCode[]> {
  const { element, target, window } = await elementIn(engine, id);
  const { width, height } = element.bounds ?? { width: 0, height: 0 };
  const at = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  const action: Step['action'] = { type: 'click', button: 'left', count: 1, modifiers: [], at };
  const step: Step = { id: '1', at: 0, action, target, window, enabled: true };
  return elementFormats.map(({ id: format, label, language, stringifyStep }) => ({
    format,
    label,
    language,
    text: `${stringifyStep(step).trimEnd()}\n`,
  }));
}
