import { AppError } from '#contract/errors';
import { quoted, word } from '#contract/foreign-text';
import type { InputType, Recording, Step } from '#contract/model/recordings/recording';
import type { StepGroup } from '#contract/model/recordings/step-group';
import { followCondition, followExpectation, followGroup, following, type Follow } from './inputs-expected.ts';
import { readsLikeAnOrder } from './prompt-injection.ts';
import { secretVariable } from './secret-name.ts';

/** A text of a recording that replay may replace. */
export interface RecordingInput {
  /** From the user's name or the field's: `First name:` becomes `first_name`. Each name belongs to one step. */
  readonly name: string;
  /** The id of the step that enters it. */
  readonly step: string;
  /** The field's name; empty if it has none. */
  readonly label: string;
  /** The type of its value: a hint, unless the user or a spin box requires it. */
  readonly type: InputType;
  /** As recorded. */
  readonly value: string;
}

/** A text that was never recorded: it comes from the environment. */
export interface RecordingSecret {
  readonly name: string;
  readonly variable: string;
}

/** The texts that enabled steps enter, in order; secrets are excluded. */
export function inputsOf({ steps }: Recording): readonly RecordingInput[] {
  const entering = steps.filter((step) => textOf(step) !== null);
  const taken = new Set<string>();
  /** A user's name takes precedence over names from fields. */
  const own = new Map(
    entering.flatMap(({ id, input }) => (input?.name ? [[id, unusedName(inputName(input.name), taken)] as const] : [])),
  );
  return entering.map((step) => {
    const value = textOf(step) ?? '';
    const label = step.target?.name ?? '';
    const name = own.get(step.id) ?? unusedName(inputName(label), taken);
    return { name, step: step.id, label, type: step.input?.type ?? typeOf(step, value), value };
  });
}

/** Without duplicates, in order of use. */
export function secretsOf({ steps }: Recording): readonly RecordingSecret[] {
  const names = steps.flatMap(({ enabled, action }) =>
    enabled && 'secret' in action && action.secret !== undefined ? [action.secret] : [],
  );
  return [...new Set(names)].map((name) => ({ name, variable: secretVariable(name) }));
}

/**
 * The recording with other input texts, both entered and expected.
 * @param values by the names of {@link inputsOf}; missing ones are unchanged
 * @throws AppError `invalid_parameter` for a name that is no input, for a value that a spin box refuses, and for a value not of
 * the input's required type
 */
export function withInputs(recording: Recording, values: Readonly<Record<string, string>>): Recording {
  const inputs = inputsOf(recording);
  for (const [name, text] of Object.entries(values)) {
    const input = inputs.find((one) => one.name === name);
    if (!input) throw unknown(recording, name);
    const step = recording.steps.find(({ id }) => id === input.step);
    if (step?.target?.controlType === 'Spinner' && !isNumber(text)) throw notANumber(name, text);
    if (step?.input?.type && !isOfType(text, step.input.type)) throw otherType(name, step.input.type, text);
  }
  return withTexts(recording, ({ name }) => (Object.hasOwn(values, name) ? values[name] : undefined));
}

/** Like {@link withInputs}, for any texts. */
export function withTexts(recording: Recording, textOf: (input: RecordingInput) => string | undefined): Recording {
  const inputs = inputsOf(recording);
  const entered: [recorded: string, now: string][] = [];
  /** The replacements in effect when the group's conditions are checked. */
  const groups = new Map<string, StepGroup>();
  const steps = recording.steps.map((step) => {
    const group = recording.groups?.find(({ id }) => id === step.group);
    if (group && !groups.has(group.id)) groups.set(group.id, followGroup(group, following(entered)));
    const asked = step.when ? { ...step, when: followCondition(step.when, following(entered)) } : step;
    const input = inputs.find((one) => one.step === step.id);
    const text = input && textOf(input);
    if (input) entered.push([input.value, text ?? input.value]);
    return withText(expecting(asked, input?.value, text, following(entered)), text);
  });
  return { ...recording, steps, ...(groups.size > 0 && { groups: [...groups.values()] }) };
}

/** An emptied or filled field contains the entered text, which a word search cannot find if it was empty. */
function expecting(step: Step, recorded: string | undefined, text: string | undefined, follow: Follow): Step {
  if (!step.expected) return step;
  const expected = step.expected.map((one) => {
    const own = one.type === 'text' && one.element === undefined && one.text === recorded;
    return own && text !== undefined ? { ...one, text } : followExpectation(one, follow);
  });
  return { ...step, expected };
}

function textOf({ enabled, action }: Step): string | null {
  if (!enabled || (action.type !== 'setText' && action.type !== 'typeText') || action.secret !== undefined) return null;
  return action.text;
}

function withText(step: Step, text: string | undefined): Step {
  const { action } = step;
  if (text === undefined || (action.type !== 'setText' && action.type !== 'typeText')) return step;
  return { ...step, action: { ...action, text } };
}

/**
 * Letters and digits of every script, so that `氏名` keeps its name; no characters that shells or tables interpret, and no
 * instructions, since agents read the names.
 */
function inputName(label: string): string {
  const words = label
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const name = words?.join('_').slice(0, 40).replace(/_+$/, '') ?? '';
  if (name === '' || readsLikeAnOrder(label) || readsLikeAnOrder(name)) return 'text';
  return /^\p{N}/u.test(name) ? `text_${name}` : name;
}

function unusedName(name: string, taken: Set<string>): string {
  let unused = name;
  for (let n = 2; taken.has(unused); n++) unused = `${name}_${n}`;
  taken.add(unused);
  return unused;
}

function typeOf({ target }: Step, value: string): InputType {
  if (target?.controlType === 'Spinner') return 'number';
  return (['number', 'date', 'email', 'url'] as const).find((type) => isOfType(value, type)) ?? 'text';
}

function isOfType(value: string, type: InputType): boolean {
  switch (type) {
    case 'number':
      return isNumber(value);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$|^\d{1,2}[./]\d{1,2}[./]\d{4}$/.test(value);
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
    case 'url':
      return /^https?:\/\/\S+$/.test(value);
    case 'text':
      return true;
  }
}

function isNumber(value: string): boolean {
  return /^[-+]?\d+([.,]\d+)?$/.test(value);
}

function unknown(recording: Recording, name: string): AppError {
  const names = inputsOf(recording).map((input) => word(input.name));
  const secret = secretsOf(recording).find((one) => one.name.toLowerCase() === name.toLowerCase());
  const hint = secret
    ? `It is a secret: set the environment variable ${secret.variable}.`
    : names.length > 0
      ? `Name one of ${names.join(', ')}.`
      : 'It enters no text. Omit the inputs.';
  return new AppError('invalid_parameter', `The recording has no input ${quoted(name)}.`, { hint });
}

const inWords: Readonly<Record<InputType, string>> = {
  text: 'a text',
  number: 'a number such as 42',
  date: 'a date such as 2026-01-31 or 31.1.2026',
  email: 'an address such as ada@example.org',
  url: 'an address such as https://example.org',
};

function otherType(name: string, type: InputType, value: string): AppError {
  return new AppError(
    'invalid_parameter',
    `The input ${word(name)} is of the type ${type}, and ${quoted(value)} is not.`,
    {
      hint: `Give it ${inWords[type]}.`,
    },
  );
}

function notANumber(name: string, value: string): AppError {
  return new AppError(
    'invalid_parameter',
    `The input ${word(name)} goes into a spin box, and ${quoted(value)} is no number.`,
    {
      hint: 'Give it a number such as 42.',
    },
  );
}
