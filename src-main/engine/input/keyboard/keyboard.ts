import { AppError, type Delivery } from '#contract/errors';
import { describeElement, parseElementId, type ElementId } from '#contract/model/elements/element';
import type { KeyChord } from '#contract/model/recordings/action';
import { splitChord, spellChord } from '#contract/model/recordings/chord';
import type { WindowInfo } from '#contract/model/windows/window';
import { quoted } from '#contract/foreign-text';
import { sleep } from '../../../base/async/deadline.ts';
import { saying } from '../../../base/delivery.ts';
import { editsBetween } from '../../../base/text-bounds.ts';
import type { RawNode, InputMethod } from '../../backend.ts';
import type { CallContext, EngineContext, Operation } from '../../operations/operation.ts';
import { dropsForwardedKeys, reversesAnsweredKeys } from '../../windows/answered-keys.ts';
import { elementPlace } from '../../windows/lookup.ts';
import { requireFront, type Front } from '../front.ts';
import { withReleasedKeys } from '../held.ts';
import { confirmTaken, requireTaking } from '../into-app.ts';
import { fieldBefore, nextValue, readBack, type FieldBefore } from '../read-back.ts';
import { charactersToType } from './characters-to-type.ts';

/** Maximum lag of an app behind typed text, in characters, so that the delivered part is known. */
const mostAhead = 64;
/** How long a window that lost the keyboard may take to handle its last keys, in milliseconds. */
const lastKeysMs = 300;
/** How long the window that had the keyboard may take to get it back, in milliseconds. */
const keysBackMs = 1_000;
const lookEveryMs = 20;
/** How long an app may take to draw once, in milliseconds. */
const frameMs = 40;

export const typeText: Operation<'typeText'> = async (context, { text, window, receiver }, call) => {
  const total = charactersToType(text).length;
  const front = await requireFront(context, window, call, receiver);
  const { input } = context.backend;
  let field: FieldBefore | null = null;
  let surely = !input.unsure;
  await typing(context, call, front, true, async (call, beside) => {
    await letIn(context, front, call);
    field = await fieldBefore(context, front.window, call, input.unsure === true || beside !== null);
    const progress = { sent: 0, taken: 0 };
    let shown = field;
    const beforeKey = async (typed: number) => {
      progress.sent = typed;
      if (typed > 0 && beside) {
        await beside.method.answered(typed);
        if (reversesAnsweredKeys(front.window)) {
          if (shown) shown = { ...shown, value: await nextValue(context, shown, call) };
          else await sleep(frameMs, call.signal);
        }
      }
      if (typed === 0 || typed - progress.taken >= mostAhead) {
        await becomeReady(context, front, call);
        progress.taken = typed;
      }
      await front.verify();
      if (front.window) context.receipts.sent(front.window);
    };
    try {
      await input.type(text, { signal: call.signal, beforeKey, past: beside?.past ?? false });
      progress.sent = total;
      await confirm(context, front, call);
      if (beside)
        surely = await refuseTaken(context, beside.method, front, {
          what: 'keys of the text',
          isText: !/[\r\n\t]/.test(text),
        });
    } catch (error) {
      const { sent } = progress;
      const taken = (await hasTaken(context, front)) ? sent : progress.taken;
      const reported = `${sent} of ${total} characters went${taken === sent ? '' : `, ${taken} of them surely arrived`}`;
      throw withProgress(error, { sent, taken }, reported, { typedCharacters: sent, takenCharacters: taken });
    }
  });
  return readBack(context, field, { text, surely }, call);
};

export const pressKeys: Operation<'pressKeys'> = async (
  context,
  { keys, repeat = 1, holdMs = 0, window, receiver, on },
  call,
) => {
  const chord = parseChord(keys);
  const front = await requireFront(context, window, call, receiver);
  const { input } = context.backend;
  await typing(context, call, front, isCharacter(chord), async (call, beside) => {
    await letIn(context, front, call);
    const hold = holdMs > 0 ? { ms: holdMs, signal: call.signal } : undefined;
    let sent = 0;
    try {
      for (; sent < repeat && !call.signal.aborted; sent++) {
        await becomeReady(context, front, call);
        await front.verify();
        if (sent === 0 && on !== undefined) await requireFocus(context, on, front, call);
        if (front.window) context.receipts.sent(front.window);
        await input.press(chord, hold, beside?.past);
      }
      await confirm(context, front, call);
      if (beside) await refuseTaken(context, beside.method, front, { what: chord, isText: isCharacter(chord) });
    } catch (error) {
      const taken = (await hasTaken(context, front)) ? sent : 0;
      throw withProgress(error, { sent, taken }, `Pressed ${sent} of ${repeat} times`, { pressedTimes: sent });
    }
  });
};

