import { quoted } from '../../foreign-text.ts';

/** Known facts about a call's target. */
export interface CallTarget {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The app, or if unknown the window's title. */
  readonly where: string;
  /** The element found, e.g. `Button “7”`. */
  readonly element?: string | undefined;
}

/**
 * `Button “7” in galculator`, for rows of calls; for a call that found nothing, its query. Empty if nothing is
 * known.
 */
export function callTarget({ parameters, where, element }: CallTarget): string {
  if (parameters['dry_run'] === true) return 'a dry run';
  return [element ?? lookedFor(parameters), where || namedWindow(parameters)].filter(Boolean).join(' in ');
}

/** Readable form: `Button “7”` for `role=Button name="7"`. Ids and refs of a listing mean nothing afterwards. */
function lookedFor({ selector, name, text, automation_id: id, automationId = id }: CallTarget['parameters']): string {
  if (isText(selector) && !/^id=\d+$/.test(selector)) {
    return selector.replace(/role=(\S+) name="((?:[^"\\]|\\.)*)"/g, (_, role: string, named: string) => {
      return `${role} ${quoted(named.replace(/\\(.)/g, '$1'))}`;
    });
  }
  if (isText(name)) return quoted(name);
  if (isText(automationId)) return `#${automationId}`;
  return isText(text) ? quoted(text) : '';
}

/** The call's window argument; handles mean nothing to a person. */
function namedWindow(parameters: CallTarget['parameters']): string {
  const { window } = parameters;
  if (isText(window)) return window.startsWith('0x') ? '' : window;
  const { app, app_name: named = app, title } = (window ?? parameters) as CallTarget['parameters'];
  return isText(named) ? named : isText(title) ? title : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
