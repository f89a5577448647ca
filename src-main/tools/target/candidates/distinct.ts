import { hasState, type ControlType, type ElementId, type ElementNode } from '#contract/model/elements/element';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { LookContext } from '../../define-tool.ts';
import { detailsOf } from '../into-view.ts';

/** Maximum number of elements to query for their containers. */
const compared = 10;

/** Types whose text is the name of the control around them. */
const labels: ReadonlySet<ControlType> = new Set(['Text', 'Image']);

/** Types that contain usable elements, and are not usable themselves. */
const frames: ReadonlySet<ControlType> = new Set(['Pane', 'Group', 'Custom']);

/** Rows of libadwaita have these types as well, like the control in them. */
const switches: ReadonlySet<ControlType> = new Set(['CheckBox', 'RadioButton']);

/** Maximum border between an element and its filling child, in pixels. */
const border = 2;

/**
 * The matches that a user would distinguish: hidden ones do not count beside visible ones; an exact name wins; and neither the
 * label of a control, inside it or beside it, nor the window around it is a second match. An element and one inside it at the
 * same position are one, since a press reaches both. So are a row and the switch in it.
 */
export async function distinct(
  context: LookContext,
  matches: readonly ElementNode[],
  {
    name,
    prefer = [],
  }: { readonly name: string | undefined; readonly prefer: readonly ReadonlySet<ControlType>[] | undefined },
): Promise<readonly ElementNode[]> {
  const fold = name?.toLowerCase();
  const isCalled = (element: ElementNode) => fold === undefined || element.name.toLowerCase() === fold;
  const shown = preferring(await withMoved(context, matches, isCalled), (element) => hasState(element, 'visible'));
  const named = preferring(shown, (element) => element.name.toLowerCase() === fold);
  const types = prefer.find((each) => named.some(({ controlType }) => each.has(controlType)));
  const fitting = types ? named.filter(({ controlType }) => types.has(controlType)) : named;
  const inside = preferring(fitting, ({ controlType }) => controlType !== 'Window');
  return inside.length < 2 || inside.length > compared ? inside : withoutInner(context, inside);
}

/**
 * The matches, with the current state of those that moved into view: apps such as Qt's announce no moves, so that the tree has
 * hidden elements where they were.
 */
async function withMoved(
  context: LookContext,
  matches: readonly ElementNode[],
  isCalled: (element: ElementNode) => boolean,
): Promise<readonly ElementNode[]> {
  const hidden = matches.filter((element) => !hasState(element, 'visible') && isCalled(element));
  if (hidden.length === matches.length || hidden.length === 0 || hidden.length > compared) return matches;
  const now = await detailsOf(context, hidden);
  return matches.map((element) => {
    const { bounds = null, states = [] } = now.get(element.id) ?? {};
    const hasMoved = bounds !== null && !(element.bounds && sameRect(bounds, element.bounds));
    return hasMoved && states.includes('visible') ? { ...element, bounds, states } : element;
  });
}

/** The matching ones, or all if none matches. */
function preferring<T>(all: readonly T[], fits: (one: T) => boolean): readonly T[] {
  const fitting = all.filter(fits);
  return fitting.length > 0 ? fitting : all;
}

async function withoutInner(
  { engine, signal }: LookContext,
  matches: readonly ElementNode[],
): Promise<readonly ElementNode[]> {
  const dropped = new Set<ElementId>();
  /** An element named by the label beside it has the label's name. */
  const labelsAmong = async (all: readonly ElementNode[], { id }: ElementNode): Promise<readonly ElementId[]> => {
    const texts = all.filter(({ controlType }) => labels.has(controlType));
    if (texts.length === 0) return [];
    const { relations } = await engine.details({ element: id }, { signal });
    const by = relations.filter(({ type }) => type === 'labelled by').flatMap(({ targets }) => targets);
    return texts.filter((text) => by.some((label) => label.id === text.id)).map((text) => text.id);
  };
  for (const element of matches) {
    const isLabel = labels.has(element.controlType);
    if (!isLabel) for (const label of await labelsAmong(matches, element)) dropped.add(label);
    const others = isLabel
      ? matches
      : matches.filter(
          (other) => areOnePlace(element, other) || areOneSwitch(element, other) || isAround(other, element),
        );
    if (others.every(({ id }) => id === element.id)) continue;
    const around = new Set((await engine.ancestors({ element: element.id }, { signal })).map(({ id }) => id));
    for (const outer of others) if (around.has(outer.id)) dropped.add(ofTwo(outer, element).id);
  }
  return matches.filter(({ id }) => !dropped.has(id));
}

/** The one of two to drop: the inner one, unless the outer is a frame, a label around its field, a row of tabs, or the row of a switch. */
function ofTwo(outer: ElementNode, inner: ElementNode): ElementNode {
  const isOuter = frames.has(outer.controlType) || labels.has(outer.controlType);
  const isFrame = isOuter && !frames.has(inner.controlType) && !labels.has(inner.controlType);
  const isRow = outer.controlType === 'Tab' && inner.controlType === 'TabItem';
  return isFrame || isRow || (areOneSwitch(outer, inner) && !areOnePlace(outer, inner)) ? outer : inner;
}

/** Types that share their name with one element in them. */
const holders: ReadonlyMap<ControlType, ControlType> = new Map([
  ['ComboBox', 'Edit'],
  ['Tab', 'TabItem'],
]);

function isAround(outer: ElementNode, inner: ElementNode): boolean {
  return holders.get(outer.controlType) === inner.controlType && outer.name === inner.name;
}

function areOneSwitch(one: ElementNode, other: ElementNode): boolean {
  return switches.has(one.controlType) && one.controlType === other.controlType && one.name === other.name;
}

/** Same name, or no name, and the same bounds except for a border. */
function areOnePlace(one: ElementNode, other: ElementNode): boolean {
  const isNamed = one.name === other.name || one.name === '' || other.name === '';
  return isNamed && one.bounds !== null && other.bounds !== null && areAlike(one.bounds, other.bounds);
}

function areAlike(a: Rect, b: Rect): boolean {
  const apart = [a.x - b.x, a.y - b.y, a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height];
  return apart.every((pixels) => Math.abs(pixels) <= border);
}
