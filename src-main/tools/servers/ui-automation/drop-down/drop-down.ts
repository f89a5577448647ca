import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import {
  describeElement,
  hasState,
  type ElementId,
  type ElementNode,
  type TreeNode,
} from '#contract/model/elements/element';
import { center, formatRect } from '#contract/model/geometry';
import { sleep } from '../../../../base/async/deadline.ts';
import { inPart } from '../../../../base/delivery.ts';
import { clickElement } from '../../../input/mouse.ts';
import { aimAt } from '../../../target/in-front.ts';
import { scrollIntoView } from '../../../target/into-view.ts';
import type { Click } from '../../../input/press-by-pattern.ts';
import {
  insideOf,
  isCheckedEntry,
  isFace,
  isShown,
  itemsShown,
  placesShown,
  type Inside,
  isItem,
} from './drop-down-parts.ts';
import { ListWheel } from './list-wheel.ts';
import {
  collapse,
  lookEveryMs,
  notAmong,
  onlyOne,
  openList,
  openMs,
  select,
  selectable,
  type Chosen,
  type ListPlace,
} from './options.ts';

const leftClick: Click = { button: 'left', count: 1, modifiers: [] };
/** Maximum number of wheel turns in an open list. */
const mostTurns = 100;
/** Maximum number of times to send keys on the way to an option. */
const mostWalks = 5;
/** How long a clicked list may take to show its selection, before it is clicked again if still open; milliseconds. */
const takesMs = 250;
/** How long closing a list may take after a failure; milliseconds. */
const closeMs = 3_000;
/** How long a list may keep scrolling after a turn of the wheel, in milliseconds. */
const restMs = 5_000;
/** Interval of looks at a list that may still scroll, in milliseconds. */
const glideMs = 150;

/** The displayed selection of a list. */
interface Shown {
  readonly names: readonly string[];
  /** Its own name: a list of GTK 3 with lists in it is named by its choice, and has the outer list as its value. */
  readonly named: string;
  /** Swing reports the option that was last highlighted (findings/java-combo-box-is-named-by-what-it-does-not-hold). */
  readonly isHighlight: boolean;
  /** Reported by the app; otherwise it is the list's name, which may be its label. */
  readonly isReported: boolean;
}

/** A drop-down list with one selected option. */
export class DropDown {
  readonly #place: ListPlace;
  /** It was opened here. */
  #isOpened = false;
  /** Number of visible elements in it while it was closed. */
  #shownClosed = Infinity;
  /** The window before the list was opened, and the container of options that opened elsewhere, as in pages. */
  #elsewhere: ListElsewhere | null = null;
  /** Its name before a selection. */
  #named = '';
  /** Its display when last checked after a selection. */
  #last: Shown | null = null;

  constructor(place: ListPlace) {
    this.#place = place;
  }

