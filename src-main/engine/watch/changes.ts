import type { ControlType } from '#contract/model/element';
import { expectedState, type ExpectedElement, type ExpectedState, type Expectation } from '#contract/model/expectation';
import { formatSelector, type SelectorKind } from '#contract/model/selector';
import { isVolatile } from '#contract/model/volatile';
import { matchOf, type WindowId, type WindowInfo } from '#contract/model/window';
import type { RawNode } from '../backend.ts';
import { rankSelectors } from '../selectors/rank.ts';
import { descend, pathTo } from '../tree/walk.ts';

/** The desktop at one moment, without Deskscope's own windows. */
export interface Moment {
  readonly windows: readonly WindowInfo[];
  readonly active: WindowInfo | null;
  /** Trees of windows as they were last read until then. */
  readonly roots: ReadonlyMap<WindowId, RawNode>;
}

/** What was acted on in between. */
export interface Acted {
  readonly window: WindowInfo;
  /** Of the element; null where there was none. */
  readonly runtimeId: string | null;
}

export interface Doubts {
  /** Elements that change by themselves. */
  readonly volatile: ReadonlySet<string>;
  /** Windows whose fields may show what no one may see. */
  readonly secret: ReadonlySet<WindowId>;
}

/** More of a kind are noise, and each is one more thing that may be otherwise another time. */
const mostTexts = 2;
const mostStates = 2;
const mostShown = 2;
/** A longer text is a document: what one step changed of it is not what it says. Characters. */
const longestText = 200;

