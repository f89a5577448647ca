import { ariaRoleOf, ariaRoles, isAriaRole } from '#contract/model/elements/aria-roles';
import { controlTypes, type ElementId, type TreeNode } from '#contract/model/elements/element';
import { quoted } from '#contract/foreign-text';
import type { WindowInfo } from '#contract/model/windows/window';
import { center, isEmpty, type Point, type Rect, type Size } from '#contract/model/geometry';
import { editsBetween } from '../../base/text-bounds.ts';
import type { RawNode } from '../../engine/backend.ts';
import type { Sighted } from '../../tools/session/tool-session.ts';
import type { Engine } from '../../engine/engine.ts';
import { locate, nameMatches, type Chain } from '../../engine/selectors/locate.ts';
import type { Text } from '../scripting-types.ts';
import { chainInWords, lastSearch } from '../../engine/selectors/locate-words.ts';
import { nearMisses } from '../../engine/selectors/near-misses.ts';

/** The trees of some windows at one moment, topmost first. */
export interface Trees {
  readonly windows: readonly { readonly window: WindowInfo; readonly root: RawNode }[];
}

export interface Look extends Trees {
  /** When it was complete, by the clock of `Date.now()`. */
  readonly at: number;
  /** All windows of the desktop. */
  readonly open: readonly WindowInfo[];
}

export interface Found {
  readonly window: WindowInfo;
  /** Its `runtimeId` is the element's full id. */
  readonly node: RawNode;
}

/**
 * Reads the trees of some windows of those that are open; one that closes meanwhile is omitted.
 * @param maxAgeMs as in `Engine.tree`
 */
export async function lookAt(
  engine: Engine,
  windows: readonly WindowInfo[],
  { open = windows, maxAgeMs }: { readonly open?: readonly WindowInfo[]; readonly maxAgeMs?: number } = {},
): Promise<Look> {
  const trees = await Promise.all(
    windows.map(async (window) => {
      const age = maxAgeMs !== undefined && { maxAgeMs };
      const tree = await engine.tree({ window: window.id, ...age }).catch(() => null);
      return tree ? [{ window, root: toRaw(tree.root) }] : [];
    }),
  );
  return { open, windows: trees.flat(), at: Date.now() };
}

/** Elements are matched as the engine matches them, and are called by their whole ids. */
function toRaw({ id, children, ...node }: TreeNode): RawNode {
  return { ...node, runtimeId: id, ...(children && { children: children.map(toRaw) }) };
}

export function findIn({ windows }: Trees, chain: Chain): readonly Found[] {
  const rootOf = new Map(windows.map(({ window, root }) => [root, window]));
  const found = locate(
    windows.map(({ root }) => root),
    chain,
  );
  return found.flatMap(({ root, node }) => {
    const window = rootOf.get(root);
    return window ? [{ window, node }] : [];
  });
}

export function idOf({ node }: Pick<Found, 'node'>): ElementId {
  return node.runtimeId as ElementId;
}

/** What was found, as tools know elements. */
export function sightedIn({ at }: Look, { window, node }: Found): Sighted {
  const { runtimeId: _, children: __, ...element } = node;
  return { window, at, element: { ...element, id: idOf({ node }) } };
}

/** `<button "Save">` */
export function inWords(node: RawNode): string {
  return `<${ariaRoleOf(node)}${node.name === '' ? '' : ` ${JSON.stringify(node.name)}`}>`;
}

/** A near match, and the reason why it does not match: best first. */
export interface Near {
  readonly node: RawNode;
  readonly why: string;
}

export function nearIn({ windows }: Trees, chain: Chain, limit = 3): readonly Near[] {
  const step = lastSearch(chain);
  if (!step) return [];
  return windows.flatMap(({ root }) => nearMisses(root, [step], limit)).slice(0, limit);
}

/** The message if no element of the requested role has a similar name: their names. */
export function namesOfRole({ windows }: Trees, chain: Chain): string | null {
  const last = chain.at(-1);
  if (last?.by !== 'role' || last.name === undefined) return null;
  const step = [...chain.slice(0, -1), { by: 'role', role: last.role }] as const;
  const names = findIn({ windows }, step).map(({ node }) => JSON.stringify(node.name));
  if (names.length === 0) return null;
  const others = names.length > shownNames ? ` and ${names.length - shownNames} more` : '';
  return `no name like it among those of role '${last.role}': ${names.slice(0, shownNames).join(', ')}${others}`;
}

