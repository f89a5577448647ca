import { performance } from 'node:perf_hooks';
import type { ControlType } from '#contract/model/elements/element';
import { isCell, isParagraph } from '#contract/model/elements/element-facts';
import type { InputEvent } from '#contract/model/engine';
import type { Disposable } from '../../../base/async/disposable.ts';
import type { RawInput } from '../../backend.ts';
import { isPart } from '../../tree/part.ts';
import { isSeen } from '../../tree/seen.ts';
import { pathTo } from '../../tree/walk.ts';
import type { FeedParts } from '../feed-parts.ts';
import { calledIn, nowhere, type Found } from '../found.ts';
import { keyEvent, mayHide } from '../input/input-events.ts';
import { lookupMs } from '../lookup-timeouts.ts';
import type { LiveView } from '../tree/earlier-views.ts';
import { CommittedText, Composition, lossAt, noText } from './composition.ts';
import { type Addition, showMs, type FieldWatch } from './field-watch.ts';
import { additionOf, fieldOf, isEditing, isShortcut, keepsCaret, notifyField, kindOf } from './fields.ts';
import {
  hadTime,
  handledBy,
  isUnread,
  ledTo,
  onlyFocused,
  targetOfFocus,
  type FocusBefore,
  type FocusQuery,
} from './focus-target.ts';

/** How long an app may take to settle if the focus was unknown, in milliseconds. */
const restMs = 3_000;

/** More than occur while an app is queried for the focus. */
const rememberedMoves = 64;

type RawKey = Extract<RawInput, { type: 'key' }>;