/** Their place and number follow the size of the window, or time. */
const restless: ReadonlySet<ControlType> = new Set<ControlType>(['ScrollBar', 'Thumb', 'ProgressBar', 'ToolTip']);
/** What people look for to see whether something came or went. */
const telling: ReadonlySet<ControlType> = new Set<ControlType>([
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
/** Only gained is news of others: one tab that is chosen is another that is not any more. */
const gained: readonly ExpectedState[] = ['checked', 'selected', 'expanded'];

/**
 * What changed between two moments, as far as it is likely to change again when the same is done: the most telling first.
 * Null where the elements of neither window could be read, so that nothing can be said.
 */
export function changesBetween(before: Moment, after: Moment, acted: Acted, doubts: Doubts): Expectation[] | null {
  const windows = windowChanges(before, after, acted);
  const seen = after.active && elementChanges(before, after, { ...acted, active: after.active }, doubts);
  if (!seen && windows.length === 0) return null;
  const found = [...windows, ...(seen ?? [])];
  return found.length > 0 ? found : titleChange(before, after, acted);
}

function windowChanges(before: Moment, after: Moment, { window }: Acted): Expectation[] {
  const known = new Set(before.windows.map(({ id }) => id));
  const opened = after.windows.filter(
    (other) => !known.has(other.id) && isWindow(other) && (other.active || other.processId === window.processId),
  );
  const closed = known.has(window.id) && !after.windows.some(({ id }) => id === window.id);
  return [
    ...opened.map((other): Expectation => ({ type: 'windowOpens', window: matchOf(other) })),
    ...(closed ? [{ type: 'windowCloses' } as const] : []),
  ];
}

function isWindow({ kind, state }: WindowInfo): boolean {
  return (kind === 'normal' || kind === 'dialog') && state !== 'minimized';
}

/** Where nothing else tells: a document that is saved loses its star. */
function titleChange(before: Moment, after: Moment, { window }: Acted): Expectation[] {
  const titleIn = ({ windows }: Moment) => windows.find(({ id }) => id === window.id)?.title;
  const [old, title] = [titleIn(before), titleIn(after)];
  if (old === undefined || title === undefined || withoutNumbers(old) === withoutNumbers(title)) return [];
  return isVolatile(title) ? [] : [{ type: 'title', title }];
}

function withoutNumbers(title: string): string {
  return title.replaceAll(/\d+/g, '');
}

type Where = Acted & { readonly active: WindowInfo };

function elementChanges(before: Moment, after: Moment, where: Where, doubts: Doubts): Expectation[] | null {
  const [old, now] = [before.roots.get(where.active.id), after.roots.get(where.active.id)];
  if (!old || !now) return null;
  if (old === now) return [];
  return new TreeChanges(old, now, where, doubts).expectations();
}

/** What is different between two trees of the active window. */
class TreeChanges {
  readonly #old: RawNode;
  readonly #now: RawNode;
  readonly #known: ReadonlyMap<string, RawNode>;
  readonly #own: string | null;
  readonly #window: Pick<Extract<Expectation, { readonly type: 'shows' }>, 'window'>;
  readonly #doubts: Doubts;
  readonly #mayHoldSecrets: boolean;

  constructor(old: RawNode, now: RawNode, { active, window, runtimeId }: Where, doubts: Doubts) {
    this.#old = old;
    this.#now = now;
    this.#known = new Map([...descend(old)].map((node) => [node.runtimeId, node]));
    const isActed = active.id === window.id;
    this.#own = isActed ? runtimeId : null;
    this.#window = isActed ? {} : { window: matchOf(active) };
    this.#doubts = doubts;
    this.#mayHoldSecrets = doubts.secret.has(active.id);
  }

  expectations(): Expectation[] {
    const stayed = [...descend(this.#now)].flatMap((node) => {
      const old = this.#known.get(node.runtimeId);
      return old && old !== node ? [[old, node] as const] : [];
    });
    const own = stayed.filter(([, { runtimeId }]) => runtimeId === this.#own);
    const others = stayed.filter(
      ([, { runtimeId }]) => runtimeId !== this.#own && !this.#doubts.volatile.has(runtimeId),
    );
    const found = [
      ...own.flatMap(([old, node]) => [...stateChanges(old, node, expectedState.options), ...this.#text(old, node)]),
      ...some(others, mostTexts, ([old, node]) => this.#named(node, this.#text(old, node), old.name !== node.name)),
      ...some(others, mostStates, ([old, node]) => this.#named(node, stateChanges(old, node, gained), false)),
      ...this.#shown(),
      ...this.#gone(),
    ];
    if (found.length > 0) return found;
    return some(others, 1, ([old, node]) => this.#named(node, stateChanges(old, node, ['enabled']), false));
  }

  #text(
    old: RawNode,
    { controlType, value, name, states }: RawNode,
  ): Extract<Expectation, { readonly type: 'text' }>[] {
    const text = value ?? name;
    const secret = this.#mayHoldSecrets && value !== null;
    if (text === (old.value ?? old.name) || secret || restless.has(controlType) || !states.includes('visible'))
      return [];
    return text.length > longestText || isVolatile(text) ? [] : [{ type: 'text', text }];
  }

  /** The same of an element that has to be found again: by what does not change. */
  #named(
    node: RawNode,
    changes: readonly Extract<Expectation, { readonly type: 'text' | 'state' }>[],
    renamed: boolean,
  ): Expectation[] {
    const element = changes.length > 0 && this.#elementOf(node, renamed);
    return element ? changes.map((change) => ({ ...change, element, ...this.#window })) : [];
  }

  #elementOf(node: RawNode, renamed: boolean): ExpectedElement | null {
    const path = pathTo(this.#now, node.runtimeId);
    if (!path) return null;
    const steady: readonly SelectorKind[] = renamed
      ? ['identity', 'description']
      : ['identity', 'name', 'description', 'scoped', 'ordinal'];
    const ranked = rankSelectors({ root: this.#now, target: node, path }).find(({ kind }) => steady.includes(kind));
    return ranked ? { controlType: node.controlType, name: node.name, selector: ranked.selector } : null;
  }

  #shown(): Expectation[] {
    const [before, after] = [visibleIn(this.#old), visibleIn(this.#now)];
    const fresh = [...after.values()].filter((node) => !before.has(keyOf(node)));
    return fresh.slice(0, mostShown).map((node) => ({ type: 'shows', element: byName(node), ...this.#window }));
  }

  #gone(): Expectation[] {
    const [before, after] = [visibleIn(this.#old), visibleIn(this.#now)];
    // A menu closes whatever is chosen in it.
    const lost = [...before.values()].filter(
      (node) => !after.has(keyOf(node)) && node.controlType !== 'MenuItem' && node.runtimeId !== this.#own,
    );
    return lost.slice(0, 1).map((node) => ({ type: 'gone', element: byName(node), ...this.#window }));
  }
}

function stateChanges(
  old: RawNode,
  now: RawNode,
  states: readonly ExpectedState[],
): Extract<Expectation, { readonly type: 'state' }>[] {
  const changed = states.filter((state) => old.states.includes(state) !== now.states.includes(state));
  const news = changed.map((state) => ({ type: 'state' as const, state, is: now.states.includes(state) }));
  return states === gained ? news.filter(({ is, state }) => is || state === 'checked') : news;
}

/** Elements that can be seen and have a name that stays, one for each role and name. */
function visibleIn(root: RawNode): ReadonlyMap<string, RawNode> {
  const found = new Map<string, RawNode>();
  for (const node of descend(root)) {
    const { controlType, name, states } = node;
    if (!telling.has(controlType) || !states.includes('visible')) continue;
    if (name.trim() === '' || name.length > longestText || isVolatile(name)) continue;
    if (!found.has(keyOf(node))) found.set(keyOf(node), node);
  }
  return found;
}

function keyOf({ controlType, name }: RawNode): string {
  return `${controlType} ${name}`;
}

function byName({ controlType, name }: RawNode): ExpectedElement {
  return { controlType, name, selector: formatSelector([{ role: controlType, name }]) };
}

function some<T>(all: readonly T[], most: number, of: (one: T) => readonly Expectation[]): Expectation[] {
  const found: Expectation[] = [];
  for (const one of all) {
    if (found.length >= most) break;
    found.push(...of(one));
  }
  return found;
}
