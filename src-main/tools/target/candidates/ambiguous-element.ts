import { AppError } from '#contract/errors';
import { describeElement, type ControlType, type ElementId, type ElementNode } from '#contract/model/elements/element';
import {
  describeElementQuery,
  isInView,
  rankElements,
  type ElementFit,
  type ElementQuery,
} from '#contract/model/elements/element-query';
import { center, type Rect } from '#contract/model/geometry';
import type { LookContext } from '../../define-tool.ts';

/** Number of matches to list with a narrower selector each. */
const listed = 10;
/** Timeout of hit tests, in milliseconds, since they are only a hint. */
const lookMs = 1_000;

/** One of several matching elements, as listed in the error; likeliest first. */
export interface Candidate {
  readonly id: ElementId;
  readonly ref: string;
  /** E.g. `Button “Save”`. */
  readonly element: string;
  readonly name: string;
  readonly controlType: ControlType;
  readonly automationId: string;
  readonly bounds: Rect | null;
  /** Matches only this one; null if none does. */
  readonly selector: string | null;
  /** E.g. `exact name, in view, enabled, on top`. */
  readonly why: string;
}

/**
 * The error for several elements that match equally well: `multiple_matches` with `total` and `candidates`. Its text contains
 * each one's ref, position and own selector. @param wanted what was searched; `what` replaces its description in the sentence
 */
export async function ambiguousElement(
  context: LookContext,
  matches: readonly ElementNode[],
  { query, what = describeElementQuery(query) }: { readonly query: ElementQuery; readonly what?: string },
): Promise<AppError> {
  const likeliest = rankElements(matches, query, nothing)
    .slice(0, listed)
    .map(({ element }) => element);
  const fits = rankElements(likeliest, query, await onTop(context, likeliest));
  const candidates: Candidate[] = [];
  for (const fit of fits) candidates.push(await candidate(context, fit));
  const total = matches.length;
  const more = total > listed ? [`and ${total - listed} more.`] : [];
  return new AppError(
    'multiple_matches',
    [`${total} elements match ${what}:`, ...candidates.map(lineOf), ...more].join('\n'),
    {
      hint: 'Use the selector or the ref of the one you mean, or narrow with automation id, control type or parent.',
      delivery: 'not_delivered',
      data: { total, candidates },
    },
  );
}

/** The candidates in an error's data; null if there are none. */
export function elementCandidates(data: AppError['data']): readonly Candidate[] | null {
  const candidates = data?.['candidates'];
  const areElements = Array.isArray(candidates) && candidates.every((one) => typeof one === 'object' && 'ref' in one);
  return areElements ? (candidates as readonly Candidate[]) : null;
}

function lineOf({ ref, element, bounds, selector, why }: Candidate): string {
  const place = bounds ? ` at ${bounds.x}, ${bounds.y}` : '';
  return `[${ref}] ${element}${place}: ${selector ?? 'no narrower selector'} (${why})`;
}

async function candidate(context: LookContext, { element, why }: ElementFit): Promise<Candidate> {
  const { id, name, controlType, automationId, bounds } = element;
  const described = describeElement(element);
  const ref = context.session.refs.refOf(id, name);
  return {
    id,
    ref,
    element: described,
    name,
    controlType,
    automationId,
    bounds,
    selector: await ownSelector(context, id),
    why,
  };
}

/** The best selector that matches only this element; null if there is none, or the element is gone. */
async function ownSelector({ engine, signal }: LookContext, element: ElementId): Promise<string | null> {
  const ranked = await engine.selectors({ element }, { signal }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'element_stale') return [];
    throw error;
  });
  return ranked.find(({ matchCount }) => matchCount === 1)?.selector ?? null;
}

const nothing: ReadonlySet<ElementNode> = new Set();

/** The elements that a press at their centre would reach, as far as known in time. */
async function onTop(context: LookContext, matches: readonly ElementNode[]): Promise<ReadonlySet<ElementNode>> {
  const reached = await Promise.all(matches.map((element) => isReached(context, element)));
  return new Set(matches.filter((_, index) => reached[index]));
}

async function isReached({ engine, signal }: LookContext, element: ElementNode): Promise<boolean> {
  if (!element.bounds || !isInView(element)) return false;
  try {
    const hit = await engine.elementAt(center(element.bounds), { signal, timeoutMs: lookMs });
    return hit !== null && [hit.element, ...hit.ancestors].some(({ id }) => id === element.id);
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}
