import {
  hasState,
  type ElementDetails,
  type ElementId,
  type ElementNode,
  type ElementState,
} from '#contract/model/elements/element';
import { monitorOf, type Monitor } from '#contract/model/engine';
import type { Rect } from '#contract/model/geometry';
import { type WindowInfo, appName } from '#contract/model/windows/window';
import { isInView } from '#contract/model/elements/element-query';
import { quoted, word } from '#contract/foreign-text';
import type { ToolContext } from '../../../define-tool.ts';
import { windowTag, type WindowTag } from '../../../target/windows/window-tag.ts';
import { uiaName } from '../patterns.ts';

/** An element in the contract of `ui_automation`; `ref`, `value` and `window` are additions. */
export interface UiElement {
  readonly elementId: ElementId;
  readonly ref: string;
  readonly automationId: string;
  readonly name: string;
  readonly controlType: string;
  readonly value?: string;
  /** Physical screen pixels; null without a position on the screen. */
  readonly boundingRect: Rect | null;
  readonly monitorRelativeRect: Rect | null;
  readonly monitorIndex: number | null;
  /** Missing if not requested, as in large trees. */
  readonly supportedPatterns?: readonly string[];
  readonly isEnabled: boolean;
  readonly isOffscreen: boolean;
  readonly window?: WindowTag;
  readonly children?: readonly UiElement[];
}

/** Describes elements of one window; create one per result, since monitors may change. */
export class Describer {
  readonly #context: ToolContext;
  readonly #window: WindowInfo;
  readonly #monitors: readonly Monitor[];

  private constructor(context: ToolContext, window: WindowInfo, monitors: readonly Monitor[]) {
    this.#context = context;
    this.#window = window;
    this.#monitors = monitors;
  }

  static async for(context: ToolContext, window: WindowInfo): Promise<Describer> {
    const { monitors } = await context.engine.describe({}, { signal: context.signal });
    return new Describer(context, window, monitors);
  }

  /** With its window; patterns where details are given. */
  describe(element: ElementNode | ElementDetails): UiElement {
    return this.withWindow(this.inner(element));
  }

  withWindow(element: UiElement): UiElement {
    return { ...element, window: windowTag(this.#window) };
  }

  /** For lists below an element that names its window. */
  inner(element: ElementNode | ElementDetails): UiElement {
    const { id, automationId, name, controlType, value, bounds } = element;
    return {
      elementId: id,
      ref: this.#context.session.refs.refOf(id, name),
      automationId,
      name,
      controlType,
      ...(value !== null && value !== '' && { value }),
      ...this.#place(bounds),
      ...('patterns' in element && { supportedPatterns: element.patterns.map(uiaName) }),
      isEnabled: hasState(element, 'enabled'),
      isOffscreen: !isInView(element),
    };
  }

  #place(bounds: Rect | null): Pick<UiElement, 'boundingRect' | 'monitorRelativeRect' | 'monitorIndex'> {
    if (!bounds) return { boundingRect: null, monitorRelativeRect: null, monitorIndex: null };
    const monitorIndex = monitorOf(this.#monitors, bounds);
    const origin = this.#monitors.find((monitor) => monitor.index === monitorIndex)?.bounds ?? { x: 0, y: 0 };
    const monitorRelativeRect = { ...bounds, x: bounds.x - origin.x, y: bounds.y - origin.y };
    return { boundingRect: bounds, monitorRelativeRect, monitorIndex };
  }
}

/** Longer values are cut: a line is for finding an element, and get_text reads its text. */
const shownCharacters = 80;

const reportedStates: readonly ElementState[] = [
  ...(['focused', 'checked', 'mixed', 'selected', 'expanded', 'readonly', 'required', 'modal', 'busy'] as const),
];

/** The context of element lines. */
export type LineContext = Pick<ToolContext, 'session' | 'withoutPlaces'>;

/**
 * An element on one line: `[e12] Button “Save” #save (480,330 80×28) disabled`.
 * @param text content of an element without name and value
 */
export function lineOf({ session: { refs }, withoutPlaces }: LineContext, element: ElementNode, text = ''): string {
  const { id, controlType, name, automationId, value, bounds } = element;
  const parts = [
    `[${refs.refOf(id, name)}]`,
    controlType,
    ...(name ? [quoted(name, shownCharacters)] : []),
    ...(automationId ? [`#${word(automationId)}`] : []),
    ...(text ? [`with ${quoted(text, shownCharacters)}`] : []),
    ...(value ? [`= ${quoted(value, shownCharacters)}`] : []),
    ...(bounds && !withoutPlaces ? [`(${bounds.x},${bounds.y} ${bounds.width}×${bounds.height})`] : []),
    ...statesOf(element),
  ];
  return parts.join(' ');
}

export function describeWindow({ id, title, app, processId }: WindowInfo): string {
  return `window ${id} ${quoted(title)} (${appName(app)}, pid ${processId})`;
}

function statesOf(element: ElementNode): readonly string[] {
  const reported = reportedStates.filter((state) => hasState(element, state));
  // An off-screen element with a position is scrolled out of view; without one it is on another page, in a closed menu, or
  // collapsed.
  const isScrolledAway = hasState(element, 'offscreen') && element.bounds !== null;
  const hidden = isInView(element) ? '' : isScrolledAway ? 'offscreen' : 'hidden';
  return [...(hasState(element, 'enabled') ? [] : ['disabled']), ...reported, ...(hidden ? [hidden] : [])];
}
