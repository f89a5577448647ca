import { unknownCharacter, type Action, type ActionType } from '#contract/model/recordings/action';
import { escapeRegExp } from '../steps/inputs-expected.ts';
import type { Expectation } from '#contract/model/recordings/expectation';
import type { Step, StepTarget } from '#contract/model/recordings/recording';
import { pastesByKey } from '#contract/model/recordings/chord';

/** Later changes of a final step. */
export interface LateNews {
  readonly step: string;
  readonly news: Pick<Step, 'expected' | 'lost'> & Partial<Pick<Step, 'action'>>;
}

/**
 * The step with its new effects, besides the known ones.
 * @param inDocument text went into a paragraph, which still has the focus when replay checks
 */
export function withEffects(step: Step, seen: readonly Expectation[], inDocument = false): Step {
  const isFoundAgain = step.target !== null && step.target.selectors[0]?.kind !== 'picture';
  const action = asHeld(step, seen);
  const isCheckable = (one: Expectation) => isFoundAgain || !isOwn(one) || (inDocument && saysTyped(action, one));
  const news = seen.filter((one) => isNews(step, one) && isCheckable(one));
  const checked = news.map((one) => inLonger(action, step.target, one));
  return { ...step, action, expected: withoutEchoes(step, joined(step.expected ?? [], checked)) };
}

/**
 * What a drag shows by a text that quotes where it ended (“Inbox” selected) depends on how long it rested there; texts about the
 * item under the pointer, or the chosen one, as Dolphin's status bar has, depend on where the pointer is and on what else is chosen.
 */
function withoutEchoes({ action, target, onto }: Step, expected: Expectation[]): Expectation[] {
  const isDrag = action.type === 'drag';
  const about = isDrag ? onto : target;
  if (!about?.name || !(isDrag || items.has(about.controlType))) return expected;
  const isChosen = expected.some((one) => one.type === 'state' && one.state === 'selected' && !one.element);
  if (!isDrag && !isChosen && action.type !== 'pressKeys') return expected;
  const isEcho = (one: Expectation) =>
    (one.type === 'shows' || one.type === 'gone') &&
    one.element.controlType === 'Text' &&
    one.element.name !== about.name &&
    (one.element.name.includes(about.name) || (isChosen && one.type === 'gone'));
  const others = expected.filter((one) => !isEcho(one));
  return others.length > 0 || !isDrag ? others : expected;
}

const items: ReadonlySet<string> = new Set(['DataItem', 'ListItem', 'TreeItem']);

/** The step without the selection of an element that is not its target. */
export function withoutSelected(step: Step, target: StepTarget | null): Step {
  const isIt = (one: Expectation) =>
    one.type === 'state' && one.state === 'selected' && one.element !== undefined && isAbout(target, one.element);
  const expected = step.expected?.filter((one) => !isIt(one));
  return expected && expected.length !== step.expected?.length ? { ...step, expected } : step;
}

/** The paragraph's text already includes the typed text. */
function saysTyped(action: Action, expected: Expectation): boolean {
  if (action.type !== 'typeText' || action.secret !== undefined || expected.type !== 'text') return false;
  return action.text.trim() !== '' && expected.text.includes(action.text);
}

/** The text around an insertion may differ another time. */
function inLonger(action: Action, target: StepTarget | null, expected: Expectation): Expectation {
  if (action.type !== 'typeText' || action.secret !== undefined || expected.type !== 'text') return expected;
  if (expected.text === action.text || !isOf(target, expected) || !expected.text.includes(action.text)) return expected;
  return { ...expected, text: action.text, contains: true };
}

/** The typed text, with characters that were not received taken from the field's value. */
function asHeld({ action, target }: Step, seen: readonly Expectation[]): Action {
  if ((action.type !== 'typeText' && action.type !== 'setText') || action.secret !== undefined) return action;
  const [held] = seen.flatMap((one) => (one.type === 'text' && !one.contains && isOf(target, one) ? [one.text] : []));
  if (hasUnknown(action.text)) return held === undefined ? action : { ...action, text: readIn(held, action.text) };
  if (action.type === 'setText') return action;
  return held !== undefined && lacksSome(action.text, held) ? { ...action, text: held } : action;
}

/** The text with its unreadable characters taken from another text that contains it; unchanged if none does. */
function readIn(held: string, typed: string): string {
  const [read = typed] = new RegExp(typed.split(unknownCharacter).map(escapeRegExp).join('.'), 'su').exec(held) ?? [];
  return read;
}

/** Some typed text was unreadable. */
function hasUnknown(text: string): boolean {
  return text.includes(unknownCharacter);
}

