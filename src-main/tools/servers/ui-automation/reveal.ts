import { AppError } from '#contract/errors';
import { describeElement, type ElementDetails, type ElementNode, type TreeNode } from '#contract/model/element';
import { area, isEmpty } from '#contract/model/geometry';
import type { ToolContext } from '../../define-tool.ts';
import type { Scan } from './action.ts';
import { detailsOf } from './describe.ts';
import { describeElementQuery, isInView } from '#contract/model/element-query';
import { noElement, type FoundElement } from '../../target/which-element.ts';
import { idOfPart, locate, queryOf, type Target } from './locate.ts';
import { windowFor } from './window-of.ts';

/** Of what can be seen at once, in percent: rows at an edge are seen twice rather than never. */
const stepOfView = 80;
/** Where no one can say how much is seen at once, in percent of the whole way. */
const blindStep = 10;
/** No more elements are asked whether they scroll. */
const asked = 60;

/**
 * Brings an element into view: by its own pattern, or else by scrolling what it is in.
 * @param until milliseconds of `Date.now()`
 * @throws AppError `scroll_exhausted`, `pattern_not_supported` where nothing around it scrolls, `timeout`
 */
export async function reveal(context: ToolContext, element: ElementNode, until: number): Promise<ElementDetails> {
  const { engine, signal } = context;
  try {
    return await engine.runPattern({ element: element.id, call: { pattern: 'scrollItem' } }, { signal });
  } catch (error) {
    const cannot = error instanceof AppError && ['pattern_not_supported', 'not_verified'].includes(error.code);
    if (!cannot) throw error;
  }
  const around = await engine.ancestors({ element: element.id }, { signal });
  const containers = await scrolling(context, [...around].reverse());
  if (containers.length === 0) {
    throw new AppError(
      'pattern_not_supported',
      `${describeElement(element)} cannot be scrolled into view: nothing around it scrolls.`,
    );
  }
  const look = async () => {
    const now = await engine.details({ element: element.id }, { signal });
    return isInView(now) ? now : null;
  };
  const found = await scrollUntil(context, containers, look, until);
  if (found) return found;
  throw exhausted(describeElement(element), containers);
}

/**
 * Looks for what is not in the tree, as rows of long lists that exist only while they are seen: from the start of each
 * scrolling container to its end. Where nothing is found, they are left as they were.
 * @throws AppError `scroll_exhausted`, `element_not_found` where nothing scrolls, `timeout`, `multiple_matches`
 */
export async function revealBySearch(
  context: ToolContext,
  wanted: Target,
  scan: Scan,
  until: number,
): Promise<FoundElement> {
  const window = await windowFor(context, wanted);
  const from = await idOfPart(context, wanted.parent);
  const { root } = await context.engine.tree({ window: window.id, from, view: 'control' }, { signal: context.signal });
  const largestFirst = [...flat(root)].filter(mayScroll).sort((a, b) => areaOf(b) - areaOf(a));
  const containers = await scrolling(context, largestFirst.slice(0, asked));
  if (containers.length === 0) throw noElement(queryOf(wanted), window);
  const look = () => lookOnce(context, wanted, scan);
  const found = await scrollUntil(context, containers, look, until);
  if (!found) throw exhausted(`An element with ${describeElementQuery(queryOf(wanted))}`, containers);
  return isInView(found.element) ? found : { ...found, element: await reveal(context, found.element, until) };
}

async function lookOnce(context: ToolContext, wanted: Target, scan: Scan): Promise<FoundElement | null> {
  try {
    return await locate(context, wanted, scan, { until: 0 });
  } catch (error) {
    if (error instanceof AppError && error.code === 'element_not_found') return null;
    throw error;
  }
}

async function scrollUntil<T>(
  context: ToolContext,
  containers: readonly ElementDetails[],
  look: () => Promise<T | null>,
  until: number,
): Promise<T | null> {
  for (const container of containers) {
    const before = container.scroll?.vertical ?? 0;
    const step = await stepOf(context, container);
    for (let goal = 0; ; goal = Math.min(100, goal + step)) {
      if (Date.now() >= until) throw new AppError('timeout', 'Time was up before all was scrolled through.');
      await scrollTo(context, container, goal);
      const found = await look();
      if (found) return found;
      if (goal >= 100) break;
    }
    await scrollTo(context, container, before);
  }
  return null;
}

async function scrollTo({ engine, signal }: ToolContext, { id }: ElementDetails, to: number): Promise<void> {
  try {
    await engine.runPattern({ element: id, call: { pattern: 'scroll', vertical: { to } } }, { signal });
  } catch (error) {
    // A list that learns its length while it scrolls stops elsewhere; the next look says what can be seen.
    if (!(error instanceof AppError && error.code === 'not_verified')) throw error;
  }
}

/** How far to scroll at a time, in percent of the whole way, from how much of the content fits into view. */
async function stepOf({ engine, signal }: ToolContext, { id, bounds }: ElementDetails): Promise<number> {
  const rows = await engine.children({ element: id, limit: 1_000 }, { signal });
  const places = rows.flatMap((row) => (row.bounds && !isEmpty(row.bounds) ? [row.bounds] : []));
  if (!bounds || places.length === 0) return blindStep;
  const top = Math.min(...places.map(({ y }) => y));
  const bottom = Math.max(...places.map(({ y, height }) => y + height));
  const way = bottom - top - bounds.height;
  return way > 0 ? Math.min(100, Math.max(1, (bounds.height / way) * stepOfView)) : blindStep;
}

const neverScroll: ReadonlySet<string> = new Set([
  'Button',
  'CheckBox',
  'RadioButton',
  'Separator',
  'Image',
  'ScrollBar',
]);

function mayScroll({ controlType, childCount }: ElementNode): boolean {
  return childCount > 0 && !neverScroll.has(controlType);
}

/** Those that scroll up and down. */
async function scrolling(context: ToolContext, elements: readonly ElementNode[]): Promise<readonly ElementDetails[]> {
  const details = await detailsOf(context, elements);
  return elements.flatMap(({ id }) => {
    const found = details.get(id);
    return found && found.scroll?.vertical != null ? [found] : [];
  });
}

function* flat(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children ?? []) yield* flat(child);
}

function areaOf({ bounds }: ElementNode): number {
  return bounds ? area(bounds) : 0;
}

function exhausted(what: string, containers: readonly ElementDetails[]): AppError {
  const names = containers.map(describeElement).join(', ');
  return new AppError('scroll_exhausted', `${what} did not come into view by scrolling ${names} from start to end.`, {
    hint: 'Check how it is called; it may not exist, or be in another window.',
  });
}
