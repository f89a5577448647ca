import { withDeadline } from '../../base/async/deadline.ts';
import { center, type Point } from '#contract/model/geometry';
import { formatSelector, parseSelector } from '#contract/model/elements/selector';
import { lookMs, pointsOf } from './call-target.ts';
import { reachOf, type ActsIn, type LookContext, type Tool } from '../define-tool.ts';
import { calledBy, seenElement } from '../target/known-element.ts';
import type { Doubt } from './doubt.ts';
import { both, keysIn, keysOf, labelsAt, labelsOfKeys } from '../target/labels-at.ts';

type Input = Readonly<Record<string, unknown>>;

/**
 * The names that the target elements of a call may have: from its arguments, from the list given to the client, and from reading
 * the selector's matches, the elements at its points, and the focused element. Names that cannot be read in time are missing,
 * and reported to `doubt`.
 */
export async function callLabels(options: LookContext, asked: AskedLabels): Promise<readonly string[]> {
  return [...labelsIn(asked.input), ...(await seenLabels(options, asked))];
}

export interface AskedLabels {
  readonly tool: Tool;
  readonly input: Input;
  readonly target: () => Promise<ActsIn | null>;
  readonly doubt?: Doubt;
}

/** The labels that come from apps, not from the call. */
export async function seenLabels(
  options: LookContext,
  { tool, input, target, doubt }: AskedLabels,
): Promise<readonly string[]> {
  // Each separately: a failure of one must not hide the labels of another.
  const look = async (what: (context: LookContext) => Promise<readonly string[]>) => {
    const within = { signal: options.signal, timeoutMs: lookMs, what: 'Looking at the element' };
    try {
      return await withDeadline(within, (signal) => what({ ...options, signal }));
    } catch (error) {
      doubt?.failed(error);
      return [];
    }
  };
  const { selector, element, id } = input;
  const { labels } = reachOf(tool, input);
  const looked = await Promise.all([
    labels ? look(labels) : [],
    typeof selector === 'string' ? look((context) => matched(context, selector, target)) : [],
    typeof element === 'string' ? look((context) => nameOf(context, element)) : [],
    typeof id === 'string' ? look((context) => nameOf(context, id)) : [],
    look(async (context) => {
      const points = await pointsOf(context, { tool, input, ...(doubt && { doubt }) });
      return (await Promise.all(points.map((at) => labelsAt(context, at)))).flat();
    }),
    look((context) => labelsUnderKeys(context, { tool, input, target })),
  ]);
  return looked.flat();
}

async function labelsUnderKeys(
  context: LookContext,
  {
    tool,
    input,
    target,
  }: { readonly tool: Tool; readonly input: Input; readonly target: () => Promise<ActsIn | null> },
): Promise<readonly string[]> {
  const chords = reachOf(tool, input).keys;
  const window = chords && (await target());
  if (!chords || !window?.id) return [];
  const typed = [input['keys'], input['text']].filter((text) => typeof text === 'string').join('');
  return labelsOfKeys(context, window.id, both(keysOf(chords), keysIn(typed)));
}

/** Names in the call itself. The selector is a label too, since it mostly contains the name. */
export function labelsIn({ name, selector, alternatives }: Input): readonly string[] {
  const others: readonly unknown[] = Array.isArray(alternatives) ? alternatives : [];
  const selectors = [selector, ...others].filter((text) => typeof text === 'string').map(withoutDescription);
  return typeof name === 'string' ? [name, ...selectors] : selectors;
}

/** Help texts are not part of a name, and an element is judged by its name however it is found. */
function withoutDescription(selector: string): string {
  try {
    return formatSelector(parseSelector(selector).map(({ description: _, ...step }) => step));
  } catch {
    return selector;
  }
}

async function matched(
  { engine, signal }: LookContext,
  selector: string,
  target: () => Promise<ActsIn | null>,
): Promise<readonly string[]> {
  const window = await target();
  if (!window?.id) return [];
  const { matches } = await engine.find({ window: window.id, selector, limit: 5 }, { signal });
  return matches.map(({ name }) => name);
}

/** The positions of elements that a call names by a selector or an id, in physical screen pixels; empty if unknown. */
export async function placesNamed(context: LookContext, { input, target }: AskedLabels): Promise<readonly Point[]> {
  const { selector, element, id } = input;
  const within = { signal: context.signal, timeoutMs: lookMs, what: 'Looking for the place' };
  const found = await withDeadline(within, async (signal) => {
    const looking = { ...context, signal };
    if (typeof selector === 'string') {
      const window = (await target())?.id;
      return window ? (await context.engine.find({ window, selector, limit: 1 }, { signal })).matches : [];
    }
    const named = typeof element === 'string' ? element : id;
    const called = typeof named === 'string' ? calledBy(context.session, named) : null;
    return called?.by === 'id' || called?.by === 'ref' ? [(await seenElement(looking, String(named))).element] : [];
  }).catch(() => []);
  return found.flatMap(({ bounds }) => (bounds ? [center(bounds)] : []));
}

/** A list already names its controls. */
async function nameOf(context: LookContext, named: string): Promise<readonly string[]> {
  const called = calledBy(context.session, named);
  if (!called) return [];
  return [called.by === 'label' ? called.listed.name : (await seenElement(context, named)).element.name];
}
