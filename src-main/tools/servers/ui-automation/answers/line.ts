import { quoted, word } from '#contract/foreign-text';
import { hasState, type ElementNode, type ElementState } from '#contract/model/elements/element';
import { appName, type WindowInfo } from '#contract/model/windows/window';
import { isInView } from '#contract/model/elements/element-query';
import type { ToolContext } from '../../../define-tool.ts';

/** Longer values are cut: a line is for finding an element, its text is read with get_text. */
const shownCharacters = 80;

const toldStates: readonly ElementState[] = [
  ...(['focused', 'checked', 'mixed', 'selected', 'expanded', 'readonly', 'required', 'modal', 'busy'] as const),
];

/** Where lines of elements are told. */
export type LineContext = Pick<ToolContext, 'session' | 'withoutPlaces'>;

/**
 * An element in one line: `[e12] Button “Save” #save (480,330 80×28) disabled`.
 * @param text what stands in an element that has neither name nor value
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
  const reported = toldStates.filter((state) => hasState(element, state));
  // What has a place beside what shows is scrolled away; what has none is on another page, in a closed menu, or collapsed.
  const isScrolledAway = hasState(element, 'offscreen') && element.bounds !== null;
  const hidden = isInView(element) ? '' : isScrolledAway ? 'offscreen' : 'hidden';
  return [...(hasState(element, 'enabled') ? [] : ['disabled']), ...reported, ...(hidden ? [hidden] : [])];
}