/** Typing options, given the active input method. */
function typing(
  context: EngineContext,
  call: CallContext,
  front: Front,
  types: boolean,
  work: (call: CallContext, beside: Beside | null) => Promise<void>,
): Promise<void> {
  return withReleasedKeys(context, call, (call) =>
    besideInputMethod(context, front, types, (beside) => work(call, beside)),
  );
}

/** Whether a chord types a character. */
function isCharacter(chord: KeyChord): boolean {
  const { modifiers, key } = splitChord(chord);
  return (key === 'Space' || Array.from(key).length === 1) && modifiers.every((modifier) => modifier === 'shift');
}

/**
 * Checks that the element has the focus: Swing responds for removed elements, and Qt may report that a label got focus. Focus
 * may be a moment late, and that of an ancestor or descendant counts.
 * @throws AppError `element_stale`, `not_verified`, with nothing delivered
 */
async function requireFocus(context: EngineContext, id: ElementId, front: Front, call: CallContext): Promise<void> {
  const place = parseElementId(id);
  const window = front.window?.id === place.window ? front.window : (await elementPlace(context, id)).window;
  const { runtimeId } = place;
  const { elements } = context.backend;
  const end = Date.now() + keysBackMs;
  try {
    for (;;) {
      const now = await elements.details(window, runtimeId, call.signal);
      // A disabled Swing element may keep the focus, and ignores keys.
      if (!now.states.includes('enabled'))
        throw new AppError('not_verified', `${describeElement(now)} is disabled and accepts no keys.`, {
          hint: 'Enable it first, or press keys without naming an element.',
        });
      if (now.states.includes('focused')) return;
      if (!now.states.includes('visible'))
        throw new AppError('element_stale', `${describeElement(now)} is no longer visible and receives no keys.`);
      const focused = await elements.focused(window, call.signal);
      if (focused === runtimeId || (focused === null && now.states.includes('focusable'))) return;
      if (focused !== null && (await isAround(context, window, runtimeId, focused, call))) return;
      if (Date.now() >= end) {
        const message = `${describeElement(now)} did not take the keyboard focus.`;
        throw new AppError('not_verified', message, { hint: 'Click it, or press keys without naming an element.' });
      }
      await sleep(lookEveryMs, call.signal);
    }
  } catch (error) {
    throw saying('not_delivered', error);
  }
}

/** Whether one element contains the other. */
async function isAround(
  { backend: { elements } }: EngineContext,
  window: WindowInfo,
  one: string,
  other: string,
  { signal }: CallContext,
): Promise<boolean> {
  const [aroundOne, aroundOther] = await Promise.all([
    elements.ancestors(window, one, signal),
    elements.ancestors(window, other, signal),
  ]);
  // The window contains everything.
  const inside = (around: readonly RawNode[], id: string) => around.slice(1).some(({ runtimeId }) => runtimeId === id);
  return inside(aroundOne, other) || inside(aroundOther, one);
}

/** After the desktop has asked the user, the window gets the keyboard back a moment later; verified afterwards. */
async function letIn(context: EngineContext, { window }: Front, call: CallContext): Promise<void> {
  const { input, windows } = context.backend;
  if (!(await input.keysReady?.())) return;
  const end = Date.now() + keysBackMs;
  while ((await windows.active()) !== (window?.id ?? null) && Date.now() < end) await sleep(lookEveryMs, call.signal);
}

async function becomeReady(context: EngineContext, { window }: Front, call: CallContext): Promise<void> {
  if (window) await requireTaking(context, window, call);
}

async function confirm(context: EngineContext, { window }: Front, call: CallContext): Promise<void> {
  if (window) await confirmTaken(context, window, call);
}

async function hasTaken(context: EngineContext, { window }: Front): Promise<boolean> {
  return !window || (await context.receipts.uptake(window, { timeoutMs: lastKeysMs })) === 'taken';
}

