import { sleep } from '../../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, type ElementDetails, type ElementNode } from '#contract/model/element';
import { formatSelector } from '#contract/model/selector';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../../define-tool.ts';
import { ambiguousElement } from '../../target/ambiguous-element.ts';

/** How long a list may take to show its options once it is open, in milliseconds. */
const openMs = 1_500;
const lookEveryMs = 50;
/** How many options an error lists. */
const listed = 50;

/**
 * Selects the option with that text: exactly, or else ignoring case. A list that shows none is opened for it.
 * @throws AppError `element_not_found` with `options`, `multiple_matches`, `pattern_not_supported`, `not_verified`
 */
export async function chooseOption(
  context: ToolContext,
  window: WindowInfo,
  list: ElementNode,
  text: string,
): Promise<ElementNode> {
  const { engine, signal } = context;
  const details = await engine.details({ element: list.id }, { signal });
  const opens = details.patterns.includes('expand') && !details.states.includes('expanded');
  const option =
    (await optionCalled(context, window, list, text)) ?? (opens ? await openFor(context, window, list, text) : null);
  if (!option) {
    const error = await missing(context, window, details, text);
    if (opens) await close(context, list);
    throw error;
  }
  await select(context, await selectable(context, list, option));
  return option;
}

async function openFor(context: ToolContext, window: WindowInfo, list: ElementNode, text: string) {
  const { engine, signal } = context;
  await engine.runPattern({ element: list.id, call: { pattern: 'expand', expanded: true } }, { signal });
  const end = Date.now() + openMs;
  for (;;) {
    const option = await optionCalled(context, window, list, text);
    if (option || Date.now() >= end) return option;
    await sleep(lookEveryMs, signal);
  }
}

async function close({ engine, signal }: ToolContext, list: ElementNode): Promise<void> {
  try {
    await engine.runPattern({ element: list.id, call: { pattern: 'expand', expanded: false } }, { signal });
  } catch (error) {
    // That the option is missing matters more than a list that stays open.
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error;
  }
}

async function optionCalled(
  context: ToolContext,
  window: WindowInfo,
  list: ElementNode,
  text: string,
): Promise<ElementNode | null> {
  const find = async (step: { readonly name: string } | { readonly nameContains: string }) => {
    const query = { window: window.id, from: list.id, selector: formatSelector([step]) };
    return (await context.engine.find(query, { signal: context.signal })).matches;
  };
  const exact = await find({ name: text });
  const fold = text.toLowerCase();
  const found =
    exact.length > 0 ? exact : (await find({ nameContains: text })).filter((one) => one.name.toLowerCase() === fold);
  const outer = await outermost(context, found);
  if (outer.length > 1) {
    throw await ambiguousElement(context, outer, { query: { name: text }, what: `the option ${quoted(text)}` });
  }
  return outer[0] ?? null;
}

/** An option and the label in it have one name. */
async function outermost(
  { engine, signal }: ToolContext,
  found: readonly ElementNode[],
): Promise<readonly ElementNode[]> {
  if (found.length < 2) return found;
  const ids = new Set(found.map(({ id }) => id));
  const outer: ElementNode[] = [];
  for (const one of found) {
    const around = await engine.ancestors({ element: one.id }, { signal });
    if (!around.some(({ id }) => ids.has(id))) outer.push(one);
  }
  return outer;
}

/** The option itself, or the item that its label is in. */
async function selectable(context: ToolContext, list: ElementNode, option: ElementNode): Promise<ElementDetails> {
  const { engine, signal } = context;
  const around = await engine.ancestors({ element: option.id }, { signal });
  const inside = around.slice(around.findIndex(({ id }) => id === list.id) + 1);
  for (const one of [option, ...inside.reverse()]) {
    const details = await engine.details({ element: one.id }, { signal });
    if (details.patterns.includes('select')) return details;
  }
  return engine.details({ element: option.id }, { signal });
}

async function select({ engine, signal }: ToolContext, option: ElementDetails): Promise<void> {
  const pattern = option.patterns.includes('select') || !option.patterns.includes('invoke') ? 'select' : 'invoke';
  await engine.runPattern({ element: option.id, call: { pattern } }, { signal });
}

async function missing(
  { engine, signal }: ToolContext,
  window: WindowInfo,
  list: ElementDetails,
  text: string,
): Promise<AppError> {
  const all = await engine.find({ window: window.id, from: list.id, selector: 'name~=""' }, { signal });
  const options = [...new Set(all.matches.map(({ name }) => name).filter((name) => name !== ''))].slice(0, listed);
  const known = options.length > 0 ? `It has ${options.map((name) => quoted(name)).join(', ')}.` : 'It shows none.';
  return new AppError('element_not_found', `${describeElement(list)} has no option ${quoted(text)}. ${known}`, {
    hint: 'Use the text of one of the options.',
    data: { options },
  });
}