/** Keys: their target, and the resulting value of the edited field. */
export class Typing implements Disposable {
  readonly #parts: FeedParts;
  /** The focused element, until something may have moved focus. */
  #focus: Promise<Found> | null = null;
  /** Whether focus stays there, after a key that moves a caret or the focus; null without such a key, or after another. */
  #stays: Promise<boolean> | null = null;
  #isFocusKnown = false;
  #field: Promise<FieldWatch | null> = Promise.resolve(null);
  /** Text was typed into an unknown element. */
  #isBlind = false;
  /** A button was pressed since the last key. */
  #wasPressed = false;
  /** The last pressed element, as long as only text was typed since. */
  #pressed: Promise<Found> | null = null;
  /** What had the focus before it may have moved, which a lagging app still reports. */
  #left: Promise<FocusBefore | null> = Promise.resolve(null);
  /** How often focus may have moved. */
  #moves = 0;
  /** When it last moved, in milliseconds by the input clock. */
  #movedAt: readonly number[] = [];
  /** Elements found only after focus may have moved on. */
  readonly #late = new WeakSet<Found>();
  /** When the app answered, if that took longer than allowed without a waiting caller. */
  readonly #slow = new WeakMap<Found, number>();
  /** The replacement to report, if any. */
  readonly #instead = new WeakMap<Found, Promise<Found>>();
  #settle: NodeJS.Timeout | undefined;
  readonly #composition = new Composition();
  readonly #committed: CommittedText;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    this.#committed = new CommittedText(parts.context);
  }

  /** @param view the desktop before it */
  key(input: RawKey, view: LiveView): void {
    const { effects, newWindows, queue } = this.#parts;
    const kind = kindOf(input);
    const isText = kind === 'types' || kind === 'deletes';
    const before = isText ? null : this.beforeNext(null, additionOf(input));
    const asked = input.isLate ? Promise.resolve(nowhere) : this.#focusAt(view, { time: input.time, forText: isText });
    if (!isText) this.#pressed = null;
    const focus = asked.then((found) => (isText ? this.#ifInTime(found, view, input.time) : this.#asNow(found, view)));
    const isBack = this.#wasPressed && view.fresh;
    this.#wasPressed = false;
    const early = !this.#isFocusKnown;
    this.#field = this.#follow(this.#field, focus, input, { early, isBack });
    const byShortcut = isShortcut(input);
    const by = { byKey: !byShortcut, byTyping: kind === 'types', byShortcut };
    const changed = effects.next(view, { at: input.time, found: focus, ...by, isText });
    queue.push(async () => [
      ...((await before) ?? []),
      ...(await changed),
      ...(await newWindows.before(input.time, await focus)),
      ...keyEvent(input, await focus, view, early),
    ]);
    this.#settleLater();
    const isEdit = isEditing(input);
    if (kind === 'leaves' && !isEdit) this.#focusMayMove(input.time, view);
    else if (isEdit || kind === 'moves' || kind === 'breaksLine' || input.text === ' ')
      this.#moveWithin(asked, input, view);
  }

  /** An input method or a screen reader consumed a key; text that the input method makes of it goes to the focused element. */
  taken({ time }: RawKey, view: LiveView): void {
    const { effects, queue } = this.#parts;
    // Browsers show uncommitted text as the value, which is no effect of the input before it.
    const changed = effects.finish(view);
    queue.push(() => changed);
    const focus = this.#focusAt(view, { time, forText: true });
    this.#field = Promise.all([this.#field, focus]).then(([old, found]) => fieldOf(this.#parts.context, old, found));
  }

  /** Whether an input method holds uncommitted text. */
  get isComposing(): boolean {
    return this.#composition.isOpen;
  }

  /** Uncommitted text of an input method. */
  composes(text: string): void {
    this.#composition.changed(text);
    void this.#field.then((field) => field?.composes(text));
  }

  /** Whether a press caused an input method to commit this text: focus may be elsewhere by now. */
  isOfPress(committed: RawKey): boolean {
    return this.#composition.isOfPress(committed);
  }

  /**
   * The value of the field at the time of the call, for events that follow; with uncommitted text, the value after it is
   * committed.
   * @param then the desktop before that input, if it may be reported late
   * @param adds what that input may add to it
   */
  async beforeNext(then: LiveView | null = null, adds: Addition | null = null): Promise<readonly InputEvent[]> {
    clearTimeout(this.#settle);
    const wasComposing = this.#composition.isOpen;
    const [focus, view] = [this.#focus, this.#parts.liveTree.view()];
    const [field, rest] = await Promise.all([this.#field, this.#composition.rest()]);
    const typed = this.#committed.take();
    const found = (rest.length > 0 && (await focus)) || nowhere;
    const { committed, isUnclear } = rest.length > 0 ? await typed.taken(rest, found, view) : noText;
    for (const { text } of committed) field?.typed({ text: text ?? '' }, false);
    if (wasComposing && rest.length === 0) field?.ended();
    const value = await field?.beforeNext(then && field.seenIn(then), adds);
    const keys = committed.flatMap((each) => keyEvent(each, found, view, false));
    // Replay prompts for masked text.
    const isTold = keys.some((event) => event.type === 'key' && event.text !== null);
    return [
      ...(await typed.losses()),
      ...keys,
      ...(isUnclear && isTold ? [lossAt(performance.now(), committed.length)] : []),
      ...(value ? [value] : []),
    ];
  }

  /**
   * What is left to report at the end: uncommitted text counts if the app reports it as part of the field. Elsewhere, whether the app
   * shows it is unknown.
   */
  async end(): Promise<readonly InputEvent[]> {
    const field = await this.#field;
    const losses = await this.#committed.take().losses();
    if (!this.#composition.isOpen) return losses;
    const last = await field?.last();
    return [...losses, ...(last ?? [lossAt(performance.now())])];
  }

  /** Reports the field's value once it shows all typed text. */
  settle(): void {
    clearTimeout(this.#settle);
    const field = this.#field;
    this.#parts.queue.push(async () => {
      const value = await ((await field) ?? (await this.#fieldSinceThen()))?.settled();
      return value ? [value] : [];
    });
  }

  /** Whether there are keys of which nothing was reported. */
  async hasNews(): Promise<boolean> {
    return (await this.#field)?.hasNews ?? false;
  }

  /**
   * A button was pressed: it may move focus, and change field values.
   * @param time in milliseconds by the input clock
   * @param view the desktop before it
   */
  pressed(time: number, found: Promise<Found>, view: LiveView): void {
    this.#wasPressed = true;
    this.#focusMayMove(time, view);
    const moves = this.#moves;
    // What is there only in a later reading may have replaced a password field, once keys led on from that.
    this.#pressed = found.then((one) => (one.target?.unsure && moves !== this.#moves ? nowhere : one));
  }

  /** A field was pressed to which text may go unreported: its value is compared before the next input. */
  unheard(pressed: Promise<Found>): void {
    this.#field = Promise.all([this.#field, pressed]).then(([old, found]) => {
      const field = fieldOf(this.#parts.context, old, found);
      field?.unheard();
      return field ?? old;
    });
  }

  /** A middle button may paste into the field that it was pressed on. */
  pasted(pressed: Promise<Found>): void {
    const before = this.#field;
    this.#field = Promise.all([before, pressed]).then(([old, found]) => {
      const field = fieldOf(this.#parts.context, old, found);
      field?.unsure();
      return field;
    });
    this.#settleLater();
  }

  /** Another program acts: later typing is not the user's. */
  forget(): void {
    this.#field = Promise.resolve(null);
    this.#pressed = null;
    this.#focusMayMove(performance.now(), this.#parts.liveTree.view());
  }

  dispose(): void {
    clearTimeout(this.#settle);
  }

  /** @param time of the event that moves it, in milliseconds by the input clock @param view the desktop before it */
  #focusMayMove(time: number, view: LiveView): void {
    this.#isBlind = false;
    const [before, moves] = [this.#left, this.#moves];
    this.#moved(time);
    const known = this.#focus?.then(({ node }) => node?.runtimeId ?? null) ?? Promise.resolve(view.focused);
    this.#left = known.then((runtimeId) => (runtimeId === null ? before : { runtimeId, moves }));
    this.#focus = null;
    this.#stays = null;
    this.#parts.liveTree.focusMoved(null);
  }

  /** A caret moves within its field; elsewhere focus moves. */
  #moveWithin(focus: Promise<Found>, input: RawKey, view: LiveView): void {
    const { time } = input;
    const moves = this.#moves;
    const stays = focus.then((found) => keepsCaret(found, input));
    this.#stays = stays;
    void stays.then((isThere) => {
      const isLast = this.#stays === stays;
      if (isLast) this.#stays = null;
      if (isThere || moves !== this.#moves) return;
      if (isLast) this.#focusMayMove(time, view);
      else this.#moved(time);
    });
  }

  /**
   * The focused element when a key came. Text goes where the keys before it led, however late the app reports the focus; quick
   * keys that move focus continue from there.
   * @param key `forText` for typed text
   */
  #focusAt(view: LiveView, key: FocusQuery): Promise<Found> {
    const [before, stays] = [this.#focus, key.forText ? this.#stays : null];
    if (before && !stays) return before;
    this.#stays = null;
    const find = () => this.#findFocus(before ? { ...view, focused: null } : view, key);
    const asked = before && stays ? stays.then((isThere) => (isThere ? before : find())) : find();
    this.#focus = asked;
    this.#isFocusKnown = false;
    void asked.then(({ target, own }) => {
      if (this.#focus !== asked) return;
      this.#isFocusKnown = true;
      // The next key queries again.
      if (!target && !own) this.#focus = null;
    });
    return asked;
  }

  /** The focused field, after it was notified of the key. */
  async #follow(
    previous: Promise<FieldWatch | null>,
    focus: Promise<Found>,
    input: RawKey,
    { early, isBack }: { readonly early: boolean; readonly isBack: boolean },
  ): Promise<FieldWatch | null> {
    const moves = this.#moves;
    const [old, found] = await Promise.all([previous, focus]);
    const field = fieldOf(this.#parts.context, old, found);
    if (isBack && field === old && found.target) field?.returned(found.target);
    if (kindOf(input) === 'types') this.#committed.add(input, found);
    else if (kindOf(input) === 'deletes' || isEditing(input)) this.#committed.take();
    if (field) notifyField(field, found, input, early);
    else if (!found.node && !found.own && kindOf(input) === 'types') this.#isBlind = moves === this.#moves;
    return field;
  }

  /** The field that was typed in before it could be identified, if it can be now. */
  async #fieldSinceThen(): Promise<FieldWatch | null> {
    if (!this.#isBlind) return null;
    const { context, liveTree } = this.#parts;
    const moves = this.#moves;
    const view = await liveTree.rested(restMs);
    const { uptake } = await handledBy(context, view.active);
    if (uptake === 'busy' || uptake === 'stopped') return null;
    const found = await targetOfFocus(context, { ...view, focused: null }, { time: performance.now() });
    const field = moves === this.#moves ? fieldOf(context, null, found) : null;
    if (!field || field.hides === 'yes') return null;
    this.#isBlind = false;
    field.typed('unknown', true);
    return field;
  }

  #moved(time: number): void {
    this.#moves += 1;
    this.#movedAt = [...this.#movedAt, time].slice(-rememberedMoves);
  }

  /**
   * An unread window may have a password field: if focus moved on from it, another field is named. So may the window of an app
   * that is slow to answer, since the app may itself have moved focus on from a password field.
   */
  #ifInTime(found: Found, view: LiveView, keyAt: number): Found | Promise<Found> {
    const { window, own } = found;
    if (!window) return found;
    const [isUnknown, isSlow] = [isUnread(view, window), keyAt < (this.#slow.get(found) ?? -Infinity)];
    const isDoubtful = this.#late.has(found) ? isUnknown || isSlow : !isUnknown && isSlow && mayHide(view);
    if (!isDoubtful) return found;
    const before = this.#instead.get(found);
    if (before) return before;
    const after = this.#movedAt.filter((at) => at <= keyAt).at(-1) ?? -Infinity;
    const later = this.#movedAt.filter((at) => at > keyAt);
    const [until = Infinity] = later;
    const unknown = { ...nowhere, window, own };
    const only = own
      ? Promise.resolve(null)
      : onlyFocused(this.#parts.context, view, window, { after, until, movesAfter: later.length });
    const instead = only.then((one) => one ?? unknown);
    this.#instead.set(found, instead);
    return instead;
  }

  /**
   * Typing may have changed its surroundings, e.g. closed a hint. Elements that were not there before the key are the app's
   * reaction, such as the editor that F2 opens.
   */
  #asNow(found: Found, { fresh, active, root }: LiveView): Found {
    if (!root || !found.target || !found.node || active?.id !== found.window?.id) return found;
    const then = pathTo(root, found.node.runtimeId)?.at(-1);
    const isNew = fresh && then === undefined;
    // A page that the key turned to was there before, hidden. What is scrolled away may have focus.
    const wasHidden = then !== undefined && !isSeen(then) && !then.states.includes('focused');
    if (!isPart(root) && !isManaged(found) && (isNew || wasHidden)) return { ...nowhere, window: found.window };
    if (!fresh) return found;
    const now = calledIn(root, found);
    if (now.target && now !== found) this.#parts.pictures.share(found.target, now.target);
    return now;
  }

  async #findFocus(view: LiveView, key: FocusQuery): Promise<Found> {
    const { context, lookups, pictures } = this.#parts;
    const moves = this.#moves;
    const [pressing, leaving, movedAt] = [this.#pressed, this.#left, this.#movedAt.at(-1) ?? -Infinity];
    const began = performance.now();
    let then: { readonly at: number; readonly moves: number } | null = null;
    const answered = () => (then ??= { at: performance.now(), moves: this.#moves });
    const ask = (given: LiveView) => lookups.focus(given, { ...key, answered });
    // Before any move, the focus is where it is.
    const handled = moves > 0 ? handledBy(context, view.active) : handledBy(context, null);
    const [asked, pressed = nowhere, left] = await Promise.all([ask(view), pressing ?? undefined, leaving]);
    const found = await ledTo(context, view, asked, {
      pressed,
      left,
      moves,
      movesNow: () => this.#moves,
      isSettled: hadTime(movedAt, began),
      handled,
      isMoving: !key.forText,
      again: () => ask({ ...view, focused: null }),
    });
    if (found !== asked) {
      pictures.take(found, view.stack, null);
      return found;
    }
    const answer = answered();
    if (answer.at - began > lookupMs) this.#slow.set(found, answer.at);
    const isLate = moves !== answer.moves;
    // Its app did not report the field, but what Tab went on to.
    if (isLate && key.forText && found.node && textless.has(found.node.controlType))
      return { ...nowhere, window: found.window, own: found.own };
    if (isLate) this.#late.add(found);
    pictures.take(found, view.stack, null);
    return found;
  }

  #settleLater(): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.settle(), showMs);
  }
}

/** Types that take keys, but no text. */
const textless: ReadonlySet<ControlType> = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'Hyperlink', 'RadioButton', 'Slider', 'SplitButton', 'TabItem'] as const),
]);

/** Such items are created on demand, and there are more than are read. */
function isManaged({ node }: Found): boolean {
  return node !== null && (isCell(node) || isParagraph(node));
}
