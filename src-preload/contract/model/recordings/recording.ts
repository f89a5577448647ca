import { z } from 'zod';
import { issueText } from '../../issue-text.ts';
import { AppError } from '../../errors.ts';
import { quoted } from '../../foreign-text.ts';
import { action } from '../schemas/action.ts';
import { describeElement, controlTypes } from '../elements/element.ts';
import { expectation } from '../schemas/expectation.ts';
import { rect } from '../schemas/geometry.ts';
import { rankedSelector } from '../schemas/selector.ts';
import { surroundings } from '../schemas/surroundings.ts';
import { windowActionInWords } from '../windows/window.ts';
import { windowMatch } from '../schemas/window.ts';
import type { Action } from './action.ts';
import { condition, describeCondition } from './condition.ts';
import { describeExpectation, type Expectation } from './expectation.ts';
import { groupFaults, stepGroup } from './step-group.ts';

/** Format of a recorded text, or the required one. */
export const inputType = z.enum(['text', 'number', 'date', 'email', 'url']);

export type InputType = z.output<typeof inputType>;

/** A user's changes to the text a step enters. */
const ownInput = z.object({
  /** Its name at replay; default: its field's name. */
  name: z.string().min(1).max(80).optional(),
  /** Required format of a replacement; by default, the recorded format is only a hint. */
  type: inputType.optional(),
});

/** The target element of a step, as recorded. The first selector is the primary one. */
export const stepTarget = z.object({
  controlType: z.enum(controlTypes),
  name: z.string(),
  selectors: z.array(rankedSelector),
  /** Physical screen pixels at record time; null without bounds. */
  bounds: rect.nullable(),
  /** A menu or popup that closed before the app could be asked may have covered it when it was pressed. */
  unsure: z.literal(true).optional(),
  /** Its look: a small WebP in base64. */
  picture: z
    .string()
    .max(200_000)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'no base64')
    .optional(),
});
export type StepTarget = Readonly<z.output<typeof stepTarget>>;

export const step = z.object({
  id: z.string(),
  /** Milliseconds since the recording started. */
  at: z.number().nonnegative(),
  action,
  /** Null for keys that go to the window's focused element. */
  target: stepTarget.nullable(),
  /** The element where a drag ends; missing if it is the start element, or none. */
  onto: stepTarget.optional(),
  /** Another window in which a drag ends, with its bounds then. Then `onto` is in it. */
  ontoWindow: z.object({ match: windowMatch, bounds: rect }).optional(),
  /** The element that a scroll brings into view; missing for a fixed distance. */
  until: stepTarget.optional(),
  window: windowMatch,
  /**
   * The window's bounds when recorded, physical screen pixels; the reference of `at` without a target, and in a
   * drag.
   */
  windowBounds: rect.optional(),
  /** The look around the pressed point, or along a whole drag, if its app reports nothing there. */
  around: surroundings.optional(),
  /** The same for the end of a drag in another view. */
  aroundEnd: surroundings.optional(),
  /**
   * The element at the pressed point, or of the typed text, is unknown: replay does not press there, and no active cell gets the
   * text.
   */
  unseen: z.literal(true).optional(),
  /** Id of the step that opened its window; missing if it was open before, or if unknown. */
  openedBy: z.string().optional(),
  enabled: z.boolean().default(true),
  /** Id of its group. */
  group: z.string().optional(),
  /** If false, the step is skipped. */
  when: condition.optional(),
  /** The user's changes to the entered text. */
  input: ownInput.optional(),
  /** The user's note; missing if none. */
  comment: z.string().optional(),
  /** How long a replay waits for its window and element, in milliseconds; default: the setting. */
  timeoutMs: z.number().int().positive().max(600_000).optional(),
  /** Checked after the step. Empty if no change was seen; missing if unknown. */
  expected: z.array(expectation).optional(),
  /** Input lost beside it during recording: presses, releases, keys and notches; null if unknown. */
  lost: z.object({ events: z.number().int().positive().nullable() }).optional(),
});
export type Step = Readonly<z.output<typeof step>>;

