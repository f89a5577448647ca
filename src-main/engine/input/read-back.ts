import { AppError } from '#contract/errors';
import { describeElement } from '#contract/model/elements/element';
import type { WindowInfo } from '#contract/model/windows/window';
import { isCell } from '#contract/model/elements/element-facts';
import { sleep } from '../../base/async/deadline.ts';
import type { RawDetails } from '../backend.ts';
import type { Typed } from '../engine.ts';
import type { CallContext, EngineContext } from '../operations/operation.ts';

/** How long a field may take to show typed text, in milliseconds; less if the call's deadline is near. */
const followMs = 1_500;
const partOfDeadline = 0.2;
const lookEveryMs = 30;
/** How long a field may take to show one key, in milliseconds. */
const nextMs = 300;
const nextLookMs = 5;

/** The focused field before the first key. */
export interface FieldBefore {
  readonly window: WindowInfo;
  readonly runtimeId: string;
  readonly value: string;
  readonly selected: string;
}

/**
 * Null if keys always arrive, or the target cannot be read.
 * @param unsure keys may be lost
 */
export async function fieldBefore(
  context: EngineContext,
  window: WindowInfo | null,
  { signal }: CallContext,
  unsure: boolean,
): Promise<FieldBefore | null> {
  const { elements } = context.backend;
  if (!unsure || !window) return null;
  const runtimeId = await orNull(elements.focused(window, signal), signal);
  const field = runtimeId === null ? null : await readField(context, window, runtimeId, signal);
  return field && { window, runtimeId: field.runtimeId, value: field.value, selected: field.text?.selectedText ?? '' };
}

/** Waits briefly until a field shows another value. @returns the value shown then */
export async function nextValue(
  context: EngineContext,
  { window, runtimeId, value }: FieldBefore,
  { signal }: CallContext,
): Promise<string> {
  const end = Date.now() + nextMs;
  for (;;) {
    const field = await readField(context, window, runtimeId, signal);
    if (!field || field.value !== value || Date.now() >= end) return field?.value ?? value;
    await sleep(nextLookMs, signal);
  }
}

/**
 * Reads back typed text.
 * @param surely the keys are known to have reached the app
 * @throws AppError `not_verified` if the field lacks some of its characters
 */
export async function readBack(
  context: EngineContext,
  before: FieldBefore | null,
  { text, surely }: { readonly text: string; readonly surely: boolean },
  { signal, timeoutMs }: CallContext,
): Promise<Typed> {
  if (!before) return { unread: !surely };
  const end = Date.now() + Math.min(followMs, timeoutMs * partOfDeadline);
  for (;;) {
    const field = await readField(context, before.window, before.runtimeId, signal);
    if (!field) return { unread: true };
    const missing = missingCharacters(text, before.value, field.value);
    const isSame = field.value === before.value;
    if (missing.length === 0 || (isSame && before.selected === text)) return { unread: false };
    if (Date.now() >= end) {
      const now = await orNull(context.backend.elements.focused(before.window, signal), signal);
      return now === before.runtimeId ? notAll(text, missing, { before, field }) : { unread: true };
    }
    await sleep(lookEveryMs, signal);
  }
}

/**
 * Whether the field's value proves nothing: a line break may submit a field and a tab leave it; the field may have held the same
 * text before, or reformat it.
 */
function notAll(
  text: string,
  missing: readonly number[],
  { before, field }: { readonly before: FieldBefore; readonly field: Readable },
): Typed {
  const total = Array.from(text).length;
  const isSame = field.value === before.value;
  const isRewritten = !isSame && missing.length === total;
  if (/[\n\r\t]/.test(text) || isRewritten || (isSame && field.value.includes(text))) return { unread: true };
  const which = missing.length === total ? 'None' : `${total - missing.length}`;
  const lost =
    missing.length === total ? '' : `, without the ${missing.length === 1 ? 'one' : 'ones'} at ${list(missing)}`;
  const arrived = `${which} of ${total} characters arrived in ${describeElement(field)}${lost}.`;
  throw new AppError('not_verified', arrived, {
    hint: 'Look at what the field holds, and set its value where it has that pattern.',
    delivery: missing.length === total ? 'unknown' : 'delivered',
    data: { missingCharacters: missing },
  });
}

const mostNamed = 10;

function list(numbers: readonly number[]): string {
  const named = numbers.slice(0, mostNamed).join(', ');
  return numbers.length > mostNamed ? `${named} and further on` : named;
}

type Readable = RawDetails & { readonly value: string };

/** Longer values take too long to compare and may be cut. In UTF-16 code units. */
const longestValue = 100_000;

/** Also null for fields that show something else than was typed: passwords, cells, and terminals, whose programs decide. */
async function readField(
  context: EngineContext,
  window: WindowInfo,
  runtimeId: string,
  signal: AbortSignal,
): Promise<Readable | null> {
  const field = await orNull(context.backend.elements.details(window, runtimeId, signal), signal);
  if (!field || field.value === null || field.value.length > longestValue) return null;
  if (field.role === 'terminal' || field.states.includes('password') || isCell(field)) return null;
  return { ...field, value: field.value };
}

/** A failed read leaves the result unknown; it is not a failure of typing. */
async function orNull<T>(reading: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return null;
  }
}

/**
 * Characters of a typed text, 1-based, that are missing in what the field gained. Replaced text, and additions of the app such
 * as a closing bracket, are ignored. An unchanged field has gained nothing.
 */
export function missingCharacters(text: string, before: string, after: string): readonly number[] {
  const [typed, was, is] = [plain(text), plain(before), plain(after)];
  if (stands(typed, was, is)) return [];
  const gained = Array.from(gainedIn(was, is));
  let at = 0;
  return Array.from(typed).flatMap((character, i) => {
    const found = gained.indexOf(character, at);
    if (found < 0) return [i + 1];
    at = found + 1;
    return [];
  });
}

/** Whether the field is unchanged except that the text replaces a part of it, or is inserted. */
function stands(text: string, before: string, after: string): boolean {
  if (before === after) return text === '';
  const others = after.length - text.length;
  if (others < 0 || others > before.length) return false;
  const at = after.indexOf(text, Math.max(0, others - commonEnd(before, after)));
  return at >= 0 && at <= commonStart(before, after);
}

/** The part between the common prefix and the common suffix. */
function gainedIn(before: string, after: string): string {
  const from = commonStart(before, after);
  const end = Math.min(commonEnd(before, after), Math.min(before.length, after.length) - from);
  return after.slice(from, after.length - end);
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}

/** Toolkits differ in line ends, and browsers in spaces at the end of a line. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ');
}
