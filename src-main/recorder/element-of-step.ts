import type { Step, StepTarget } from '#contract/model/recording';
import type { WindowMatch } from '#contract/model/window';

/** How our tools name an element and its window; a step without an element names its window alone. */
export interface ElementArguments {
  readonly name?: string;
  readonly selector?: string;
  readonly alternatives?: readonly string[];
  readonly window?: Readonly<Record<string, string>>;
}

export function elementOfStep({ target, window }: Step): ElementArguments {
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

/** An element with an identity of its own keeps it when its label changes (“Play”, “Pause”): then a name proves nothing. */
function mayCheckName(kind: string): boolean {
  return kind !== 'identity';
}

/** What is not known of a window is left out. That a dialog has no title is known: it tells it from those that have one. */
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
