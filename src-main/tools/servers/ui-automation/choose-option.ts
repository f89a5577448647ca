import { sleep } from '../../../base/deadline.ts';
import type { ElementNode } from '#contract/model/element';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../../define-tool.ts';
import { DropDown } from './drop-down.ts';
import { collapse, lookEveryMs, missingOption, openMs, optionCalled, select, selectable } from './options.ts';
import type { Chosen, ListPlace } from './options.ts';

export const unreadNote = 'The list does not expose its selection. Check whether it took the option.';

/**
 * Selects the option with that text: exactly, or else ignoring case. A list that shows none is opened for it.
 * @throws AppError `element_not_found` with `options`, `multiple_matches`, `pattern_not_supported`, `not_verified`
 */
export async function chooseOption(
  context: ToolContext,
  window: WindowInfo,
  list: ElementNode,
  text: string,
): Promise<Chosen> {
  const place = { context, window, list };
  if (list.controlType === 'ComboBox') return new DropDown(place).choose(text);
  const { engine, signal } = context;
  const details = await engine.details({ element: list.id }, { signal });
  const opens = details.patterns.includes('expand') && !details.states.includes('expanded');
  const option = (await optionCalled(place, text)) ?? (opens ? await openFor(place, text) : null);
  if (!option) {
    const error = await missingOption(place, text);
    if (opens) await collapse(place);
    throw error;
  }
  await select(context, await selectable(place, option));
  return { name: option.name };
}

async function openFor(place: ListPlace, text: string): Promise<ElementNode | null> {
  const { context, list } = place;
  await context.engine.runPattern(
    { element: list.id, call: { pattern: 'expand', expanded: true } },
    { signal: context.signal },
  );
  const end = Date.now() + openMs;
  for (;;) {
    const option = await optionCalled(place, text);
    if (option || Date.now() >= end) return option;
    await sleep(lookEveryMs, context.signal);
  }
}
