import type { ControlType } from '#contract/model/elements/element';
import {
  expectedStates,
  type ExpectedElement,
  type ExpectedState,
  type Expectation,
} from '#contract/model/recordings/expectation';
import { formatSelector, type SelectorKind } from '#contract/model/elements/selector';
import { isVolatile } from '#contract/model/elements/volatile';
import { matchOf, type WindowId, type WindowInfo } from '#contract/model/windows/window';
import type { RawNode } from '../../backend.ts';
import { rankSelectors } from '../../selectors/rank.ts';
import { isMeasure } from '../../selectors/stability.ts';
import { isPart } from '../../tree/part.ts';
import { descend, pathTo } from '../../tree/walk.ts';

/** The desktop at one moment, without Deskscope's own windows. */
export interface DesktopState {
  readonly windows: readonly WindowInfo[];
  readonly active: WindowInfo | null;
  /** Trees of windows as last read before it. */
  readonly roots: ReadonlyMap<WindowId, RawNode>;
}

/** The target of the act in between. */
export interface Acted {
  readonly window: WindowInfo;
  /** Runtime id of the element; null if there was none. */
  readonly runtimeId: string | null;
  /** By a key meant for it: its value then counts, whether or not it changed. */
  readonly byKey: boolean;
  /** The key typed a character: the surrounding text of a multi-line field was there before. */
  readonly byTyping?: boolean;
  /** By a shortcut, which is meant for the window: elements that it enables are a by-effect. */
  readonly byShortcut?: boolean;
}

export interface Doubts {
  /** Elements that change without input. */
  readonly volatile: ReadonlySet<string>;
  /** Windows whose fields may show secrets. */
  readonly secret: ReadonlySet<WindowId>;
}

/** More texts are noise, and each may differ another time. */
const mostTexts = 2;
const mostStates = 2;
const mostShown = 2;
/** Maximum length in characters; longer texts are documents, which one step's change does not identify. */
const longestText = 200;

/** Types whose position and number depend on the window's size, or on time. */
const restless: ReadonlySet<ControlType> = new Set<ControlType>(['ScrollBar', 'Thumb', 'ProgressBar', 'ToolTip']);
/** Scales: the position of a press sets the value, which another size changes slightly. */
const scales: ReadonlySet<ControlType> = new Set<ControlType>(['ScrollBar', 'Slider', 'Thumb']);
/** Types that users look for to see that something came or went. */
const informative: ReadonlySet<ControlType> = new Set<ControlType>([
  ...([
    'Button',
    'CheckBox',
    'ComboBox',
    'DataItem',
    'Document',
    'Edit',
    'HeaderItem',
    'Hyperlink',
    'ListItem',
  ] as const),
  ...(['MenuItem', 'RadioButton', 'TabItem', 'Text', 'TreeItem'] as const),
]);
/** Types of varying number, which an index does not identify. */
const items: ReadonlySet<ControlType> = new Set<ControlType>(['DataItem', 'ListItem', 'TreeItem']);
/** Losing other states is implied: selecting one tab deselects another. */
const gained: readonly ExpectedState[] = ['checked', 'selected', 'expanded'];

/**
 * The changes between two moments that are likely to recur when the step is repeated, most significant first. Null if neither
 * window's elements could be read, so that nothing is known.
 */
export function changesBetween(
  before: DesktopState,
  after: DesktopState,
  acted: Acted,
  doubts: Doubts,
): Expectation[] | null {
  const windows = windowChanges(before, after, acted);
  const seen = after.active && elementChanges(before, after, { ...acted, active: after.active }, doubts);
  if (!seen && windows.length === 0) return null;
  const found = [...windows, ...(seen ?? [])];
  return found.length > 0 ? found : titleChange(before, after, acted);
}

/** What an element gained, or that it is no longer checked; used if only that element was read after a step. */
export function ownChanges(before: RawNode, after: RawNode): Expectation[] {
  return stateChanges(before, after, gained);
}

