import { quoted } from '../../foreign-text.ts';

/** What is known of what a call acted on. */
export interface CallTarget {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The app, or where that is not known the title of the window. */
  readonly where: string;
  /** What it found, e.g. `Button “7”`. */
  readonly element?: string | undefined;
}

/**
 * `Button “7” in galculator`, as rows of calls name it; of a call that found nothing, what it looked for. Empty if nothing is
 * known.
 */
export function callTarget({ parameters, where, element }: CallTarget): string {
  if (parameters['dry_run'] === true) return 'a dry run';
  return [element ?? lookedFor(parameters), where || namedWindow(parameters)].filter(Boolean).join(' in ');
}

/** As a person reads it: `Button “7”` for `role=Button name="7"`. Ids and refs of a listing report nothing after it. */
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

/** As the call names its window; handles report nothing to a person. */
function namedWindow(parameters: CallTarget['parameters']): string {
  const { window } = parameters;
  if (isText(window)) return window.startsWith('0x') ? '' : window;
  const { app, app_name: named = app, title } = (window ?? parameters) as CallTarget['parameters'];
  return isText(named) ? named : isText(title) ? title : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