/** A manually created step, before it is inserted. */
export const madeStep = step.omit({ id: true, at: true });
export type MadeStep = Readonly<z.output<typeof madeStep>>;

/** How the user started a program that was open before the recording. */
const usedProgram = z.object({
  /** Of its windows. */
  app: z.string(),
  className: z.string(),
  /** Missing if it cannot be known, or holds a secret. */
  command: z.string().min(1).optional(),
  args: z.array(z.string()),
  /** Its working directory, if its arguments depend on it. */
  folder: z.string().optional(),
});
export type UsedProgram = Readonly<z.output<typeof usedProgram>>;

export const recordingVersion = 1;

export const recording = z.object({
  version: z.literal(recordingVersion),
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  platform: z.string(),
  steps: z.array(step),
  /** In any order: the steps define their place. */
  groups: z.array(stepGroup).optional(),
  /** In order of their first input; missing in imports. */
  programs: z.array(usedProgram).optional(),
});
export type Recording = Readonly<z.output<typeof recording>>;

/** A {@link recording} whose groups are complete. */
export const wholeRecording = recording.superRefine((value, context) => {
  for (const { path, message } of groupFaults(value)) context.addIssue({ code: 'custom', path: [...path], message });
});

/**
 * Parses a saved recording.
 * @throws AppError `invalid_parameter` naming the field
 */
export function parseRecording(value: unknown): Recording {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > recordingVersion) {
    throw new AppError('invalid_parameter', `The recording has version ${version}; this Deskscope reads up to 1.`, {
      hint: 'Update Deskscope.',
    });
  }
  const parsed = wholeRecording.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'the document';
  throw new AppError('invalid_parameter', `Not a Deskscope recording: ${where}: ${issueText(issue)}.`, {
    hint: Array.isArray(value)
      ? 'A list of calls is an export: `deskscope import` makes a recording of it again.'
      : 'Use a file that Deskscope has saved as a recording, or correct the named field.',
  });
}

/** A step that enters a secret has no picture: its field might show it. */
export function withAction<S extends Pick<Step, 'action' | 'target'>>(step: S, action: Action): S {
  const isSecret = 'secret' in action && action.secret !== undefined;
  return { ...step, action, target: isSecret && step.target ? withoutPicture(step.target) : step.target };
}

/** For receivers without pictures. */
export function withoutPictures({ target, onto, ...step }: Step): Step {
  return { ...step, target: target && withoutPicture(target), ...(onto && { onto: withoutPicture(onto) }) };
}

function withoutPicture({ picture: _, ...target }: StepTarget): StepTarget {
  return target;
}

/** @throws AppError `not_found` */
export function findStep({ steps }: Recording, id: string): Step {
  const found = steps.find((one) => one.id === id);
  if (!found) throw new AppError('not_found', `The recording has no step ${quoted(id)}.`);
  return found;
}

/** One sentence for a person: `Click Button “7”`. */
export function describeStep(
  step: Pick<Step, 'action' | 'target' | 'onto' | 'until'> &
    Partial<Pick<Step, 'expected' | 'window' | 'ontoWindow' | 'when' | 'lost' | 'unseen'>>,
): string {
  const rule = step.when ? `, only if ${describeCondition(step.when)}` : '';
  return actInWords(step) + rule + (step.lost ? ` (${lossInWords(step.lost)})` : '');
}

function actInWords(step: Parameters<typeof describeStep>[0]): string {
  if (step.action.type === 'expect') return expectSentence(step.expected ?? []);
  const window = step.window?.title ? `the window ${quoted(step.window.title)}` : 'the window';
  const other = step.ontoWindow ? ` of the window ${quoted(step.ontoWindow.match.title ?? '')}` : '';
  const [target, until] = [targetInWords(step.target), targetInWords(step.until)];
  const onto = targetInWords(step.onto) + other;
  // The unknown target of a text rarely matters: where it does, replay reports it.
  const isDoubted = step.unseen === true && !step.target?.unsure && step.action.type !== 'typeText';
  return sentence(step.action, { target, onto, until, window }) + (isDoubted ? ' (not sure)' : '');
}

