import { hasAriaRole, isAriaRole } from '#contract/model/elements/aria-roles';
import type { ControlType, ElementState } from '#contract/model/elements/element';
import type { Selector } from '#contract/model/elements/selector';
import type { RawNode } from '../backend.ts';
import { descend } from '../tree/walk.ts';
import { matchSelector, sameRole } from './match.ts';
import { labelOf } from './relations/label.ts';

/** The text to match: a case-insensitive substring, the whole text if `exact`, or a pattern. */
export type Wanted = string | RegExp;

export interface RoleStates {
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly pressed?: boolean | undefined;
  readonly selected?: boolean | undefined;
}

export interface Filter {
  readonly hasText?: Wanted | undefined;
  readonly hasNotText?: Wanted | undefined;
  readonly has?: Chain | undefined;
  readonly hasNot?: Chain | undefined;
  readonly visible?: boolean | undefined;
}

/** One link of a locator's chain: a search below the matches of the previous link, or a choice among them. */
export type Link =
  | ({
      readonly by: 'role';
      readonly role: string;
      readonly name?: Wanted | undefined;
      readonly exact?: boolean | undefined;
      readonly includeHidden?: boolean | undefined;
    } & RoleStates)
  | {
      readonly by: 'text' | 'label' | 'description';
      readonly text: Wanted;
      readonly exact?: boolean | undefined;
    }
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'selector'; readonly selector: Selector; readonly text: string }
  | ({ readonly by: 'filter' } & Filter)
  /** Negative numbers count from the end. */
  | { readonly by: 'nth'; readonly index: number }
  | { readonly by: 'and' | 'or'; readonly other: Chain };
export type Chain = readonly Link[];

/** A node, and the root of the tree that it is in. */
export interface Located {
  readonly root: RawNode;
  readonly node: RawNode;
}

/** Everything that a chain matches in some trees, one after the other, in tree order, without duplicates. */
export function locate(roots: readonly RawNode[], chain: Chain): readonly Located[] {
  return from(
    roots.map((root) => ({ root, node: root })),
    chain,
    true,
  );
}

function from(starts: readonly Located[], chain: Chain, withStarts: boolean): readonly Located[] {
  let found = starts;
  for (const [depth, link] of chain.entries()) found = next(found, link, { starts, itself: withStarts && depth === 0 });
  return found;
}

/** `itself`: whether the starting node may match too. */
function next(
  found: readonly Located[],
  link: Link,
  { starts, itself }: { readonly starts: readonly Located[]; readonly itself: boolean },
): readonly Located[] {
  switch (link.by) {
    case 'filter':
      return found.filter((one) => passes(one, link));
    case 'nth':
      return found.slice(link.index, link.index === -1 ? undefined : link.index + 1);
    case 'and': {
      const others = new Set(from(starts, link.other, true).map(({ node }) => node));
      return found.filter(({ node }) => others.has(node));
    }
    case 'or': {
      const either = new Set([...found, ...from(starts, link.other, true)].map(({ node }) => node));
      return starts.flatMap(({ root, node }) =>
        [...descend(node)].filter((one) => either.delete(one)).map((one) => ({ root, node: one })),
      );
    }
    case 'role':
    case 'text':
    case 'label':
    case 'description':
    case 'id':
    case 'selector':
      return once(found.flatMap((one) => below(one, link, itself)));
  }
}

function once(found: readonly Located[]): readonly Located[] {
  const seen = new Set<RawNode>();
  return found.filter(({ node }) => !seen.has(node) && seen.add(node));
}

type Search = Exclude<Link, { readonly by: 'filter' | 'nth' | 'and' | 'or' }>;

function below({ root, node: start }: Located, link: Search, itself: boolean): readonly Located[] {
  if (link.by === 'selector') {
    const nodes = matchSelector(start, link.selector);
    return nodes.filter((node) => itself || node !== start).map((node) => ({ root, node }));
  }
  const shown = shownBelow(start);
  const test = (node: RawNode) => fits(root, node, link, shown);
  const nodes = [...descend(start)].filter((node) => (itself || node !== start) && test(node));
  const found = link.by === 'text' ? innermost(nodes) : nodes;
  return found.map((node) => ({ root, node }));
}

