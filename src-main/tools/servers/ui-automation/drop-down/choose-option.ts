import { sleep } from '../../../../base/async/deadline.ts';
import { inPart } from '../../../../base/delivery.ts';
import { AppError } from '#contract/errors';
import {
  describeElement,
  hasState,
  type ControlType,
  type ElementDetails,
  type ElementNode,
} from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import type { ToolContext } from '../../../define-tool.ts';
import type { Click } from '../../../input/press-by-pattern.ts';
import { clickElement, clickTarget } from '../../../input/mouse.ts';
import { resolveUsable } from '../../../target/resolve-target.ts';
import { DropDown } from './drop-down.ts';
import { isCheckedEntry, isShown } from './drop-down-parts.ts';
import { aroundIn, collapse, lookEveryMs, missingOption, openMs, optionCalled, select, selectable } from './options.ts';
import type { Chosen, ListPlace } from './options.ts';

/** How long an item may take to be scrolled into view, in milliseconds. */
const scrollsMs = 5_000;

export const unreadNote = 'The list does not expose its selection. Check whether it took the option.';

/**
 * Selects the option with that text: exactly, or else ignoring case. Opens the list if it shows none.
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
  if (opensMenu(details)) return new DropDown(place).choose(text);
  const opens = details.patterns.includes('expand') && !details.states.includes('expanded');
  const option = (await optionCalled(place, text)) ?? (opens ? await openFor(place, text) : null);
  if (!option) {
    const error = await missingOption(place, text);
    if (opens) await collapse(place);
    throw error;
  }
  const item = await selectable(place, option);
  if (isCheckedEntry(item)) {
    if (opens) await collapse(place);
    return { name: option.name };
  }
  if (isSilentInAction(item) && (await clickThrough(place, item))) return { name: option.name };
  if (isReceivedByClick(item)) await clickItem(place, item, notTaken(item));
  else {
    const unread = await select(context, item).catch((error: unknown) => selectByClick(place, item, error));
    if (unread) return { name: option.name, unread };
  }
  return { name: option.name };
}

/** A button whose menu opens elsewhere in the window. */
function opensMenu(list: ElementNode): boolean {
  return list.controlType === 'Button' && hasState(list, 'expandable');
}

/**
 * Pages in Firefox are informed only of selections by mouse or keys. In Qt a selected row does not become current, which most
 * apps rely on.
 */
function isReceivedByClick({ toolkit, controlType }: ElementDetails): boolean {
  return toolkit?.name === 'gecko' || (toolkit?.name === 'qt' && rows.has(controlType));
}

const rows: ReadonlySet<ControlType> = new Set<ControlType>(['ListItem', 'TreeItem', 'DataItem']);

/** Whether its app answers nothing until what its action opens is closed (findings/gtk3-actions-that-run-a-dialog-…). */
function isSilentInAction({ toolkit, controlType }: ElementDetails): boolean {
  return toolkit?.name === 'gtk3' && controlType === 'MenuItem';
}

const leftClick: Click = { button: 'left', count: 1, modifiers: [] };

/**
 * Opens the menus on the way to an entry by clicks, and clicks it.
 * @returns false if the mouse does not get there; then all of them are closed
 */
async function clickThrough(place: ListPlace, entry: ElementDetails): Promise<boolean> {
  const { context, list, window } = place;
  const { engine, signal } = context;
  const way = [list, ...(await aroundIn(place, entry)), entry];
  let isOpen = false;
  try {
    for (const [at, each] of way.entries()) {
      const next = way[at + 1];
      if (next && isShown(await engine.details({ element: next.id }, { signal }))) continue;
      await clickElement(context, { id: each.id, timeout_ms: openMs }, leftClick);
      isOpen = true;
    }
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted || error.delivery !== 'not_delivered') throw error;
    if (isOpen) await engine.pressKeys({ keys: 'Escape', repeat: way.length - 1, window: window.id }, { signal });
    return false;
  }
}

function notTaken(item: ElementDetails): AppError {
  return new AppError('not_verified', `${describeElement(item)} was clicked but is not selected.`, {
    delivery: 'delivered',
  });
}

/**
 * Some apps accept a selection without making it (long lists in Firefox, now and then), and the boxes of GTK 3 do not support
 * it: a click works.
 * @returns true if the app does not report whether it is selected
 */
async function selectByClick(place: ListPlace, item: ElementDetails, cause: unknown): Promise<true | undefined> {
  if (!(cause instanceof AppError)) throw cause;
  if (cause.code === 'pattern_not_supported' && holders.has(place.list.controlType)) {
    if (hasState(item, 'selectable')) await clickItem(place, item, notTaken(item));
    else await clickOn(place, item);
    return hasState(item, 'selectable') ? undefined : true;
  }
  if (cause.code !== 'not_verified') throw cause;
  if (!(await isOnlyOne(place, item))) await clickItem(place, item, cause);
  return undefined;
}

/** Swing keeps the others that it says it deselects (findings/java-atk-wrapper-answers-deselections-it-does-not-make.sh). */
async function isOnlyOne(place: ListPlace, item: ElementDetails): Promise<boolean> {
  const { engine, signal } = place.context;
  const { selection } = await engine.details({ element: place.list.id }, { signal });
  return (selection?.count ?? 1) <= 1 && isSelected(place, item);
}

const holders: ReadonlySet<ControlType> = new Set<ControlType>(['List', 'Table', 'Tree', 'DataGrid']);

/** @param otherwise the error if it is not selected afterwards */
async function clickItem(place: ListPlace, item: ElementDetails, otherwise: AppError): Promise<void> {
  const { context } = place;
  await clickOn(place, item).catch((error: unknown) => {
    throw inPart(error);
  });
  for (const end = Date.now() + openMs; !(await isSelected(place, item));) {
    if (Date.now() >= end) throw otherwise;
    await sleep(lookEveryMs, context.signal);
  }
}

async function clickOn({ context, window }: ListPlace, item: ElementDetails): Promise<void> {
  const target = await resolveUsable(context, { id: item.id, timeout_ms: scrollsMs }, { window, element: item });
  await clickTarget(context, target, { button: 'left', count: 1, modifiers: [] });
}

async function isSelected({ context: { engine, signal } }: ListPlace, { id }: ElementDetails): Promise<boolean> {
  return hasState(await engine.details({ element: id }, { signal }), 'selected');
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
