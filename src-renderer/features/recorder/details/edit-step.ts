import type { Action } from '#contract/model/recordings/action';
import { gradeSelector } from '#contract/model/elements/explain-selector';
import type { InputType, Step } from '#contract/model/recordings/recording';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { WindowMatch } from '#contract/model/windows/window';

type Click = Extract<Action, { readonly type: 'click' }>;
type Launch = Extract<Action, { readonly type: 'launch' }>;

/** The editable text of an action; null if none, or if it is an unseen secret. */
export function editableText(action: Action): { readonly label: string; readonly text: string } | null {
  switch (action.type) {
    case 'setText':
    case 'typeText':
      return action.secret === undefined ? { label: 'Text', text: action.text } : null;
    case 'pressKeys':
      return { label: 'Keys', text: action.keys };
    case 'wait':
      return { label: 'Milliseconds', text: String(action.ms) };
    case 'click':
    case 'drag':
    case 'hover':
    case 'scroll':
    case 'launch':
    case 'window':
    case 'placeWindow':
    case 'expect':
      return null;
  }
}

/** The user confirms that no input is missing. */
export function withoutLoss({ lost: _, ...step }: Step): Step {
  return step;
}

export function withText(step: Step, text: string): Step {
  const { action } = step;
  if (action.type === 'setText' || action.type === 'typeText') return { ...step, action: { ...action, text } };
  if (action.type === 'pressKeys' && text !== '') return { ...step, action: { ...action, keys: text } };
  if (action.type === 'wait' && /^[1-9]\d{0,5}$/.test(text))
    return { ...step, action: { ...action, ms: Math.min(Number(text), 300_000) } };
  return step;
}

/** @param name the text's name at replay; empty for its field's name */
export function withInputName(step: Step, name: string): Step {
  return withInput(step, { name: name.trim() || undefined, type: step.input?.type });
}

/** @param type required format of a replacement; null for any */
export function withInputType(step: Step, type: InputType | null): Step {
  return withInput(step, { name: step.input?.name, type: type ?? undefined });
}

function withInput(
  { input: _, ...step }: Step,
  { name, type }: { readonly name: string | undefined; readonly type: InputType | undefined },
): Step {
  if (name === undefined && type === undefined) return step;
  return { ...step, input: { ...(name !== undefined && { name }), ...(type !== undefined && { type }) } };
}

/** Renames the secret it enters. */
export function withSecretName(step: Step, secret: string): Step {
  const { action } = step;
  return 'secret' in action ? { ...step, action: { ...action, secret } } : step;
}

/** Why a name is invalid for a secret; null if valid: it is part of an environment variable's name. */
export function secretComplaint(name: string): string | null {
  return /^[A-Z][A-Z0-9_]{0,63}$/.test(name) ? null : 'Begin with a capital letter; then capitals, digits and _.';
}

/** Replaces the secret by a plain text; empty at first. */
export function withoutSecret(step: Step): Step {
  const { action } = step;
  if (action.type !== 'setText' && action.type !== 'typeText') return step;
  return { ...step, action: { type: action.type, text: '' } };
}

/** A click with another button or count; other steps unchanged. */
export function withClick(step: Step, change: Partial<Pick<Click, 'button' | 'count'>>): Step {
  return step.action.type === 'click' ? { ...step, action: { ...step.action, ...change } } : step;
}

/** A step that starts another program, or in another way; other steps unchanged. An empty folder means any. */
export function withLaunch(step: Step, change: Partial<Pick<Launch, 'command' | 'args' | 'folder'>>): Step {
  if (step.action.type !== 'launch') return step;
  const { folder, ...action } = { ...step.action, ...change };
  return { ...step, action: { ...action, ...(folder && { folder }) } };
}

/** Why a text is not a command; null if it is one. */
export function commandComplaint(command: string): string | null {
  return command.trim() === '' ? 'Enter the name or path of a program.' : null;
}

/** An empty text matches anything. */
export function withWindow(step: Step, change: Partial<WindowMatch>): Step {
  const entries = Object.entries({ ...step.window, ...change }).filter(([, value]) => value !== '');
  return { ...step, window: Object.fromEntries(entries) };
}

/** The step with the user's selector first; it matched one element. */
export function withOwnSelector(step: Step, selector: string): Step {
  if (!step.target || step.target.selectors.some((ranked) => ranked.selector === selector))
    return withPrimary(step, selector);
  const own: RankedSelector = { selector, ...gradeSelector(selector), matchCount: 1, elapsedMs: 0 };
  return { ...step, target: { ...step.target, selectors: [own, ...step.target.selectors] } };
}

/** The step with that selector first, the others after it in their order. */
export function withPrimary(step: Step, selector: string): Step {
  if (!step.target) return step;
  const first = step.target.selectors.filter((ranked) => ranked.selector === selector);
  const others = step.target.selectors.filter((ranked) => ranked.selector !== selector);
  return { ...step, target: { ...step.target, selectors: [...first, ...others] } };
}

/** Why the number of seconds is invalid as a wait; empty means the setting. */
export function waitComplaint(seconds: string): string | null {
  if (seconds.trim() === '') return null;
  const ms = Number(seconds) * 1_000;
  return ms >= 1 && ms <= 600_000 ? null : 'Enter 0.001 to 600 seconds, or leave it empty.';
}

/** @param seconds a value that {@link waitComplaint} accepts */
export function withTimeout(step: Step, seconds: string): Step {
  const { timeoutMs: _, ...rest } = step;
  return seconds.trim() === '' ? rest : { ...rest, timeoutMs: Math.round(Number(seconds) * 1_000) };
}

export function withComment(step: Step, text: string): Step {
  const { comment: _, ...rest } = step;
  return text.trim() === '' ? rest : { ...rest, comment: text };
}