/** Containers report the text of their content: only the elements that have the text themselves match. */
function innermost(nodes: readonly RawNode[]): readonly RawNode[] {
  const saying = new Set(nodes);
  return nodes.filter((node) => ![...descend(node)].some((inner) => inner !== node && saying.has(inner)));
}

function fits(root: RawNode, node: RawNode, link: Exclude<Search, { by: 'selector' }>, shown: Shown): boolean {
  switch (link.by) {
    case 'role':
      return (
        hasRole(node, link.role) &&
        (link.includeHidden === true || shown.has(node)) &&
        hasStates(node, link) &&
        (link.name === undefined || nameMatches(node.name, link.name, link.exact))
      );
    case 'text':
      return (
        shown.has(node) &&
        [node.name, node.value ?? ''].some((own) => own !== '' && nameMatches(own, link.text, link.exact))
      );
    case 'label':
      return shown.has(node) && labelOf(root, node) !== '' && nameMatches(labelOf(root, node), link.text, link.exact);
    case 'description':
      return shown.has(node) && node.description !== '' && nameMatches(node.description, link.text, link.exact);
    case 'id':
      return node.automationId === link.id;
  }
}

/** ARIA roles take precedence; other words are platform roles or control types. */
function hasRole(node: RawNode, role: string): boolean {
  return isAriaRole(role) && role === role.toLowerCase() ? hasAriaRole(node, role) : sameRole(node, role);
}

function hasStates(node: RawNode, { checked, disabled, expanded, pressed, selected }: RoleStates): boolean {
  const wanted: readonly (readonly [boolean | undefined, ElementState])[] = [
    [checked, 'checked'],
    [pressed, 'checked'],
    [expanded, 'expanded'],
    [selected, 'selected'],
    [disabled === undefined ? undefined : !disabled, 'enabled'],
  ];
  return wanted.every(([is, state]) => is === undefined || node.states.includes(state) === is);
}

function passes({ root, node }: Located, { hasText, hasNotText, has, hasNot, visible }: Filter): boolean {
  const all = hasText === undefined && hasNotText === undefined ? '' : allText(node);
  const holds = (chain: Chain) => from([{ root, node }], chain, false).length > 0;
  return (
    (hasText === undefined || nameMatches(all, hasText)) &&
    (hasNotText === undefined || !nameMatches(all, hasNotText)) &&
    (has === undefined || holds(has)) &&
    (hasNot === undefined || !holds(hasNot)) &&
    (visible === undefined || node.states.includes('visible') === visible)
  );
}

function allText(node: RawNode): string {
  // A control and the text in it have the same name.
  const texts = new Set([...descend(node)].flatMap(({ name, value }) => [name, value ?? '']));
  return [...texts].filter(Boolean).join(' ');
}

/** Whether a text matches; runs of blanks count as one. */
export function nameMatches(text: string, wanted: Wanted, exact = false): boolean {
  if (typeof wanted !== 'string')
    return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(squeezed(text));
  const [own, other] = [squeezed(text), squeezed(wanted)];
  return exact ? own === other : own.toLowerCase().includes(other.toLowerCase());
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

type Shown = ReadonlySet<RawNode>;

/** Scrollable containers, whose off-screen content still counts. */
const scrolling: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['List', 'Tree', 'Table', 'DataGrid', 'Document'] as const),
]);
const panes: ReadonlySet<string> = new Set(['scroll pane', 'viewport']);

/** The content below a node that is visible or can be scrolled into view; not in closed menus or behind other tabs. */
function shownBelow(start: RawNode): Shown {
  const shown = new Set<RawNode>();
  const collect = (node: RawNode, scrolls: boolean) => {
    const seen = node.states.includes('visible');
    if (seen || (scrolls && node.states.includes('offscreen'))) shown.add(node);
    const goesOn = seen ? scrolling.has(node.controlType) || panes.has(node.role) || scrolls : scrolls;
    const isShut = !seen && (node.controlType === 'MenuItem' || node.controlType === 'Menu');
    for (const child of node.children ?? []) collect(child, goesOn && !isShut);
  };
  collect(start, false);
  return shown;
}
