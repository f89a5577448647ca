import { hasAriaRole } from '#contract/model/elements/aria-roles';
import { controlTypes, type ControlType } from '#contract/model/elements/element';
import type { Selector, SelectorStep } from '#contract/model/elements/selector';
import type { RawNode } from '../backend.ts';
import { gridPlaceOf } from './relations/grid.ts';
import { labelOf } from './relations/label.ts';
import { nearTo } from './relations/near.ts';
import { plainLabel } from './relations/words.ts';
import { knownIndexOf, type TreeIndex } from './tree-index.ts';

/**
 * All matches below `root`, itself included, in tree order. Each step is searched below the matches of the previous one; `path`
 * counts children from the node that is searched.
 */
export function matchSelector(root: RawNode, selector: Selector): readonly RawNode[] {
  return matchWithEvidence(root, selector).found;
}

/** The matches of a selector, and how specific it is. */
export interface Matched {
  readonly found: readonly RawNode[];
  /** Other elements match the selector's words too: only an ordinal, a path or nearness chose among them. */
  readonly byPlace: boolean;
}

/** See {@link matchSelector}. */
export function matchWithEvidence(root: RawNode, selector: Selector): Matched {
  let found: readonly RawNode[] = [root];
  let byPlace = false;
  for (const [depth, step] of selector.entries()) {
    const within = found.map((scope) => matchStep(root, scope, step, depth === 0));
    const [nodes = []] = within.length > 1 ? [[...new Set(within.flat())]] : within;
    const near = step.near === undefined ? { nodes, byPlace: false } : nearTo(root, nodes, step.near);
    found = nth(near.nodes, step);
    byPlace ||= near.byPlace || step.path !== undefined || found.length < near.nodes.length;
  }
  return { found, byPlace };
}

/** The nodes, in tree order, that match a step for which {@link needsNoTree} holds. */
export function matchAmong(nodes: readonly RawNode[], step: SelectorStep): Matched {
  const fitting = nodes.filter((node) => fits(node, step));
  const found = nth(fitting, step);
  return { found, byPlace: found.length < fitting.length };
}

/** Whether the element's own properties suffice for the step. */
export function needsNoTree({ path, label, row, column, near }: SelectorStep): boolean {
  return [path, label, row, column, near].every((condition) => condition === undefined);
}

/** The first step may match the root itself; later steps match only descendants. */
function matchStep(root: RawNode, scope: RawNode, step: SelectorStep, itself: boolean): readonly RawNode[] {
  const matches = (node: RawNode) => fits(node, step) && stands(root, node, step);
  if (step.path) return [follow(scope, step.path)].filter((node) => node !== undefined).filter(matches);
  const index = knownIndexOf(root);
  const listed = index && listedFor(index, step);
  if (index && listed) {
    const inside = scope === root ? listed : index.within(scope, listed);
    const all = inside.filter((node) => (itself || node !== scope) && matches(node));
    return needsNoTree(step) ? all : outermostOf(index, all);
  }
  const found: RawNode[] = [];
  const look = needsNoTree(step) ? everywhere : outermost;
  for (const start of itself ? [scope] : (scope.children ?? [])) look(start, matches, found);
  return found;
}

/** The shortest list of the index that contains all possible matches of the step; null if there is none. */
function listedFor(index: TreeIndex, { id, name, role }: SelectorStep): readonly RawNode[] | null {
  if (id !== undefined) return index.withId(id);
  if (name !== undefined) return index.withName(name);
  return role !== undefined && isControlType(role) ? index.withType(role) : null;
}

/** See {@link outermost}, for matches in tree order. */
function outermostOf(index: TreeIndex, matches: readonly RawNode[]): readonly RawNode[] {
  const found: RawNode[] = [];
  for (const node of matches) {
    const last = found.at(-1);
    if (!last || !index.holdsAny(last, [node])) found.push(node);
  }
  return found;
}

type Look = (node: RawNode, matches: (node: RawNode) => boolean, found: RawNode[]) => void;

const everywhere: Look = (node, matches, found) => {
  if (matches(node)) found.push(node);
  for (const child of node.children ?? []) everywhere(child, matches, found);
};

/** A label, a row or a neighbour names a whole: of nested elements, such as a cell and the text in it, the outer one matches. */
const outermost: Look = (node, matches, found) => {
  if (matches(node)) found.push(node);
  else for (const child of node.children ?? []) outermost(child, matches, found);
};

function nth(found: readonly RawNode[], step: SelectorStep): readonly RawNode[] {
  return step.nth === undefined ? found : found.slice(step.nth, step.nth + 1);
}

/** The node at a path of child indices. */
export function follow(from: RawNode, path: readonly number[]): RawNode | undefined {
  return path.reduce<RawNode | undefined>((node, index) => node?.children?.[index], from);
}

function fits(node: RawNode, step: SelectorStep): boolean {
  return (
    (step.role === undefined || sameRole(node, step.role)) &&
    (step.id === undefined || node.automationId === step.id) &&
    (step.name === undefined || node.name === step.name) &&
    (step.nameContains === undefined || node.name.toLowerCase().includes(step.nameContains.toLowerCase())) &&
    (step.description === undefined || node.description === step.description)
  );
}

/** Whether its position relative to its surroundings matches the step. */
function stands(root: RawNode, node: RawNode, { label, row, column }: SelectorStep): boolean {
  if (label !== undefined && labelOf(root, node) !== plainLabel(label)) return false;
  if (row === undefined && column === undefined) return true;
  const place = gridPlaceOf(root, node);
  return (row === undefined || place.row.includes(row)) && (column === undefined || place.column === column);
}

const types: ReadonlySet<string> = new Set(controlTypes);
const isControlType = (role: string): role is ControlType => types.has(role);
const typesIgnoringCase: ReadonlySet<string> = new Set(controlTypes.map((type) => type.toLowerCase()));

/**
 * `role` is a control type; a platform role also matches, as does an ARIA role that is no control type. All ignore case, but
 * control types take precedence: `text` is AT-SPI's role of an Edit.
 */
export function sameRole(node: RawNode, role: string): boolean {
  if (isControlType(role)) return node.controlType === role;
  const wanted = role.toLowerCase();
  if (node.controlType.toLowerCase() === wanted || node.role.toLowerCase() === wanted) return true;
  return !typesIgnoringCase.has(wanted) && hasAriaRole(node, wanted);
}
