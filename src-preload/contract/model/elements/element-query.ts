import { quoted, word } from '../../foreign-text.ts';
import { hasState, type ControlType, type ElementNode } from './element.ts';
import { isEmpty, type Point } from '../geometry.ts';
import { formatSelector, selectorKeys, shortSelector, type SelectorStep } from './selector.ts';

/**
 * A query for elements: by a name, a selector, or by criteria, all of which must match.
 */
export interface ElementQuery {
  /**
   * A reference from results and lists: a ref such as `e12`, an element id, a label of a list, or a point on
   * the screen, such as `480,330`.
   */
  readonly called?: string | undefined;
  readonly selector?: string | undefined;
  /** For a single element, an exact name wins over one in another case, and that over a partial match. */
  readonly name?: string | undefined;
  readonly controlType?: ControlType | undefined;
  /** The exact name. */
  readonly automationId?: string | undefined;
  /** Only below this element, named as in {@link called}. */
  readonly parent?: string | undefined;
  /** Levels below the window or parent; default: all. */
  readonly depth?: number | undefined;
}

/** The selector of all matches. */
export function selectorOf(query: ElementQuery): string {
  const { selector, name } = query;
  if (selector !== undefined) return selector;
  const others = withoutName(query);
  // The empty text matches everything.
  if (name === undefined && Object.keys(others).length > 0) return formatSelector([others]);
  return formatSelector([{ ...others, nameContains: name ?? '' }]);
}

/** Selectors for finding a single element: the first with a match counts. */
export function selectorsForOne(query: ElementQuery): readonly string[] {
  const { selector, name } = query;
  const all = selectorOf(query);
  return name === undefined || selector !== undefined
    ? [all]
    : [formatSelector([{ ...withoutName(query), name }]), all];
}

function withoutName({ controlType, automationId }: ElementQuery): SelectorStep {
  return { ...(controlType && { role: controlType }), ...(automationId !== undefined && { id: automationId }) };
}

/** The point of `480,330`; null if the text is none. */
export function pointIn(text: string): Point | null {
  const [, x, y] = /^\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*$/.exec(text) ?? [];
  return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
}

/** Parses user input: a selector if it looks like one, else an element's name. */
export function elementInWords(words: string): ElementQuery {
  const key = /^\s*([a-z]+~?)=/.exec(words)?.[1];
  return selectorKeys.some((known) => known.key === key) ? { selector: words } : { called: words };
}

/** For sentences: `name “Save”, type Button`. */
export function describeElementQuery(query: ElementQuery): string {
  const { called, selector, name, controlType, automationId, parent } = query;
  const parts = [
    called !== undefined && word(called),
    name !== undefined && `name ${quoted(name, Infinity)}`,
    controlType !== undefined && `type ${controlType}`,
    automationId !== undefined && `automation id ${quoted(automationId, Infinity)}`,
    selector !== undefined && quoted(shortSelector(selector), Infinity),
    parent !== undefined && `below ${word(parent)}`,
  ];
  return parts.filter((part) => part !== false).join(', ') || 'everything';
}

/** Shown, with bounds, and not scrolled out of view. */
export function isInView(element: ElementNode): boolean {
  const { bounds } = element;
  return hasState(element, 'visible') && !hasState(element, 'offscreen') && bounds !== null && !isEmpty(bounds);
}

/** One of several matches. */
export interface ElementFit {
  readonly element: ElementNode;
  /** Reasons, e.g. `exact name, in view, enabled, on top`, and counter-reasons: `disabled`. */
  readonly why: string;
}

/**
 * Ranks matches, likeliest first, with reasons: the exact name, then in view, enabled, and on top. The order is
 * stable.
 * @param onTop elements that a click at their middle would hit
 */
export function rankElements(
  elements: readonly ElementNode[],
  { name }: ElementQuery,
  onTop: ReadonlySet<ElementNode>,
): readonly ElementFit[] {
  const ranked = elements.map((element) => {
    const traits: readonly Trait[] = [
      ...(name === undefined ? [] : [nameTrait(element, name)]),
      isInView(element) ? { counts: true, words: 'in view' } : { counts: false, words: 'out of view' },
      hasState(element, 'enabled') ? { counts: true, words: 'enabled' } : { counts: false, words: 'disabled' },
      onTop.has(element) ? { counts: true, words: 'on top' } : { counts: false, words: '' },
    ];
    // Each outweighs all that follow.
    const rank = traits.reduce((sum, { counts }) => sum * 2 + Number(counts), 0);
    return {
      element,
      rank,
      why: traits
        .map(({ words }) => words)
        .filter(Boolean)
        .join(', '),
    };
  });
  return ranked.sort((a, b) => b.rank - a.rank).map(({ element, why }) => ({ element, why }));
}

interface Trait {
  readonly counts: boolean;
  readonly words: string;
}

function nameTrait(element: ElementNode, name: string): Trait {
  if (element.name === name) return { counts: true, words: 'exact name' };
  const folded = element.name.toLowerCase() === name.toLowerCase();
  return { counts: false, words: folded ? 'its name in another case' : 'a part of its name' };
}