function lossInWords({ events }: NonNullable<Step['lost']>): string {
  if (events === null) return 'input was lost here';
  return events === 1 ? 'one input event was lost here' : `${events} input events were lost here`;
}

function expectSentence(expected: readonly Expectation[]): string {
  if (expected.length === 0) return 'Expect nothing yet';
  return `Expect that ${expected.map((one) => describeExpectation(one)).join('; ')}`;
}

/** Empty if there is none. */
function targetInWords(target: StepTarget | null | undefined): string {
  if (!target) return '';
  return describeElement(target) + (target.unsure ? ' (not sure)' : '');
}

interface Named {
  /** Empty if there is none. */
  readonly target: string;
  readonly onto: string;
  readonly until: string;
  readonly window: string;
}

function sentence(
  action: Exclude<Action, { readonly type: 'expect' }>,
  { target, onto, until, window }: Named,
): string {
  switch (action.type) {
    case 'click': {
      if (action.holdMs !== undefined) return holdSentence(action, target);
      const once = action.button === 'left' ? 'Click' : `${cap(action.button)}-click`;
      const verb = { 1: once, 2: 'Double-click', 3: 'Triple-click' }[action.count];
      const held = action.modifiers.length > 0 ? ` with ${action.modifiers.join('+')}` : '';
      return `${verb} ${target || `at ${action.at.x}, ${action.at.y}`}${held}`;
    }
    case 'drag': {
      const { button, at, via = [], to } = action;
      const verb = button === 'left' ? 'Drag' : `${cap(button)}-drag`;
      const way = via.length === 0 ? '' : `, past ${via.length === 1 ? '1 place' : `${via.length} places`}`;
      if (target && onto) return `${verb} ${target} onto ${onto}${way}`;
      if (target) return `${verb} ${target} by ${to.x - at.x}, ${to.y - at.y}${way}`;
      return `${verb} from ${at.x}, ${at.y} to ${to.x}, ${to.y}${way}`;
    }
    case 'hover':
      return `Point at ${target || 'nothing yet'}`;
    case 'setText':
      return `Set ${target} to ${action.secret ? `the secret ${action.secret}` : quoted(action.text)}`;
    case 'typeText':
      return `Type ${action.secret ? `the secret ${action.secret}` : quoted(action.text)}${target && ` into ${target}`}`;
    case 'pressKeys':
      return `Press ${action.keys}${action.repeat > 1 ? ` ${action.repeat} times` : ''}${target && ` in ${target}`}`;
    case 'scroll': {
      const way = `Scroll ${action.notches > 0 ? 'up' : 'down'}`;
      if (until) return `${way}${target && ` in ${target}`} until ${until} shows`;
      return `${way} ${Math.abs(action.notches)}${target && ` in ${target}`}`;
    }
    case 'window':
      return windowActionInWords(action.act, window);
    case 'launch':
      return `Start ${quoted([action.command, ...action.args].join(' '))}`;
    case 'placeWindow':
      return placeSentence(action, window);
    case 'wait':
      return `Wait ${action.ms / 1_000} s`;
  }
}

function holdSentence(
  { button, at, holdMs = 0, modifiers }: Extract<Action, { readonly type: 'click' }>,
  target: string,
): string {
  const which = button === 'left' ? '' : ` with the ${button} button`;
  const held = modifiers.length > 0 ? ` with ${modifiers.join('+')}` : '';
  return `Hold ${target || `at ${at.x}, ${at.y}`} down for ${(holdMs / 1_000).toFixed(1)} s${which}${held}`;
}

function placeSentence({ to, size }: Extract<Action, { readonly type: 'placeWindow' }>, window: string): string {
  const resized = size && `${size.width} × ${size.height}`;
  if (to) return `Move ${window} to ${to.x}, ${to.y}${resized ? ` and resize it to ${resized}` : ''}`;
  return `Resize ${window}${resized ? ` to ${resized}` : ''}`;
}

function cap(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