/** The step without unreadable characters, which are lost. */
export function withoutUnknown(step: Step): Step {
  const { action, lost } = step;
  if (!('text' in action) || !hasUnknown(action.text)) return step;
  const parts = action.text.split(unknownCharacter);
  const events = lost?.events === null ? null : (lost?.events ?? 0) + parts.length - 1;
  return { ...step, action: { ...action, text: parts.join('') }, lost: { events } };
}

/** If this share of a text is missing, the field had other content before. */
const mostMissing = 0.25;

/** Whether the other text contains all of it in order, plus a few characters somewhere within. */
function lacksSome(typed: string, held: string): boolean {
  const missing = held.length - typed.length;
  if (typed === '' || missing <= 0 || missing > Math.ceil(held.length * mostMissing) || held.includes(typed))
    return false;
  let at = 0;
  for (const character of held) if (typed.startsWith(character, at)) at += character.length;
  return at === typed.length;
}

/** Changes in a window that was moved, or brought to the front, do not prove that act: replay checks it directly. */
const windowEffects: Partial<Record<ActionType, readonly Expectation['type'][]>> = {
  window: ['windowOpens', 'windowCloses'],
  placeWindow: [],
  launch: [],
};

/**
 * Numbers, with at most their units: an element identified by its picture may be in another row of a sheet, or at another place of
 * a drawing, which the fields and the status bar tell.
 */
const measure = /^(?=.*\d)\P{L}*(\p{L}{1,3}\P{L}+)*\p{L}{0,3}\P{L}*$/u;

/** A key that is meant for the window turns no spinner: that shows what the step before did. */
function isOfSpinner(expected: Expectation): boolean {
  return expected.type === 'text' && expected.element?.controlType === 'Spinner';
}

function isMeasure(expected: Expectation): boolean {
  if (expected.type === 'text') return measure.test(expected.text);
  const isThere = expected.type === 'shows' || expected.type === 'gone';
  return isThere && expected.element.controlType === 'Text' && measure.test(expected.element.name);
}

/** What a paste inserts differs another time, and so do the lines of a document in which a key is pressed. */
function isData({ action, target }: Step, expected: Expectation): boolean {
  if (action.type !== 'pressKeys' || expected.type !== 'text') return false;
  return pastesByKey(action.keys) || (isOf(target, expected) && /\n/.test(expected.text.trim()));
}

/** A filled field is read back anyway; its completions are only for users who type. */
function isNews(step: Step, expected: Expectation): boolean {
  const { target } = step;
  const { type } = step.action;
  if (isData(step, expected)) return false;
  const only = windowEffects[type];
  if (only) return only.includes(expected.type);
  if (isMeasure(expected) && (target ? target.selectors[0]?.kind === 'picture' : isOfSpinner(expected))) return false;
  if (type !== 'setText') return true;
  if (expected.type === 'shows') return !['ListItem', 'MenuItem'].includes(expected.element.controlType);
  return expected.type !== 'text' || !isOf(target, expected);
}

/** Concerns the step's target, even by name. */
function isOf(target: StepTarget | null, expected: Extract<Expectation, { readonly type: 'text' }>): boolean {
  const { element } = expected;
  if (!element) return true;
  return !expected.window && isAbout(target, element);
}

function isAbout(
  target: StepTarget | null,
  element: NonNullable<Extract<Expectation, { type: 'text' }>['element']>,
): boolean {
  if (!target) return false;
  const isAlike = element.controlType === target.controlType && element.name === target.name;
  return isAlike || target.selectors.some(({ selector }) => selector === element.selector);
}

/** Concerns the step's target. A selected element looks different, so its picture cannot find it again. */
function isOwn(expected: Expectation): boolean {
  return (expected.type === 'state' || expected.type === 'text') && !expected.element;
}

/** The later state counts: it replaces the same and the opposite effect, which was only brief. */
function joined(before: readonly Expectation[], later: readonly Expectation[]): Expectation[] {
  const subjects = new Set(later.map(subjectOf));
  return [...before.filter((one) => !subjects.has(subjectOf(one))), ...later];
}

function subjectOf(expected: Expectation): string {
  switch (expected.type) {
    case 'windowOpens':
      return `window ${JSON.stringify(expected.window)}`;
    case 'windowCloses':
    case 'title':
      return expected.type;
    case 'shows':
    case 'gone':
      return `there ${expected.element.selector} ${JSON.stringify(expected.window)}`;
    case 'state':
      return `${expected.state} ${expected.element?.selector ?? ''} ${JSON.stringify(expected.window)}`;
    case 'text':
      return `text ${expected.element?.selector ?? ''} ${JSON.stringify(expected.window)}`;
  }
}
