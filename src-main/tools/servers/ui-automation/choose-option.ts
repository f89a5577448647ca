import { sleep } from '../../../base/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeElement, type ElementDetails, type ElementNode } from '#contract/model/element';
import { formatSelector } from '#contract/model/selector';
import type { WindowInfo } from '#contract/model/window';
import type { ToolContext } from '../../define-tool.ts';
import { clickElement, type Click } from '../../input/mouse.ts';
import { ambiguousElement } from '../../target/ambiguous-element.ts';

/** How long a list may take to show its options once it is open, in milliseconds. */
const openMs = 1_500;
const lookEveryMs = 50;
/** How many options an error lists. */
const listed = 50;
const leftClick: Click = { button: 'left', count: 1, modifiers: [] };

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
  if (list.controlType === 'ComboBox') await choose(context, window, list, option);
  else await select(context, await selectable(context, list, option));
  return option;
}

/**
 * Chooses an option of a drop-down list. Where the app does not let it be selected, or shows another choice afterwards, the list
 * is opened and the option clicked.
 */
async function choose(context: ToolContext, window: WindowInfo, list: ElementNode, option: ElementNode): Promise<void> {
  try {
    await select(context, await selectable(context, list, option));
    if (!(await showsAnother(context, window, list, option.name))) return;
  } catch (error) {
    const mayBeClicked =
      error instanceof AppError && (error.code === 'not_verified' || error.code === 'pattern_not_supported');
    if (!mayBeClicked) throw error;
  }
  await chooseByMouse(context, window, list, option);
}

/** Whether a drop-down list shows another of its options as its choice: as its value, its name or what is selected in it. */
async function showsAnother(
  { engine, signal }: ToolContext,
  window: WindowInfo,
  list: ElementNode,
  text: string,
): Promise<boolean> {
  const { name, value, selection } = await engine.details({ element: list.id }, { signal });
  const shown = [name, value ?? '', ...(selection?.selected.map((one) => one.name) ?? [])];
  if (shown.includes(text)) return false;
  const all = await engine.find({ window: window.id, from: list.id, selector: 'name~=""' }, { signal });
  return all.matches.some((one) => one.id !== list.id && one.name !== '' && shown.includes(one.name));
}

/** Opens the list, clicks the option in it and looks what came of it. @throws AppError `not_verified` where the choice does not follow */
async function chooseByMouse(
  context: ToolContext,
  window: WindowInfo,
  list: ElementNode,
  option: ElementNode,
): Promise<void> {
  const { signal } = context;
  const shown =
    (await shownOption(context, window, list, option.name, 0)) ??
    (await openAndFind(context, window, list, option.name));
  await clickElement(context, { id: shown.id, timeout_ms: openMs }, leftClick);
  const end = Date.now() + openMs;
  while (await showsAnother(context, window, list, option.name)) {
    if (Date.now() >= end) {
      const message = `${quoted(option.name)} was clicked, but ${describeElement(list)} shows another choice.`;
      throw new AppError('not_verified', message, {
        hint: 'Look at the target before repeating it.',
        delivery: 'delivered',
      });
    }
    await sleep(lookEveryMs, signal);
  }
}

/** @throws AppError `not_verified` where the list does not show the option once it is open */
async function openAndFind(
  context: ToolContext,
  window: WindowInfo,
  list: ElementNode,
  text: string,
): Promise<ElementNode> {
  const { engine, signal } = context;
  const { patterns, states } = await engine.details({ element: list.id }, { signal });
  // Qt 5 says of lists that are closed that they are open.
  if (patterns.includes('expand') && !states.includes('expanded')) {
    await engine.runPattern({ element: list.id, call: { pattern: 'expand', expanded: true } }, { signal });
  } else await clickElement(context, { id: list.id, timeout_ms: openMs }, leftClick);
  const found = await shownOption(context, window, list, text, openMs);
  if (found) return found;
  throw new AppError(
    'not_verified',
    `${describeElement(list)} was opened, but does not show the option ${quoted(text)}.`,
    {
      hint: 'Look at the list, scroll to the option and click it.',
      delivery: 'delivered',
    },
  );
}

/** The option once it can be seen: Java makes it anew when the list opens. Null when it does not come to be seen in time. */
async function shownOption(
  context: ToolContext,
  window: WindowInfo,
  list: ElementNode,
  text: string,
  withinMs: number,
): Promise<ElementNode | null> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await optionCalled(context, window, list, text);
    if (found?.bounds && found.states.includes('visible')) return found;
    if (Date.now() >= end) return null;
    await sleep(lookEveryMs, context.signal);
  }
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
