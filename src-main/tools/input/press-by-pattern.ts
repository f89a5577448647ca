import { AppError } from '#contract/errors';
import {
  describeElement,
  type ControlType,
  type ElementDetails,
  type ElementNode,
} from '#contract/model/elements/element';
import type { Pattern, PatternCall } from '#contract/model/elements/pattern';
import type { Modifier, ClickCount, MouseButton } from '#contract/model/schemas/action';
import type { ToolContext } from '../define-tool.ts';
import type { PlaceOn } from './place-on.ts';

export interface Click {
  readonly button: MouseButton;
  readonly count: ClickCount;
  /** Held during the click. */
  readonly modifiers: readonly Modifier[];
  /** Milliseconds to hold the button; a short click by default. */
  readonly holdMs?: number;
}

/** What a click may do. */
type Doing = Extract<Pattern, 'invoke' | 'toggle' | 'select' | 'expand'>;

/** Preferred patterns by type; other types use the first that they have. */
const first: Readonly<Partial<Record<ControlType, Doing>>> = {
  Button: 'invoke',
  Hyperlink: 'invoke',
  MenuItem: 'invoke',
  CheckBox: 'toggle',
  RadioButton: 'select',
  TabItem: 'select',
};
/** Types with parts that act differently, horizontally: the close button of a tab, the arrow of a button. */
const parted: ReadonlySet<ControlType> = new Set<ControlType>(['TabItem', 'SplitButton']);
/** Types where the effect of a click depends on its position. */
const ways: ReadonlySet<ControlType> = new Set<ControlType>(['Slider', 'ScrollBar']);
/** The share of the size around its middle. */
const middlePart = 0.5;

function isForPlace({ controlType }: ElementNode, place: PlaceOn | undefined): boolean {
  if (ways.has(controlType)) return true;
  if (!place || !parted.has(controlType)) return false;
  return Math.abs(place.at.x - place.size.width / 2) > (place.size.width * middlePart) / 2;
}

/** Types where a click places the caret, and invoking means Enter. */
const fields: ReadonlySet<ControlType> = new Set(['Edit', 'Spinner', 'Document']);
const others: readonly Doing[] = ['toggle', 'select', 'invoke', 'expand'];

/**
 * Does what a left click does by a pattern, for an element without a known position.
 * @returns how, as the end of a sentence
 * @throws AppError `unsupported_platform` for other clicks, `pattern_not_supported` for an element without such a pattern
 */
export async function pressByPattern(
  context: ToolContext,
  element: ElementNode,
  click: Click,
  place?: PlaceOn,
): Promise<string> {
  const { engine, signal } = context;
  if (isForPlace(element, place))
    throw new AppError(
      'unsupported_platform',
      `The position of ${describeElement(element)} is unknown, so no part of it can be clicked.`,
      { hint: 'Use an element in it, or keys.', delivery: 'not_delivered' },
    );
  if (click.button !== 'left' || click.count !== 1 || click.modifiers.length > 0 || click.holdMs !== undefined)
    throw new AppError(
      'unsupported_platform',
      `The position of ${describeElement(element)} is unknown, so only a plain click is possible.`,
      { hint: 'Press keys, or choose from a menu.', delivery: 'not_delivered' },
    );
  const details = await engine.details({ element: element.id }, { signal });
  const call = callFor(details);
  if (call) {
    await engine.runPattern({ element: element.id, call }, { signal });
    return `by its own ${call.pattern}, because its position is unknown`;
  }
  if (!details.states.includes('focusable'))
    throw new AppError('pattern_not_supported', `${describeElement(element)} has no action that replaces a click.`, {
      hint: 'Its position is unknown. Use another element, or keys.',
      delivery: 'not_delivered',
    });
  await engine.focusElement({ element: element.id }, { signal });
  return 'by giving it the focus, because its position is unknown';
}

function callFor({ controlType, patterns, states }: ElementDetails): PatternCall | null {
  if (fields.has(controlType)) return null;
  const wanted = first[controlType];
  const pattern = [...(wanted ? [wanted] : []), ...others].find((each) => patterns.includes(each));
  return pattern ? callOf(pattern, states.includes('expanded')) : null;
}

function callOf(pattern: Doing, isExpanded: boolean): PatternCall {
  switch (pattern) {
    case 'invoke':
    case 'toggle':
      return { pattern };
    case 'select':
      return { pattern, how: 'only' };
    case 'expand':
      return { pattern, expanded: !isExpanded };
  }
}
