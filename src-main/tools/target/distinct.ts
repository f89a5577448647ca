import { hasState, type ControlType, type ElementNode } from '#contract/model/element';
import type { LookContext } from '../define-tool.ts';

/** No more than these are asked what they are in. */
const compared = 10;

/** They say what the control around them is called. */
const labels: ReadonlySet<ControlType> = new Set(['Text', 'Image']);

/**
 * What a person would tell apart: where something matching can be seen, what is hidden does not count; a name in the
 * same letters wins; and neither the label inside a control nor the window around it is a second match.
 */
export async function distinct(
  context: LookContext,
  matches: readonly ElementNode[],
  {
    name,
    prefer = [],
  }: { readonly name: string | undefined; readonly prefer: readonly ReadonlySet<ControlType>[] | undefined },
): Promise<readonly ElementNode[]> {
  const shown = preferring(matches, (element) => hasState(element, 'visible'));
  const fold = name?.toLowerCase();
  const named = preferring(shown, (element) => element.name.toLowerCase() === fold);
  const types = prefer.find((each) => named.some(({ controlType }) => each.has(controlType)));
  const fitting = types ? named.filter(({ controlType }) => types.has(controlType)) : named;
  const inside = preferring(fitting, ({ controlType }) => controlType !== 'Window');
  return inside.length < 2 || inside.length > compared ? inside : withoutLabels(context, inside);
}

/** Those that fit, or all where none does. */
function preferring<T>(all: readonly T[], fits: (one: T) => boolean): readonly T[] {
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
