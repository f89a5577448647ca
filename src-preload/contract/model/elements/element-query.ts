import { quoted, word } from '../../foreign-text.ts';
import { hasState, type ControlType, type ElementNode } from './element.ts';
import { isEmpty, type Point } from '../geometry.ts';
import { formatSelector, selectorKeys, shortSelector, type SelectorStep } from './selector.ts';

/**
 * Which element is meant: by what it is called, by a selector, or else by criteria, of which all that are given must fit.
 */
export interface ElementQuery {
  /**
   * As results and lists call it: its ref such as `e12`, its element id, the label that it has in a list, or a point of
   * the screen that it is at, such as `480,330`.
   */
  readonly called?: string | undefined;
  readonly selector?: string | undefined;
  /** If one is wanted, an exact name wins over one in another case, and that over a part of one. */
  readonly name?: string | undefined;
  readonly controlType?: ControlType | undefined;
  /** The whole of it. */
  readonly automationId?: string | undefined;
  /** Only below this element, which is named as in {@link called}. */
  readonly parent?: string | undefined;
  /** How many levels below the window or parent; all by default. */
  readonly depth?: number | undefined;
}

/** The selector of everything that fits. */
export function selectorOf(query: ElementQuery): string {
  const { selector, name } = query;
  if (selector !== undefined) return selector;
  const others = withoutName(query);
  // Everything contains the empty text.
  if (name === undefined && Object.keys(others).length > 0) return formatSelector([others]);
  return formatSelector([{ ...others, nameContains: name ?? '' }]);
}

/** The selectors to look by where one element is wanted: the first that anything matches counts. */
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

/** The point that `480,330` represents; null if it is none. */
export function pointIn(text: string): Point | null {
  const [, x, y] = /^\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*$/.exec(text) ?? [];
  return x === undefined || y === undefined ? null : { x: Number(x), y: Number(y) };
}

/** What a person wrote, as a query: a selector where it reads like one, else what an element is called. */
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

/** It is shown, has a place, and is not scrolled out of sight. */
export function isInView(element: ElementNode): boolean {
  const { bounds } = element;
  return hasState(element, 'visible') && !hasState(element, 'offscreen') && bounds !== null && !isEmpty(bounds);
}

/** An element that fits, beside others. */
export interface ElementFit {
  readonly element: ElementNode;
  /** What speaks for it, e.g. `exact name, in view, enabled, on top`, and what against it: `disabled`. */
  readonly why: string;
}

/**
 * Elements that all fit, likeliest first, and why: the exact name, then what is in view, enabled, and on top. Equally likely
 * ones stay in their order.
 * @param onTop those that a press at their middle would reach
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