const shownNames = 12;

/** The message if nothing has the requested role and no platform uses that name. */
export function unknownRole({ windows }: Trees, chain: Chain): string | null {
  for (const link of chain) {
    if (link.by !== 'role' || isAriaRole(link.role)) continue;
    const step = [{ by: 'role', role: link.role, includeHidden: true }] as const;
    if (windows.some(({ root }) => locate([root], step).length > 0)) continue;
    const like = rolesLike(link.role);
    return `nothing has the role '${link.role}'${like.length > 0 ? `; roles like it: ${like.join(', ')}` : ''}`;
  }
  return null;
}

/** Similar roles, for a word that matches none. */
function rolesLike(word: string): readonly string[] {
  const near = [...ariaRoles, ...controlTypes].map((role) => ({
    role,
    edits: editsBetween(role.toLowerCase(), word.toLowerCase()),
  }));
  return near
    .filter(({ edits }) => edits <= Math.max(2, word.length / 3))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ role }) => role);
}

/** @returns Playwright's sentence for a locator with more than one match */
export function notOne(chain: Chain, found: readonly Found[]): string {
  const description = chainInWords(chain);
  const rows = found
    .slice(0, 8)
    .map(
      ({ node, window }, index) =>
        `    ${index + 1}) ${inWords(node)} in ${quoted(window.title)} aka ${description}.nth(${index})`,
    );
  return `strict mode violation: ${description} resolved to ${found.length} elements:\n${rows.join('\n')}`;
}

/** The windows with a title; those with exactly this one, if there are any. */
export function titled(windows: readonly WindowInfo[], title: Text): readonly WindowInfo[] {
  const exact = windows.filter((window) => typeof title === 'string' && window.title === title);
  return exact.length > 0 ? exact : windows.filter((window) => nameMatches(window.title, title));
}

/** All that could be seen to change, as one text. */
export function stateOf({ open, windows }: Look): string {
  const all = open.map(({ id, title, active, state }) => [id, title, active, state]);
  return JSON.stringify([all, windows.map(({ root }) => root)]);
}

/** The condition to wait for, in Playwright's words; null if the tool may be tried. The tool checks more closely. */
export function blockedBy({ states }: RawNode, unseen: boolean): string | null {
  // Elements that are off-screen are scrolled into view.
  if (!unseen && !states.includes('visible') && !states.includes('offscreen')) return 'element is not visible';
  if (!states.includes('enabled')) return 'element is not enabled';
  return null;
}

export function isSeen({ states, bounds }: RawNode): boolean {
  return states.includes('visible') && (bounds === null || !isEmpty(bounds));
}

/** On the screen: its middle, or a point in pixels from its top left. @throws Error if it has no place */
export function placeOf(found: Found, position?: Point): Point {
  const { x, y, ...size } = boundsOf(found);
  return position ? { x: x + position.x, y: y + position.y } : center({ x, y, ...size });
}

/** @throws Error if it has no place */
export function boundsOf({ node: { bounds } }: Found): Rect {
  if (bounds && !isEmpty(bounds)) return bounds;
  throw new Error('The element has no position on the screen.');
}

/** The argument of step tools for a point in an element; none for its middle. */
export function placeIn(found: Found, position: Point | undefined): object {
  return position ? { at: position, size: sizeOf(found) } : {};
}

export function sizeOf(found: Found): Size {
  const { width, height } = boundsOf(found);
  return { width, height };
}

/** The placeholder for objects in AT-SPI's texts. */
const object = /\ufffc/g;

/** The visible text of an element: its text, else its name, else those of its children. */
export function shownValue({ name, value, children = [] }: RawNode): string {
  // An empty field has no text, whatever its name.
  if (value === '') return '';
  return (value ?? '').replace(object, '') || name || children.map(shownValue).filter(Boolean).join(' ');
}
