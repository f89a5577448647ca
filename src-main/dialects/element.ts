import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { controlTypes, type ControlType } from '#contract/model/elements/element';
import { atFractions, type Point, type Rect, type Size } from '#contract/model/geometry';
import type { Step, StepTarget } from '#contract/model/recordings/recording';
import { formatSelector, parseSelector, type RankedSelector, type Selector } from '#contract/model/elements/selector';
import type { WindowMatch } from '#contract/model/windows/window';
import { secretVariable } from '../recorder/steps/secret-name.ts';
import type { WindowNaming } from '../tools/target/target-input.ts';
import type { KnownCall } from './dialect.ts';

/** How our tools name an element and its window; a step without an element names only its window. */
export interface ElementArguments {
  readonly name?: string;
  readonly selector?: string;
  readonly alternatives?: readonly string[];
  readonly window?: Readonly<Record<string, string>>;
}

export function elementOfStep({ target, window }: Pick<Step, 'target' | 'window'>): ElementArguments {
  return { ...(target && elementOf(target)), ...windowArguments(window) };
}

export function elementOf({ selectors, name }: StepTarget): Omit<ElementArguments, 'window'> {
  const [primary, ...alternatives] = selectors;
  return {
    ...(primary && mayCheckName(primary.kind) && name && { name }),
    ...(primary && { selector: primary.selector }),
    ...(alternatives.length > 0 && { alternatives: alternatives.map(({ selector }) => selector) }),
  };
}

/** An element with an identity keeps it when its label changes (“Play”, “Pause”), so its name proves nothing. */
function mayCheckName(kind: string): boolean {
  return kind !== 'identity';
}

/** Whether its app reports no elements. */
export function isByPicture(selectors: StepTarget['selectors']): boolean {
  return selectors[0]?.kind === 'picture';
}

/** Unknown properties of a window are left out. An empty title is known: it distinguishes a dialog from titled ones. */
export function windowArguments({ title, app, className, role, owner }: WindowMatch): Pick<ElementArguments, 'window'> {
  const match = {
    ...((title || (title === '' && role === 'dialog')) && { title }),
    ...(app && { app }),
    ...(className && { class_name: className }),
    ...(role && { role }),
    ...(owner && { owner }),
  };
  return Object.keys(match).length > 0 ? { window: match } : {};
}

/** Placeholder for a secret's text in a script that holds only data: `${DESKSCOPE_SECRET_PIN}`. */
export function secretPlaceholder(name: string): string {
  return `\${${secretVariable(name)}}`;
}

/** The inverse of {@link secretPlaceholder}. */
export function secretIn(text: string): string | undefined {
  const prefix = `\${${secretVariable('')}`;
  return text.startsWith(prefix) && text.endsWith('}') ? text.slice(prefix.length, -1) : undefined;
}

/** How a step stores the text of a call. */
export function typedText(text: string, isSecret: boolean): { readonly text: string; readonly secret?: string } {
  const secret = isSecret ? secretIn(text) : undefined;
  return secret === undefined ? { text } : { text: '', secret };
}

/** The arguments with which a call names its element. */
interface Named {
  readonly name?: string | undefined;
  readonly selector?: string | undefined;
  readonly alternatives?: readonly string[] | undefined;
}

/**
 * The element that a call names. If the original step is known and has the same element, its properties fill the gaps.
 * @param size the element's size in physical pixels, if the call has it
 */
export function targetOf(
  { name, selector, alternatives = [] }: Named,
  known: StepTarget | null | undefined,
  size?: Size,
): StepTarget | null {
  if (selector === undefined) return known ?? targetCalled({ name });
  const same = known?.selectors[0]?.selector === selector ? known : undefined;
  const last = parseSelector(selector).at(-1);
  return {
    ...same,
    controlType: same?.controlType ?? controlTypeOf(last?.role) ?? 'Custom',
    name: name ?? same?.name ?? last?.name ?? '',
    selectors: [selector, ...alternatives].map(
      (text) => known?.selectors.find((one) => one.selector === text) ?? rankedAs(text),
    ),
    bounds: sized(same?.bounds, size) ?? null,
  };
}

