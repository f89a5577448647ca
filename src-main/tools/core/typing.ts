import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { deadlineOf, type Tool, reachOf } from '../define-tool.ts';
import { setChecked, setExpanded, setValue } from '../servers/ui-automation/elements/setting.ts';
import { findAndType } from '../servers/ui-automation/actions/find-and-act.ts';
import { typeAtFocus } from '../servers/ui-automation/elements/keyboard.ts';
import { parseKeys } from '../servers/app-ui-executor/key-notation.ts';
import type { Given } from './other-forms.ts';

const ways: Readonly<Record<string, Tool>> = { value: setValue, checked: setChecked, expanded: setExpanded };

const shape = setValue.input.extend({
  value: z.string().optional(),
  checked: z.boolean().optional(),
  expanded: z.boolean().optional(),
});

/** One tool that sets a value, a check state or an expanded state. */
export const setState: Tool = {
  ...setValue,
  input: shape,
  deniedAs: [setChecked.name, setExpanded.name],
  sentence: (input) => wayOf(input).sentence?.(input) ?? setValue.title,
  check: (input, settings) => wayOf(input).check?.(input, settings),
  deadlineMs: (input) => deadlineOf(wayOf(input), input),
  secrets: {
    fields: ['value'],
    apply: async (context, input) =>
      input['value'] !== undefined &&
      (setValue.secrets === undefined || (await setValue.secrets.apply(context, input))),
  },
  run: (context, input) => wayOf(input).run(context, input),
};

/** @throws AppError `invalid_parameter` unless exactly one is given */
function wayOf(input: Readonly<Record<string, unknown>>): Tool {
  const [way, ...others] = Object.entries(ways).filter(([field]) => input[field] !== undefined);
  if (way && others.length === 0) return way[1];
  throw new AppError(
    'invalid_parameter',
    'set_value: exactly one of “value”, “checked”, “expanded” is set at a time.',
    {
      delivery: 'not_delivered',
      data: { fields: Object.keys(ways) },
    },
  );
}

const { oneOf: _, ...inField } = findAndType;

/** One tool for text: in a named field, or the focused element. */
export const typeText: Tool = {
  ...inField,
  deniedAs: [typeAtFocus.name],
  sentence: (input) => typingWay(input).sentence?.(input) ?? findAndType.title,
  reach: (input) => reachOf(typingWay(input), input),
  check: (input, settings) => typingWay(input).check?.(input, settings),
  secrets: {
    fields: ['text'],
    apply: async (context, input) => (await typingWay(input).secrets?.apply(context, input)) ?? true,
  },
  run: (context, input) => typingWay(input).run(context, input),
};

const names = ['element', 'name', 'control_type', 'automation_id', 'selector', 'parent'] as const;

function typingWay(input: Readonly<Record<string, unknown>>): Tool {
  return names.some((name) => input[name] !== undefined) ? findAndType : typeAtFocus;
}

/**
 * Keys as `press_keys` expects them: lists are joined, into one chord if they are one, and UFO's braces, `{VK_CONTROL}s` or
 * `{TAB 2}`, are parsed.
 * @throws AppError `invalid_parameter` for invalid braces, or texts in them
 */
export function oneNotation(given: Given): Record<string, unknown> {
  const { keys: written, modifiers, ...rest } = given;
  const keys = typeof written === 'string' ? (listIn(written) ?? written) : written;
  if (Array.isArray(keys)) return { ...rest, ...(modifiers !== undefined && { modifiers }), keys: inOneText(keys) };
  if (Array.isArray(modifiers) && typeof keys === 'string' && !/[\s+{]/.test(keys.trim()))
    return { ...rest, keys: [...modifiers.map(String), keys.trim()].join('+') };
  if (typeof keys !== 'string' || !/\{[^{}\s]/.test(keys)) return { ...given };
  return { ...given, keys: chordsOf(keys).join(' ') };
}

/** Modifiers before a key form a chord with it, as `["ctrl", "a"]`; other keys are pressed in order. */
function inOneText(keys: readonly unknown[]): string {
  const isChord = keys.length > 1 && keys.slice(0, -1).every((key) => modifierWords.has(String(key).toLowerCase()));
  const isWhole =
    isChord && !modifierWords.has(String(keys.at(-1)).toLowerCase()) && !String(keys.at(-1)).includes('+');
  return keys.join(isWhole ? '+' : ' ');
}

const modifierWords = new Set('ctrl control shift alt option altgr meta super win windows cmd command'.split(' '));

function listIn(text: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function chordsOf(keys: string): readonly string[] {
  return parseKeys(keys).flatMap((stroke) => {
    if (stroke.type === 'chord') return Array.from({ length: stroke.repeat }, () => stroke.keys);
    throw new AppError('invalid_parameter', `${quoted('keys')}: ${quoted(stroke.text)} is text and no key.`, {
      hint: 'Type texts with type_text; press_keys takes keys and chords: Enter, ctrl+s.',
      delivery: 'not_delivered',
    });
  });
}
