import { AppError } from '#contract/errors';
import { describeElement, hasState, type ControlType, type ElementNode } from '#contract/model/element';
import type { LookContext } from '../../define-tool.ts';
import { ownSelector } from '../../target/own-selector.ts';

/** How many candidates of an ambiguous search are listed with a narrower selector each. */
const listed = 10;

/** They say what the control around them is called. */
const labels: ReadonlySet<ControlType> = new Set(['Text', 'Image']);

/**
 * What a person would tell apart: where something matching can be seen, what is hidden does not count; a name in the
 * same letters wins; and neither the label inside a control nor the window around it is a second match.
 */
export async function distinct(
  context: LookContext,
  matches: readonly ElementNode[],
  { name, prefer }: { readonly name: string | undefined; readonly prefer?: ReadonlySet<ControlType> | undefined },
): Promise<readonly ElementNode[]> {
  const shown = preferring(matches, (element) => hasState(element, 'visible'));
  const fold = name?.toLowerCase();
  const named = preferring(shown, (element) => element.name.toLowerCase() === fold);
  const fitting = prefer ? preferring(named, ({ controlType }) => prefer.has(controlType)) : named;
  const inside = preferring(fitting, ({ controlType }) => controlType !== 'Window');
  return inside.length < 2 || inside.length > listed ? inside : withoutLabels(context, inside);
}

/** Those that fit, or all where none does. */
export function preferring<T>(all: readonly T[], fits: (one: T) => boolean): readonly T[] {
  const fitting = all.filter(fits);
  return fitting.length > 0 ? fitting : all;
}

async function withoutLabels(
  { engine, signal }: LookContext,
  matches: readonly ElementNode[],
): Promise<readonly ElementNode[]> {
  const kept: ElementNode[] = [];
  for (const element of matches) {
    const around = labels.has(element.controlType) ? await engine.ancestors({ element: element.id }, { signal }) : [];
    const ids = new Set(around.map(({ id }) => id));
    if (!matches.some((other) => ids.has(other.id))) kept.push(element);
  }
  return kept;
}

/** One match of several, as diagnostics show it. */
interface Candidate {
  readonly elementId: string;
  readonly ref: string;
  readonly name: string;
  readonly controlType: ControlType;
  readonly automationId: string;
  readonly boundingRect: ElementNode['bounds'];
  /** Matches this one alone; null where nothing does. */
  readonly selector: string | null;
}

export async function ambiguous(
  context: LookContext,
  wanted: string,
  matches: readonly ElementNode[],
): Promise<AppError> {
  const multipleMatches: Candidate[] = [];
  for (const element of matches.slice(0, listed)) multipleMatches.push(await candidate(context, element));
  const lines = multipleMatches.map(
    ({ ref, selector, ...one }) =>
      `[${ref}] ${describeElement(one as unknown as ElementNode)}${at(one.boundingRect)}: ${selector ?? 'no narrower selector'}`,
  );
  const more = matches.length > listed ? [`and ${matches.length - listed} more.`] : [];
  return new AppError(
    'multiple_matches',
    [`${matches.length} elements match ${wanted}:`, ...lines, ...more].join('\n'),
    {
      hint: 'Use the selector or the ref of the one you mean, or narrow with automation id, control type or parent.',
      delivery: 'not_delivered',
      data: { multipleMatches },
    },
  );
}

function at(bounds: ElementNode['bounds']): string {
  return bounds ? ` at ${bounds.x}, ${bounds.y}` : '';
}

async function candidate(context: LookContext, element: ElementNode): Promise<Candidate> {
  const { id, name, controlType, automationId, bounds } = element;
  return {
    elementId: id,
    ref: context.session.refs.refOf(id),
    name,
    controlType,
    automationId,
    boundingRect: bounds,
    selector: await ownSelector(context, id),
  };
}