/** Throws if there is no element, since clicks and text need one. @throws AppError `invalid_parameter` */
export function neededTarget(call: KnownCall, named: Named, size?: Size): StepTarget {
  const target = targetOf(named, call.target, size);
  if (target) return target;
  throw new AppError('invalid_parameter', `${quoted(call.tool)} names no element: an id is true for one listing only`, {
    hint: 'Give it a name or a selector.',
  });
}

/** Bounds of this size, at the known position if there is one. */
export function sized(known: Rect | null | undefined, size: Size | undefined): Rect | undefined {
  if (!size) return known ?? undefined;
  const { x, y } = known ?? { x: 0, y: 0 };
  return { x, y, width: size.width, height: size.height };
}

/** In pixels from the element's top left corner. */
export function middleOf(target: StepTarget | null): Point {
  return target?.bounds ? atFractions({ ...target.bounds, x: 0, y: 0 }, { x: 0.5, y: 0.5 }) : { x: 0, y: 0 };
}

/**
 * The window that a call names, else the selected one.
 * @throws AppError `invalid_parameter` if only a handle names it
 */
export function windowOf(naming: WindowNaming | undefined, selected: WindowMatch): WindowMatch {
  const { called, title, app, class_name: className, role, owner, handle } = naming ?? {};
  const words = title ?? called;
  const match: WindowMatch = {
    ...(words !== undefined && { title: words }),
    ...(app !== undefined && { app }),
    ...(className !== undefined && { className }),
    ...(role !== undefined && { role }),
    ...(owner !== undefined && { owner }),
  };
  if (Object.keys(match).length > 0) return match;
  if (handle === undefined) return selected;
  throw new AppError(
    'invalid_parameter',
    'parameters.handle: a handle is true only while its window is open: say title or app',
  );
}

/** Selectors of an element in a file; without measurements, each counts as having one match. */
export function ranked(
  selector: Selector,
  kind: RankedSelector['kind'],
  grade: RankedSelector['grade'],
): RankedSelector {
  return { selector: formatSelector(selector), kind, grade, matchCount: 1, elapsedMs: 0 };
}

function rankedAs(text: string): RankedSelector {
  const selector = parseSelector(text);
  const last = selector.at(-1) ?? {};
  if (last.picture !== undefined || last.text !== undefined) return ranked(selector, 'picture', 'C');
  if (last.path) return ranked(selector, 'path', 'E');
  if (last.nth !== undefined) return ranked(selector, 'ordinal', 'D');
  if (selector.length > 1) return ranked(selector, 'scoped', 'C');
  if (last.id !== undefined) return ranked(selector, 'identity', 'A');
  return last.description === undefined ? ranked(selector, 'name', 'B') : ranked(selector, 'description', 'C');
}

/** The target given by a name, a type and an identity; null without any of them. */
export function targetCalled(what: {
  readonly name?: string | undefined;
  readonly controlType?: ControlType | undefined;
  readonly id?: string | undefined;
  readonly bounds?: Rect | null | undefined;
}): StepTarget | null {
  const { name = '', controlType, id = '', bounds = null } = what;
  const role = controlType && { role: controlType };
  const selectors = [
    ...(id ? [ranked([{ id }], 'identity', 'A')] : []),
    ...(name ? [ranked([{ ...role, name }], 'name', 'B')] : []),
  ];
  return selectors.length > 0 ? { controlType: controlType ?? 'Custom', name, selectors, bounds } : null;
}

/** Ignores case and accepts the names of UI Automation and AT-SPI. */
export function controlTypeOf(word: string | undefined): ControlType | undefined {
  return controlTypes.find((type) => type.toLowerCase() === word?.toLowerCase());
}