/** Adds to errors of interrupted keys how many were sent, and whether they arrived. */
function withProgress(
  error: unknown,
  { sent, taken }: { readonly sent: number; readonly taken: number },
  reported: string,
  progress: Readonly<Record<string, number>>,
): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, hint, data } = error;
  const partly: Delivery = taken === sent ? 'delivered' : 'unknown';
  const delivery = sent > 0 ? partly : error.delivery;
  return new AppError(code, sent > 0 ? `${message} ${reported}.` : message, {
    hint,
    cause: error,
    data: { ...data, ...progress },
    ...(delivery && { delivery }),
  });
}

/**
 * A chord in its canonical spelling, as by {@link spellChord}.
 * @throws AppError `invalid_parameter` with the likely names
 */
export function parseChord(text: string): KeyChord {
  const spelt = spellChord(text);
  return spelt.chord ?? refuse(text, spelt.part, spelt.known);
}

function refuse(chord: string, part: string, known: readonly string[]): never {
  const near = nearNames(part, known);
  throw new AppError(
    'invalid_parameter',
    `${quoted(chord)} is no key or chord${part === chord ? '' : `: ${quoted(part)}`}.`,
    {
      hint:
        near.length > 0
          ? `Did you mean ${near.join(', ')}?`
          : 'Write keys like Enter, F5, a, ctrl+s or ctrl+shift+Tab.',
      delivery: 'not_delivered',
      data: { near },
    },
  );
}

/** Maximum edit distance between a wrong name and a suggestion. */
const mostEdits = 3;

const mostNames = 5;

/** The known names likely meant by `wrong`, best first: it is part of them, or spelt nearly the same. */
function nearNames(wrong: string, known: readonly string[]): readonly string[] {
  const asked = wrong.toLowerCase();
  const ranked = known.flatMap((name) => {
    const lower = name.toLowerCase();
    const isPart = asked.length > 1 && lower.includes(asked);
    const edits = isPart ? 0 : editsBetween(asked, lower);
    return edits <= Math.min(mostEdits, Math.floor(asked.length / 2)) ? [{ name, edits }] : [];
  });
  return ranked
    .sort((a, b) => a.edits - b.edits || a.name.length - b.name.length)
    .slice(0, mostNames)
    .map(({ name }) => name);
}

/** Number of Escape presses that cancel a composition: the first may only close the candidate list. */
const mostEscapes = 4;

/** The input method that is active during typing. */
interface Beside {
  readonly method: InputMethod;
  /** See `Typing`. */
  readonly past: boolean;
}

/**
 * Runs typing alongside the active input method, if any.
 * @param types characters, which the input method passes through meanwhile
 */
async function besideInputMethod<T>(
  { backend: { input }, log }: EngineContext,
  { window }: Front,
  types: boolean,
  work: (beside: Beside | null) => Promise<T>,
): Promise<T> {
  const on = input.inputMethod?.({ layouts: reversesAnsweredKeys(window) });
  const method = await (on ?? Promise.resolve(null)).catch((error: unknown) => {
    log('info', 'no input method answers', error);
    return null;
  });
  if (!method) return work(null);
  const pass = types ? await method.letPass() : null;
  try {
    return await work({ method, past: pass?.past ?? false });
  } finally {
    await pass
      ?.resume()
      .catch((error: unknown) => log('warn', 'the input method could not be switched on again', error));
    method.dispose();
  }
}

/**
 * Waits until an input method has handled what was sent, and cancels a composition that this started.
 * @param sent `what` for the error message; whether each key types a character
 * @returns whether the input method handled keys at all, so that all of them reached the app
 * @throws AppError `not_verified` if it consumed keys
 */
async function refuseTaken(
  context: EngineContext,
  method: InputMethod,
  { window }: Front,
  { what, isText }: { readonly what: string; readonly isText: boolean },
): Promise<boolean> {
  const { asked, taken, forwarded, composing } = await method.settled();
  const areDropped = forwarded > 0 && !isText && dropsForwardedKeys(window);
  if (taken === 0 && !areDropped) return asked > 0;
  if (composing) await giveUp(context, method);
  throw new AppError(
    'not_verified',
    `The input method ${quoted(method.name)} took ${what}: the app did not get it all.`,
    {
      hint: 'Turn the input method off, or use set_value if the field supports it.',
      delivery: 'unknown',
    },
  );
}

async function giveUp({ backend: { input } }: EngineContext, method: InputMethod): Promise<void> {
  for (let escapes = 0; escapes < mostEscapes && (await method.settled()).composing; escapes++)
    await input.press('Escape');
}