function windowChanges(before: DesktopState, after: DesktopState, { window }: Acted): Expectation[] {
  const known = new Set(before.windows.map(({ id }) => id));
  const opened = after.windows.filter(
    (other) => !known.has(other.id) && isWindow(other) && (other.active || other.processId === window.processId),
  );
  const closed = known.has(window.id) && !after.windows.some(({ id }) => id === window.id);
  return [
    ...opened.map((other): Expectation => ({ type: 'windowOpens', window: matchOf(other) })),
    ...(closed ? [{ type: 'windowCloses', appStays: isOpen(after, window) } as const] : []),
  ];
}

function isOpen({ windows }: DesktopState, { processId }: WindowInfo): boolean {
  return processId !== 0 && windows.some((other) => other.processId === processId);
}

function isWindow({ kind, state }: WindowInfo): boolean {
  return (kind === 'normal' || kind === 'dialog') && state !== 'minimized';
}

/** Last resort: a saved document loses the asterisk in its title. */
function titleChange(before: DesktopState, after: DesktopState, { window }: Acted): Expectation[] {
  const titleIn = ({ windows }: DesktopState) => windows.find(({ id }) => id === window.id)?.title;
  const [old, title] = [titleIn(before), titleIn(after)];
  if (old === undefined || title === undefined || withoutNumbers(old) === withoutNumbers(title)) return [];
  return isVolatile(title) ? [] : [{ type: 'title', title }];
}

function withoutNumbers(title: string): string {
  return title.replaceAll(/\d+/g, '');
}

type Where = Acted & { readonly active: WindowInfo };

function elementChanges(before: DesktopState, after: DesktopState, where: Where, doubts: Doubts): Expectation[] | null {
  const [old, now] = [before.roots.get(where.active.id), after.roots.get(where.active.id)];
  if (!old || !now) return null;
  return new TreeChanges(old, now, where, doubts).expectations();
}

/** Differences of two trees of the active window. */
class TreeChanges {
  readonly #old: RawNode;
  readonly #now: RawNode;
  readonly #known: ReadonlyMap<string, RawNode>;
  readonly #own: string | null;
  readonly #window: Pick<Extract<Expectation, { readonly type: 'shows' }>, 'window'>;
  readonly #doubts: Doubts;
  readonly #mayHoldSecrets: boolean;
  readonly #byKey: boolean;
  readonly #byTyping: boolean;
  readonly #byShortcut: boolean;
  readonly #isScale: boolean;
  /** Names of items that were not the step's target. */
  readonly #otherItems: ReadonlySet<string>;

  constructor(old: RawNode, now: RawNode, where: Where, doubts: Doubts) {
    const { active, window, runtimeId, byKey, byTyping = false, byShortcut = false } = where;
    this.#byKey = byKey;
    this.#byTyping = byTyping;
    this.#byShortcut = byShortcut;
    this.#old = old;
    this.#now = now;
    this.#known = new Map([...descend(old)].map((node) => [node.runtimeId, node]));
    const isActed = active.id === window.id;
    this.#own = isActed ? runtimeId : null;
    this.#isScale = scales.has(this.#known.get(this.#own ?? '')?.controlType ?? 'Custom');
    this.#otherItems = byKey ? new Set() : namesOfOtherItems(old, this.#own);
    this.#window = isActed ? {} : { window: matchOf(active) };
    this.#doubts = doubts;
    this.#mayHoldSecrets = doubts.secret.has(active.id);
  }

  /** A status bar may describe the pointer rather than the step: it counts only if nothing else changed. */
  expectations(): Expectation[] {
    const found = this.#within(inDocument);
    return found.length > 0 ? found : this.#within(descendInformative);
  }

