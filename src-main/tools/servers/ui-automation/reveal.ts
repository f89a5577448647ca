import { AppError } from '#contract/errors';
import {
  describeElement,
  type ElementDetails,
  type ElementNode,
  type TreeNode,
} from '#contract/model/elements/element';
import { area } from '#contract/model/geometry';
import type { ToolContext } from '../../define-tool.ts';
import { detailsOf, scrollIntoView, scrolledThrough, scrollingAround } from '../../target/into-view.ts';
import { describeElementQuery, isInView } from '#contract/model/elements/element-query';
import { noElement, type FoundElement } from '../../target/which-element.ts';
import { idOfPart, locate, queryOf, type Target, type Scan } from './locate.ts';
import { windowFor } from './window-of.ts';

/** Maximum number of elements to check for scrolling. */
const asked = 60;

/**
 * Brings an element into view: by its own pattern, or else by scrolling its containers.
 * @param until milliseconds of `Date.now()`
 * @throws AppError `scroll_exhausted`, `pattern_not_supported` if no container scrolls, `timeout`
 */
export async function reveal(context: ToolContext, element: ElementNode, until: number): Promise<ElementDetails> {
  const shown = await scrollIntoView(context, element.id, until);
  if (shown) return shown;
  const containers = (await scrollingAround(context, element.id)).filter(scrollsDown);
  if (containers.length === 0) {
    throw new AppError(
      'pattern_not_supported',
      `${describeElement(element)} cannot be scrolled into view: nothing around it scrolls.`,
    );
  }
  throw exhausted(describeElement(element), containers, until);
}

/**
 * Searches for an element that is not in the tree, such as rows of long lists that exist only while visible: from the start of
 * each scrolling container to its end. Without a match, restores their positions.
 * @throws AppError `scroll_exhausted`, `element_not_found` if nothing scrolls, `timeout`, `multiple_matches`
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
  const found = await scrolledThrough(context, containers, look, until);
  if (!found) throw exhausted(`An element with ${describeElementQuery(queryOf(wanted))}`, containers, until);
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

/** Containers that scroll vertically. */
async function scrolling(context: ToolContext, elements: readonly ElementNode[]): Promise<readonly ElementDetails[]> {
  const details = await detailsOf(context, elements);
  return elements.flatMap(({ id }) => {
    const found = details.get(id);
    return found && scrollsDown(found) ? [found] : [];
  });
}

function scrollsDown({ scroll }: ElementDetails): boolean {
  return scroll?.vertical != null;
}

function* flat(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children ?? []) yield* flat(child);
}

function areaOf({ bounds }: ElementNode): number {
  return bounds ? area(bounds) : 0;
}

function exhausted(what: string, containers: readonly ElementDetails[], until: number): AppError {
  if (Date.now() >= until)
    return new AppError('timeout', 'The time limit was reached before the end was scrolled into view.');
  const names = containers.map(describeElement).join(', ');
  return new AppError(
    'scroll_exhausted',
    `${what} did not come into view after scrolling ${names} from start to end.`,
    {
      hint: 'Check its name. It may not exist, or be in another window.',
    },
  );
}
