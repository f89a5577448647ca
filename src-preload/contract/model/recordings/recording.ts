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

/** What a text of a recording looks like, or has to. */
export const inputType = z.enum(['text', 'number', 'date', 'email', 'url']);

export type InputType = z.output<typeof inputType>;

/** What a person made of the text that a step enters. */
const ownInput = z.object({
  /** What it is called at replay; after its field by default. */
  name: z.string().min(1).max(80).optional(),
  /** What a text in its place has to be; by default, what was recorded is a hint alone. */
  type: inputType.optional(),
});

/** The element a step acts on, as it was when recorded. The first selector is the primary one. */
export const stepTarget = z.object({
  controlType: z.enum(controlTypes),
  name: z.string(),
  selectors: z.array(rankedSelector),
  /** Physical screen pixels at record time; null if the element had no place. */
  bounds: rect.nullable(),
  /** Something may have lain over it when it was pressed, which was gone before the app could be asked. */
  unsure: z.literal(true).optional(),
  /** How it looked: a small WebP in base64. */
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
  /** Null for keys that go to whatever has the focus in the window. */
  target: stepTarget.nullable(),
  /** The element where a drag ends; missing if it ends on what it began on, or on none. */
  onto: stepTarget.optional(),
  /** The window where a drag ends, if that is another one, and where it was then. Then `onto` is in it. */
  ontoWindow: z.object({ match: windowMatch, bounds: rect }).optional(),
  /** The element that a scroll goes on for until it shows; missing if it goes as far as it went. */
  until: stepTarget.optional(),
  window: windowMatch,
  /**
   * Where the window was when recorded, physical screen pixels; reports what `at` is part of if there is no target, and in a
   * drag.
   */
  windowBounds: rect.optional(),
  /** How it looked around the place that was pressed, or along a drag as a whole, where its app reports nothing there. */
  around: surroundings.optional(),
  /** The same of the place where a drag ends, if that is in another view. */
  aroundEnd: surroundings.optional(),
  /** Nobody saw what was at the place that was pressed, or into what a text was typed: nothing is pressed there again, and no active cell gets the text. */
  unseen: z.literal(true).optional(),
  /** The id of the step that opened its window; missing if it was open before, or if nobody knows. */
  openedBy: z.string().optional(),
  enabled: z.boolean().default(true),
  /** The id of the group that it belongs to. */
  group: z.string().optional(),
  /** Where that is not so, it is not done. */
  when: condition.optional(),
  /** What a person made of the text that it enters. */
  input: ownInput.optional(),
  /** A person's own words about it; missing if there are none. */
  comment: z.string().optional(),
  /** How long a replay waits for its window and element, in milliseconds; that of the settings by default. */
  timeoutMs: z.number().int().positive().max(600_000).optional(),
  /** What is checked after it. Empty if nothing was seen to change; missing if nobody looked. */
  expected: z.array(expectation).optional(),
  /** Input that was lost beside it while it was recorded: presses, releases, keys and notches; null if unknown. */
  lost: z.object({ events: z.number().int().positive().nullable() }).optional(),
});
export type Step = Readonly<z.output<typeof step>>;

/** A step that a person makes by hand, before it has its place. */
export const madeStep = step.omit({ id: true, at: true });
export type MadeStep = Readonly<z.output<typeof madeStep>>;

export const recordingVersion = 1;

export const recording = z.object({
  version: z.literal(recordingVersion),
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  platform: z.string(),
  steps: z.array(step),
  /** In any order: where they are, their steps report. */
  groups: z.array(stepGroup).optional(),
});
export type Recording = Readonly<z.output<typeof recording>>;

/** A {@link recording} whose groups are whole. */
export const wholeRecording = recording.superRefine((value, context) => {
  for (const { path, message } of groupFaults(value)) context.addIssue({ code: 'custom', path: [...path], message });
});

/**
 * Reads what was saved as a recording.
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

/** Of a step that enters a secret no picture is kept: its field may show it. */
export function withAction<S extends Pick<Step, 'action' | 'target'>>(step: S, action: Action): S {
  const isSecret = 'secret' in action && action.secret !== undefined;
  return { ...step, action, target: isSecret && step.target ? withoutPicture(step.target) : step.target };
}

/** For who cannot show any. */
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
  // Mostly it does not matter in what a text was typed that nobody saw: where it does, replay reports it.
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