  #within(nodes: Nodes): Expectation[] {
    const stayed = [...nodes(this.#now)].flatMap((node) => {
      const old = this.#known.get(node.runtimeId);
      return old && (old !== node || node.runtimeId === this.#own) ? [[old, node] as const] : [];
    });
    const own = stayed.filter(([old, node]) => node.runtimeId === this.#own && (this.#byKey || !isReused(old, node)));
    // Changes in a closed menu or on another page are invisible.
    const others = stayed.filter(
      ([old, { runtimeId, states, value, name }]) =>
        runtimeId !== this.#own &&
        !isTitle(old, this.#old) &&
        states.includes('visible') &&
        !this.#doubts.volatile.has(runtimeId) &&
        !this.#isMeasure(value ?? name) &&
        !this.#isOfOtherItem(value ?? name),
    );
    const news = others.filter(([old, node]) => !isWritten(old) && !isRecounted(old, node));
    const texts = some(news, mostTexts, ([old, node]) => this.#named(node, this.#text(old, node), old));
    const moved = this.#cameAndWent(nodes, new Set(texts.map((one) => ('element' in one ? one.element?.name : ''))));
    const isRemoval = moved.some((one) => one.type === 'gone' && items.has(one.element.controlType));
    // When an item is removed, the app selects another, which depends on the remaining ones.
    const ownStates = own.flatMap(([old, node]) => stateChanges(old, node, expectedStates));
    // A part of the target changes with it, and may be called by a value.
    const parts = new Set(ownStates.length > 0 ? own.flatMap(([, node]) => [...descend(node)]) : []);
    const states = others.filter(([, node]) => !parts.has(node) && !(isRemoval && items.has(node.controlType)));
    const found = [
      ...ownStates,
      ...this.#ownText(own),
      ...texts,
      ...some(states, mostStates, ([old, node]) => this.#named(node, stateChanges(old, node, gained), old)),
      ...moved,
    ];
    if (found.length > 0 || this.#byShortcut) return found;
    // Enabling the step's own target counts; enabling other parts of the window, or elements in a bar, is a by-effect.
    const inBars = new Set([...descend(this.#now)].filter(isBar).flatMap((bar) => [...descend(bar)]));
    const usable = others.filter(([, node]) => informative.has(node.controlType) && !inBars.has(node));
    return some(usable, 1, ([old, node]) => this.#named(node, stateChanges(old, node, ['enabled']), old));
  }

  #ownText(own: readonly (readonly [RawNode, RawNode])[]): Expectation[] {
    return own.flatMap(([old, node]) => {
      if (!this.#byTyping && isWritten(old)) return [];
      const holds = this.#byKey && node.value !== null && node.value !== '';
      return this.#text(holds ? { ...old, value: null, name: '' } : old, node, holds && node.controlType === 'Spinner');
    });
  }

  #text(
    old: RawNode,
    { controlType, value, name, states }: RawNode,
    isTyped = false,
  ): Extract<Expectation, { readonly type: 'text' }>[] {
    const text = value ?? name;
    const secret = this.#mayHoldSecrets && value !== null;
    if (text === (old.value ?? old.name) || secret || restless.has(controlType) || !states.includes('visible'))
      return [];
    // A typed date is not a clock: a spin button formatted it from the keys.
    const isPassing = !isTyped && isVolatile(text);
    return text.length > longestText || isPassing || isPath(text) ? [] : [{ type: 'text', text }];
  }

  /** Selectors for an element that must be found again, from its unchanged properties. */
  #named(
    node: RawNode,
    changes: readonly Extract<Expectation, { readonly type: 'text' | 'state' }>[],
    old: RawNode,
  ): Expectation[] {
    const element = changes.length > 0 && this.#elementOf(node, old);
    return element ? changes.map((change) => ({ ...change, element, ...this.#window })) : [];
  }

  #elementOf(node: RawNode, old: RawNode): ExpectedElement | null {
    const path = pathTo(this.#now, node.runtimeId);
    if (!path) return null;
    const steady: readonly (SelectorKind | false)[] = [
      node.automationId === old.automationId && 'identity',
      node.description === old.description && 'description',
      ...(node.name === old.name ? (['name', 'scoped'] as const) : []),
      node.name === old.name && !items.has(node.controlType) && 'ordinal',
    ];
    const ranked = rankSelectors({ root: this.#now, target: node, path }).find(({ kind }) => steady.includes(kind));
    return ranked ? { controlType: node.controlType, name: node.name, selector: ranked.selector } : null;
  }

  /** @param mentioned names that are reported as the new text of an element */
  #cameAndWent(nodes: Nodes, mentioned: ReadonlySet<string | undefined>): Expectation[] {
    const [before, after] = [visibleAmong(nodes(this.#old)), visibleAmong(nodes(this.#now))];
    const counts = countsIn(before, after);
    const came = [...after].filter(
      ([selector, node]) =>
        !before.has(selector) &&
        !isTitle(node, this.#now) &&
        !this.#isMeasure(node.name) &&
        !isCount(node) &&
        !isStatusNumber(this.#now, node) &&
        !counts.has(countless(node)) &&
        (items.has(node.controlType) || !this.#isOfOtherItem(node.name)) &&
        (node.name === '' || !mentioned.has(node.name)) &&
        wouldHaveBeenRead(this.#now, node, this.#old),
    );
    // A menu closes whatever is chosen in it.
    const went = [...before].filter(
      ([selector, node]) =>
        !after.has(selector) &&
        node.controlType !== 'MenuItem' &&
        // A button that others displace, as in a path bar, stays in a larger window.
        (node.controlType !== 'Button' || came.length === 0) &&
        !isTitle(node, this.#old) &&
        node.runtimeId !== this.#own &&
        !this.#isMeasure(node.name) &&
        !isCount(node) &&
        !isStatusNumber(this.#old, node) &&
        !counts.has(countless(node)) &&
        (items.has(node.controlType) || !this.#isOfOtherItem(node.name)) &&
        wouldHaveBeenRead(this.#old, node, this.#now),
    );
    return [
      ...came.slice(0, mostShown).map(([selector, node]) => this.#there('shows', selector, node)),
      ...went.slice(0, 1).map(([selector, node]) => this.#there('gone', selector, node)),
    ];
  }

  /** The value of a scale, as shown by another element. */
  #isMeasure(text: string): boolean {
    return this.#isScale && /\d/.test(text) && !/\p{L}/u.test(text);
  }

  /** If a command moves on to another item, which one depends on the other items. A key in a list is about that item. */
  #isOfOtherItem(text: string): boolean {
    return this.#otherItems.has(text.trim());
  }

  #there(type: 'shows' | 'gone', selector: string, { controlType, name }: RawNode): Expectation {
    return { type, element: { controlType, name, selector }, ...this.#window };
  }
}

/** Names of earlier items, except the target and its content. */
function namesOfOtherItems(root: RawNode, own: string | null): ReadonlySet<string> {
  const way = own === null ? [] : (pathTo(root, own) ?? []);
  const [acted] = way.filter((node) => items.has(node.controlType)).slice(-1);
  const ownNames = new Set([...(acted ? descend(acted) : way.slice(-1))].map(({ name }) => name.trim()));
  const names = [...descend(root)].flatMap(({ controlType, name }) => (items.has(controlType) ? [name.trim()] : []));
  return new Set(names.filter((name) => name !== '' && !ownNames.has(name)));
}

/** `2 occurrences`, `1/4 · 300 × 200 · Modified` or `12:7`: counts, sizes and caret positions differ for other data. */
function isCount({ controlType, name }: RawNode): boolean {
  const isStatus = controlType === 'Text' && name.split(/\s+[·•|]\s+/).some(isMeasure);
  return isStatus || /^\d+:\d+$/.test(name);
}

/** `2,81` or `300 × 200 px` in a status bar: the pointer's position, and sizes. */
function isStatusNumber(root: RawNode, { runtimeId, name }: RawNode): boolean {
  if (!/\d/.test(name) || /\p{L}{3}/u.test(name)) return false;
  return pathTo(root, runtimeId)?.some(({ controlType }) => controlType === 'StatusBar') === true;
}

/** `Words: …`, once without its numbers, if it was `Words: 7` before and is `Words: 10` after: other data has another number. */
function countsIn(before: ReadonlyMap<string, RawNode>, after: ReadonlyMap<string, RawNode>): ReadonlySet<string> {
  const only = (some: ReadonlyMap<string, RawNode>, others: ReadonlyMap<string, RawNode>) =>
    [...some].flatMap(([selector, node]) => (others.has(selector) ? [] : [countless(node)]));
  const went = new Set(only(before, after));
  return new Set(only(after, before).filter((text) => text !== '' && went.has(text)));
}

function isRecounted(old: RawNode, node: RawNode): boolean {
  return countless(node) !== '' && countless(node) === countless(old);
}

/** A text of words and numbers without the numbers; empty for all other elements. */
function countless({ controlType, name }: RawNode): string {
  const isText = controlType === 'Text' && /\d/.test(name) && /\p{L}{2}/u.test(name);
  return isText ? name.replaceAll(/\d+/g, '…') : '';
}

/** The window's title in a bar that the app draws: on another desktop it may draw none. */
function isTitle({ controlType, name }: RawNode, root: RawNode): boolean {
  return controlType === 'Text' && name !== '' && name === root.name;
}

/** A pressed item with another name is another item: views use the elements of what they showed for what they show now. */
function isReused(old: RawNode, { name }: RawNode): boolean {
  return items.has(old.controlType) && old.value === null && old.name !== '' && old.name !== name;
}

function isBar({ controlType }: RawNode): boolean {
  return controlType === 'ToolBar';
}

/** Multi-line text, whose result differs if it had other content before. */
function isWritten({ states, value }: RawNode): boolean {
  return states.includes('multiline') && states.includes('editable') && /\p{L}{2}/u.test(value ?? '');
}

/** Paths on the disk differ between users. */
function isPath(text: string): boolean {
  return /^(?:file:\/)?\/[^/\s]+\/\S|^[A-Za-z]:\\\S/.test(text);
}

/** Whether another, perhaps partial, tree shows that a node did not exist rather than was not read. */
function wouldHaveBeenRead(root: RawNode, node: RawNode, other: RawNode): boolean {
  if (!isPart(other) || pathTo(other, node.runtimeId)) return true;
  const above = pathTo(root, node.runtimeId)?.slice(0, -1).reverse() ?? [];
  for (const { runtimeId } of above) {
    const there = pathTo(other, runtimeId)?.at(-1);
    if (there) return !there.more;
  }
  return false;
}

type Nodes = (root: RawNode) => Iterable<RawNode>;

/** Without tooltips and the like, which depend on where and how long the pointer rests. */
function* descendInformative(root: RawNode): Generator<RawNode> {
  if (root.controlType === 'ToolTip') return;
  yield root;
  for (const child of root.children ?? []) yield* descendInformative(child);
}

function* inDocument(root: RawNode): Generator<RawNode> {
  if (root.controlType === 'StatusBar' || root.controlType === 'ToolTip') return;
  yield root;
  for (const child of root.children ?? []) yield* inDocument(child);
}

function stateChanges(
  old: RawNode,
  now: RawNode,
  states: readonly ExpectedState[],
): Extract<Expectation, { readonly type: 'state' }>[] {
  const changed = states.filter(
    (state) => old.states.includes(state) !== now.states.includes(state) && !isHover(now, state),
  );
  const news = changed.map((state) => ({ type: 'state' as const, state, is: now.states.includes(state) }));
  return states === gained ? news.filter(({ is, state }) => is || state === 'checked') : news;
}

/** A selected menu entry is only the one under the pointer. */
function isHover({ controlType }: RawNode, state: ExpectedState): boolean {
  return state === 'selected' && (controlType === 'MenuItem' || controlType === 'Menu');
}

/** Visible elements, each by a selector of its lasting properties. A paragraph has no lasting text. */
function visibleAmong(nodes: Iterable<RawNode>): ReadonlyMap<string, RawNode> {
  const found = new Map<string, RawNode>();
  for (const node of nodes) {
    if (!informative.has(node.controlType) || !node.states.includes('visible') || node.role === 'paragraph') continue;
    const selector = steadySelector(node);
    if (selector !== null && !found.has(selector)) found.set(selector, node);
  }
  return found;
}

function steadySelector({ controlType: role, name, automationId, description }: RawNode): string | null {
  if (name.trim() !== '') return isSteady(name) ? formatSelector([{ role, name }]) : null;
  if (automationId !== '') return isSteady(automationId) ? formatSelector([{ role, id: automationId }]) : null;
  return description !== '' && isSteady(description) ? formatSelector([{ role, description }]) : null;
}

function isSteady(text: string): boolean {
  return text.length <= longestText && !isVolatile(text);
}

function some<T>(all: readonly T[], most: number, of: (one: T) => readonly Expectation[]): Expectation[] {
  const found: Expectation[] = [];
  for (const one of all) {
    if (found.length >= most) break;
    found.push(...of(one));
  }
  return found;
}