  /**
   * Selects the option with that text, and verifies that the list shows it. If the app refuses, or shows another selection
   * afterwards, opens the list and clicks the option.
   * @throws AppError as `chooseOption`
   */
  async choose(text: string): Promise<Chosen> {
    const before = await this.#shown();
    this.#named = before.named;
    if (before.isReported && before.names.includes(text) && !before.isHighlight) return { name: text };
    try {
      const option = await this.#find(text);
      if (isCheckedEntry(option)) {
        if (this.#isOpened) await this.#close(this.#place.context.signal);
        return { name: option.name };
      }
      const taken = await this.#takes(option);
      if (taken !== 'yes') {
        await this.#click(option.name).catch((error: unknown) => {
          throw taken === 'perhaps' ? inPart(error) : error;
        });
      }
      const { names, isReported } = this.#last ?? (await this.#shown());
      return { name: option.name, ...(!isReported && !names.includes(option.name) && { unread: true }) };
    } catch (error) {
      // The original error matters more than a list that stays open.
      const byKeys = this.#isOpened && (await this.#close(AbortSignal.timeout(closeMs)).catch(() => false));
      throw byKeys ? inPart(error) : error;
    }
  }

  /** The option; opens the list if it reports none while closed. @throws AppError `element_not_found` */
  async #find(text: string): Promise<ElementNode> {
    const known = await this.#option(await this.#look(), text);
    if (known) return known;
    await this.#open();
    const found = (await this.#soon(text, openMs)) ?? (await this.#scrollTo(text)) ?? (await this.#unplaced(text));
    if (found) return found;
    const all = (await this.#look()).filter((each) => !isFace(each)).map(({ node }) => node);
    throw notAmong(this.#place, all, text);
  }

  /**
   * Selects it by its pattern. `perhaps` if the list shows another selection afterwards: its app may be late. `no` if
   * unsupported.
   */
  async #takes(option: ElementNode): Promise<'yes' | 'perhaps' | 'no'> {
    // A menu entry is gone once chosen, so its selection cannot be verified.
    if (!this.#holdsChoice) return 'no';
    try {
      const item = await selectable(this.#place, option);
      if (!item.patterns.includes('select') && !item.patterns.includes('invoke')) return 'no';
      await select(this.#place.context, item);
      return (await this.#showsAnother(option.name)) ? 'perhaps' : 'yes';
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_verified') return 'perhaps';
      if (error instanceof AppError && error.code === 'pattern_not_supported') return 'no';
      throw error;
    }
  }

  /**
   * Opens the list, clicks the option and verifies the selection. @throws AppError `not_verified` if the selection does not
   * follow
   */
  async #click(text: string): Promise<void> {
    const { context, list } = this.#place;
    const option = (await this.#soon(text, 0)) ?? (await this.#unplaced(text)) ?? (await this.#openAndFind(text));
    await this.#clickOrKeys(option);
    const begun = Date.now();
    const end = begun + openMs;
    let isAgain = false;
    while (await this.#showsAnother(text)) {
      // Qt 6 sometimes ignores a click right after it opened its list, and leaves the list open.
      const left = !isAgain && Date.now() > begun + takesMs ? await this.#soon(text, 0) : null;
      if (left) {
        isAgain = true;
        await clickElement(context, { id: left.id, timeout_ms: openMs }, leftClick);
      } else if (Date.now() >= end) {
        const message = `${quoted(text)} was clicked, but ${describeElement(list)} shows another choice.`;
        throw new AppError('not_verified', message, {
          hint: 'Check the target before you repeat it.',
          delivery: 'delivered',
        });
      }
      await sleep(lookEveryMs, context.signal);
    }
  }

  /** @throws AppError `not_verified` if the list does not show the option once it is open */
  async #openAndFind(text: string): Promise<ElementNode> {
    await this.#open();
    const found =
      (await this.#soon(text, openMs)) ??
      (await this.#scrollTo(text)) ??
      (await this.#unplaced(text)) ??
      (await this.#unreported(text));
    if (found) return found;
    const message = `${describeElement(this.#place.list)} was opened, but does not show the option ${quoted(text)}.`;
    throw new AppError('not_verified', message, {
      hint: 'Look at the list, scroll to the option and click it.',
      delivery: 'delivered',
    });
  }

  /** The option of an open list without reported positions, such as GTK 4's on sway. */
  async #unplaced(text: string): Promise<ElementNode | null> {
    const option = await this.#option(await this.#look(), text);
    return option && option.bounds === null && hasState(option, 'visible') ? option : null;
  }

  /**
   * The option as the closed list reports it, if what opened has the keyboard and reports none: WebKitGTK's lists in GTK 4. Its place
   * is that of the list.
   */
  async #unreported(text: string): Promise<ElementNode | null> {
    const option = (await this.#elsewhere?.hasKeyboard()) ? await this.#option(await this.#look(), text) : null;
    return option && { ...option, bounds: null };
  }

  /** By keys if its position is unknown, or reported as that of another element: sway does not report popup positions. */
  async #clickOrKeys(option: ElementNode): Promise<void> {
    if (!option.bounds) return this.#chooseByKeys(option);
    try {
      await clickElement(this.#place.context, { id: option.id, timeout_ms: openMs }, leftClick);
    } catch (error) {
      const isElsewhere = error instanceof AppError && error.code === 'wrong_target_window';
      if (!isElsewhere || error.delivery !== 'not_delivered') throw error;
      await this.#chooseByKeys(option);
    }
  }

  /**
   * By arrow keys from the option with the keyboard focus, which the pointer may move meanwhile.
   * @throws AppError `not_verified` if the option does not get the focus
   */
  async #chooseByKeys(option: ElementNode): Promise<void> {
    const { context, window, list } = this.#place;
    const press = (keys: string, repeat: number) =>
      context.engine.pressKeys({ keys, repeat, window: window.id }, { signal: context.signal });
    for (let tries = 0; tries < mostWalks; tries++) {
      const look = await this.#look();
      const items = look.filter((each) => isItem(each.node) && !isFace(each)).map(({ node }) => node);
      const indexOf = async (text: string) => {
        const found = text === '' ? null : await this.#option(look, text);
        const around = look.find(({ node }) => node.id === found?.id)?.around ?? [];
        return items.findIndex(({ id }) => id === found?.id || around.some((each) => each.id === id));
      };
      const to = await indexOf(option.name);
      const focused = items.findIndex((item) => hasState(item, 'focused'));
      // GTK 4.8 does not report the focus, which begins at the selection.
      const unknown = tries > 0 ? to : await indexOf((await this.#shown()).names[0] ?? '');
      const from = focused < 0 ? unknown : focused;
      if (from < 0 || to < 0) break;
      if (from === to) return press('Enter', 1);
      await press(to > from ? 'ArrowDown' : 'ArrowUp', Math.abs(to - from));
      await sleep(lookEveryMs, context.signal);
    }
    throw new AppError('not_verified', `The keys did not lead to ${quoted(option.name)} in ${describeElement(list)}.`, {
      hint: 'Look at the list, and use the arrow keys and Enter.',
      delivery: 'delivered',
    });
  }

  /** By its pattern, else by a click on it; does nothing if it is open. */
  async #open(): Promise<void> {
    const { context, list } = this.#place;
    const closed = await this.#look();
    if (itemsShown(closed).length > 0) return;
    this.#shownClosed = countShown(closed);
    this.#elsewhere = await ListElsewhere.before(this.#place);
    this.#isOpened = true;
    const details = await context.engine.details({ element: list.id }, { signal: context.signal });
    const { patterns, states } = details;
    // Options open beside their list, and are clipped with it.
    if (!isShown(details)) await scrollIntoView(context, list.id);
    // Qt 5 reports closed lists as open, and a click in the field of one that takes texts does not open it.
    if (patterns.includes('expand') && !states.includes('expanded')) {
      await openList(this.#place);
    } else if (patterns.includes('invoke') && closed.some(({ node }) => node.controlType === 'Edit')) {
      await context.engine.runPattern({ element: list.id, call: { pattern: 'invoke' } }, { signal: context.signal });
    } else await clickElement(context, { id: list.id, timeout_ms: openMs }, leftClick);
  }

  /**
   * @param signal not the call's, whose end may be why the list has to be closed
   * @returns whether a key or a button was pressed for it
   */
  async #close(signal: AbortSignal): Promise<boolean> {
    const { list } = this.#place;
    const context = { ...this.#place.context, signal };
    const { patterns } = await context.engine.details({ element: list.id }, { signal });
    if (patterns.includes('expand')) {
      await collapse({ ...this.#place, context });
      // Lists opened by Firefox do not report that they are open, so they cannot be closed by pattern.
      if (!(await this.#elsewhere?.stays(takesMs, signal))) return false;
    }
    // If nothing is open, Escape would close the list's container.
    const { root } = await context.engine.tree({ window: this.#place.window.id, from: list.id }, { signal });
    const inside = insideOf(root);
    // The options of GTK 4's old combo boxes are not items.
    const isListOpen = itemsShown(inside).length > 0 || countShown(inside) > this.#shownClosed;
    const isOpen =
      isListOpen || (await this.#elsewhere?.stays(0, signal)) || (await this.#elsewhere?.hasKeyboard(signal));
    if (!isOpen) return false;
    try {
      await context.engine.pressKeys({ keys: 'Escape', window: this.#place.window.id }, { signal });
    } catch (error) {
      // An open list of Swing holds the keyboard, and belongs to no window.
      if (!(error instanceof AppError) || error.code !== 'wrong_target_window') throw error;
      await clickElement(context, { id: list.id, timeout_ms: closeMs }, leftClick);
    }
    return true;
  }

  /** The option once it is visible: Java recreates it when the list opens. Null if it does not become visible in time. */
  async #soon(text: string, withinMs: number): Promise<ElementNode | null> {
    const end = Date.now() + withinMs;
    for (;;) {
      const found = await this.#seen(await this.#look(), text);
      if (found) return found;
      if (Date.now() >= end) return null;
      await sleep(lookEveryMs, this.#place.context.signal);
    }
  }

  /**
   * Turns the wheel over the open list until the option is visible: towards it if it is listed, else down to the end and up
   * again.
   */
  async #scrollTo(text: string): Promise<ElementNode | null> {
    const { context, window } = this.#place;
    const wheel = new ListWheel();
    for (let turns = 0; turns < mostTurns; turns++) {
      const look = await this.#atRest();
      const found = await this.#seen(look, text);
      const notches = wheel.next(look, found ?? (await this.#option(look, text)));
      const items = itemsShown(look);
      const item = items[items.length >> 1];
      if (notches === 0 || !item?.bounds) return found;
      // A menu that is higher than the screen has its middle below it.
      const aim = await aimAt(context, { window, element: item }, center(item.bounds), { only: false }).catch(
        unlessCovered,
      );
      if (!aim) return found;
      await context.engine.scroll({ ...aim, notches }, { signal: context.signal });
    }
    return null;
  }

  /** All content once it no longer moves: reads of a scrolling list mix several moments. */
  async #atRest(): Promise<readonly Inside[]> {
    let look = await this.#look();
    for (const end = Date.now() + restMs; Date.now() < end;) {
      await sleep(glideMs, this.#place.context.signal);
      const next = await this.#look();
      if (placesShown(next) === placesShown(look)) return next;
      look = next;
    }
    return look;
  }

  /** The option if it is visible: scrolling is reported late, so the option itself is queried. */
  async #seen(look: readonly Inside[], text: string): Promise<ElementNode | null> {
    const { engine, signal } = this.#place.context;
    const found = await this.#option(look, text);
    if (!found || !isShown(found)) return null;
    const now = await engine.details({ element: found.id }, { signal });
    return now.name === found.name && isShown(now) ? now : null;
  }

  /** Its current content; if it was opened and has no options itself, the list that opened elsewhere. */
  async #look(): Promise<readonly Inside[]> {
    const { context, window, list } = this.#place;
    const { root } = await context.engine.tree({ window: window.id, from: list.id }, { signal: context.signal });
    const inside = insideOf(root);
    if (!this.#elsewhere || itemsShown(inside).length > 0) return inside;
    const elsewhere = await this.#elsewhere.look();
    return elsewhere.length > 0 ? elsewhere : inside;
  }

  /** The option with that text: exactly, or else ignoring case. @throws AppError `multiple_matches` */
  async #option(look: readonly Inside[], text: string): Promise<ElementNode | null> {
    const all = look.filter((each) => !isFace(each));
    const exact = all.filter(({ node }) => node.name === text);
    const fold = text.toLowerCase();
    const called = exact.length > 0 ? exact : all.filter(({ node }) => node.name.toLowerCase() === fold);
    // An option and the label in it have the same name.
    const ids = new Set(called.map(({ node }) => node.id));
    const outer = called.filter(({ around }) => !around.some(({ id }) => ids.has(id)));
    const found = outer.map(({ node }) => node);
    return onlyOne(this.#place, found, text);
  }

  /** The displayed selection: its value, its selected item, its text, or as a last resort its name. */
  async #shown(): Promise<Shown> {
    const { context, list } = this.#place;
    const { name, value, selection, toolkit } = await context.engine.details(
      { element: list.id },
      { signal: context.signal },
    );
    const isHighlight = toolkit?.name === 'java';
    const reported = [value ?? '', ...(selection?.selected.map((one) => one.name) ?? [])].filter((each) => each !== '');
    const names = reported.length > 0 ? reported : await this.#face();
    const isReported = names.length > 0;
    return { names: isReported ? names : [name], named: name, isHighlight, isReported };
  }

  async #face(): Promise<readonly string[]> {
    const texts = (await this.#look()).filter((each) => isFace(each) && isShown(each.node));
    return texts.map(({ node }) => node.name).filter((name) => name !== '');
  }

  /** The button of a menu has no selection. */
  get #holdsChoice(): boolean {
    return this.#place.list.controlType === 'ComboBox';
  }

  /** Whether it shows another of its options as selected. */
  async #showsAnother(text: string): Promise<boolean> {
    if (!this.#holdsChoice) return false;
    this.#last = await this.#shown();
    const { names, named } = this.#last;
    if (names.includes(text) || (named === text && this.#named !== text)) return false;
    return (await this.#look()).some(({ node }) => node.name !== '' && names.includes(node.name));
  }
}

/**
 * The options of a drop-down list elsewhere: pages put them anywhere (ARIA's `combobox`), and some report them only while
 * visible. They are the elements that appeared in the window when the list was opened.
 */
class ListElsewhere {
  readonly #place: ListPlace;
  readonly #shownBefore: ReadonlySet<string>;
  readonly #before: ReadonlySet<string>;
  /** The only list that appeared. */
  #list: ElementId | null = null;

  private constructor(place: ListPlace, before: TreeNode) {
    this.#place = place;
    this.#shownBefore = new Set(itemsIn(before).flatMap(marksOf));
    this.#before = new Set(insideOf(before).flatMap(({ node }) => marksOf(node)));
  }

  /** Call it while the list is closed. */
  static async before(place: ListPlace): Promise<ListElsewhere> {
    return new ListElsewhere(place, await windowTree(place));
  }

  /** Whether something that appeared since has the keyboard, whatever it reports of itself. */
  async hasKeyboard(signal = this.#place.context.signal): Promise<boolean> {
    const all = insideOf(await windowTree(this.#place, signal));
    const isNew = (node: ElementNode) => !marksOf(node).some((mark) => this.#before.has(mark));
    return all.some(({ node }) => hasState(node, 'focused') && isNew(node));
  }

  /** Whether it is still visible after a while; milliseconds. */
  async stays(ms: number, signal: AbortSignal): Promise<boolean> {
    for (const end = Date.now() + ms; (await this.look(signal)).length > 0;) {
      if (Date.now() >= end) return true;
      await sleep(lookEveryMs, signal);
    }
    return false;
  }

  /** Content of the lists that appeared since; empty if there are none. */
  async look(signal = this.#place.context.signal): Promise<readonly Inside[]> {
    const known = this.#list && (await this.#lookInto(this.#list, signal));
    if (known && known.length > 0) return known;
    const lists = listsIn(await windowTree(this.#place, signal));
    const found = lists.filter((list) =>
      itemsIn(list).some((item) => !marksOf(item).some((mark) => this.#shownBefore.has(mark))),
    );
    this.#list = found.length === 1 ? (found[0]?.id ?? null) : null;
    return found.flatMap(insideOf);
  }

  /** Content of the list found before: the whole window is read once, not at each turn of the wheel. */
  async #lookInto(list: ElementId, signal: AbortSignal): Promise<readonly Inside[]> {
    const { context, window } = this.#place;
    try {
      const { root } = await context.engine.tree({ window: window.id, from: list }, { signal });
      return itemsIn(root).length > 0 && hasState(root, 'visible') ? insideOf(root) : [];
    } catch (error) {
      if (error instanceof AppError && error.code === 'element_stale') return [];
      throw error;
    }
  }
}

/** Java gives the items of lists that were there before new ids at each look. */
function marksOf({ id, name, bounds }: ElementNode): readonly string[] {
  return bounds ? [id, `${name} ${formatRect(bounds)}`] : [id];
}

/** Null if nothing there can be pressed. */
function unlessCovered(error: unknown): null {
  if (error instanceof AppError && error.code === 'wrong_target_window') return null;
  throw error;
}

function countShown(inside: readonly Inside[]): number {
  return inside.filter(({ node }) => isShown(node)).length;
}

async function windowTree({ context, window }: ListPlace, signal = context.signal): Promise<TreeNode> {
  const { root } = await context.engine.tree({ window: window.id }, { signal });
  return root;
}

function itemsIn(root: TreeNode): readonly ElementNode[] {
  return insideOf(root)
    .map(({ node }) => node)
    .filter((node) => isItem(node) && isShown(node));
}

/** The outermost containers of an option. */
function listsIn(node: TreeNode): readonly TreeNode[] {
  const children = node.children ?? [];
  if (children.some((child) => isItem(child) && isShown(child))) return [node];
  return children.flatMap(listsIn);
}
