import { performance } from 'node:perf_hooks';
import { isCell, isParagraph } from '#contract/model/elements/element-facts';
import type { InputEvent } from '#contract/model/engine';
import type { Disposable } from '../../../base/async/disposable.ts';
import { sleep } from '../../../base/async/deadline.ts';
import type { RawInput } from '../../backend.ts';
import { isPart } from '../../tree/part.ts';
import { pathTo } from '../../tree/walk.ts';
import type { FeedParts } from '../feed-parts.ts';
import { calledIn, nowhere, type Found } from '../found.ts';
import { keyEvent, mayHide } from '../input/input-events.ts';
import { lookupMs } from '../lookup-timeouts.ts';
import type { LiveView } from '../tree/earlier-views.ts';
import { showMs, type FieldWatch } from './field-watch.ts';
import { fieldOf, isEditing, isShortcut, keepsCaret, notifyField, kindOf } from './fields.ts';
import { isUnread, onlyFocused, targetOfFocus, type KeyMoment } from './focus-target.ts';

/** How long an app may take to be at rest if nobody knew what had the focus, in milliseconds. */
const restMs = 3_000;

/** More than are made while an app is asked for what had the focus. */
const rememberedMoves = 64;

type RawKey = Extract<RawInput, { type: 'key' }>;

/** Keys: to what they go, and what the field that is being typed in holds by them. */
export class Typing implements Disposable {
  readonly #parts: FeedParts;
  /** What has the focus, as long as nothing may have moved it. */
  #focus: Promise<Found> | null = null;
  /** Whether it stays there, after a key that moves a caret or the focus; null if none came, or another has come since. */
  #stays: Promise<boolean> | null = null;
  #isFocusKnown = false;
  #field: Promise<FieldWatch | null> = Promise.resolve(null);
  /** Text was typed of which nobody knew into what. */
  #isBlind = false;
  /** A button was pressed since the last key. */
  #wasPressed = false;
  /** What was pressed last, as long as nothing but text was typed since. */
  #cell: Promise<Found> | null = null;
  /** How often the focus may have moved. */
  #moves = 0;
  /** When it did last, in milliseconds by the clock of input. */
  #movedAt: readonly number[] = [];
  /** What was found only after the focus may have moved on. */
  readonly #late = new WeakSet<Found>();
  /** When the app answered, if that took longer than allowed without a waiting caller. */
  readonly #slow = new WeakMap<Found, number>();
  /** What it was instead, as far as that can be reported. */
  readonly #instead = new WeakMap<Found, Promise<Found>>();
  #settle: NodeJS.Timeout | undefined;
  readonly #composition = new Composition();

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** @param view the desktop before it */
  key(input: RawKey, view: LiveView): void {
    const { effects, newWindows, queue } = this.#parts;
    const kind = kindOf(input);
    const isText = kind === 'types' || kind === 'deletes';
    const before = isText ? null : this.beforeNext();
    const asked = input.isLate ? Promise.resolve(nowhere) : this.#focusAt(view, { time: input.time, patient: isText });
    const cell = this.#cell;
    if (!isText) this.#cell = null;
    const focus = isText
      ? asked.then(async (found) => inCell(await this.#ifInTime(found, view, input.time), await cell))
      : asked.then((found) => this.#asNow(found, view));
    const isBack = this.#wasPressed && view.fresh;
    this.#wasPressed = false;
    this.#field = this.#follow(this.#field, focus, input, { early: !this.#isFocusKnown, isBack });
    const byShortcut = isShortcut(input);
    const by = { byKey: !byShortcut, byTyping: kind === 'types', byShortcut };
    const changed = effects.next(view, { at: input.time, found: focus, ...by, isText });
    queue.push(async () => [
      ...((await before) ?? []),
      ...(await changed),
      ...(await newWindows.before(input.time, await focus)),
      ...keyEvent(input, await focus, view),
    ]);
    this.#settleLater();
    const isEdit = isEditing(input);
    if (kind === 'leaves' && !isEdit) this.focusMayMove(input.time);
    else if (isEdit || kind === 'moves' || kind === 'breaksLine' || input.text === ' ') this.#moveWithin(asked, input);
  }

  /** An input method or a screen reader took a key: what an input method makes of it goes to what has the focus now. */
  taken({ time }: RawKey, view: LiveView): void {
    const focus = this.#focusAt(view, { time, patient: true });
    this.#field = Promise.all([this.#field, focus]).then(([old, found]) => fieldOf(this.#parts.context, old, found));
  }

  /** What an input method composes, which no app has yet. */
  composes(text: string): void {
    this.#composition.changed(text);
  }

  /** Whether a text that an input method put into the app came of a press: the focus may be elsewhere by now. */
  isOfPress(committed: RawKey): boolean {
    return this.#composition.isOfPress(committed);
  }

  /**
   * The value of the field as it was when this was called, for events that come after it; where a text was being composed, as
   * what ends that leaves it.
   */
  async beforeNext(): Promise<readonly InputEvent[]> {
    clearTimeout(this.#settle);
    const wasComposing = this.#composition.isOpen;
    const [focus, view] = [this.#focus, this.#parts.liveTree.view()];
    const [field, committed] = await Promise.all([this.#field, this.#composition.rest()]);
    const found = (committed.length > 0 && (await focus)) || nowhere;
    for (const { text } of committed) field?.typed({ text: text ?? '' }, false);
    if (wasComposing && committed.length === 0) field?.unsure();
    const value = await field?.beforeNext();
    return [...committed.flatMap((each) => keyEvent(each, found, view)), ...(value ? [value] : [])];
  }

  /** Reports the field's value once it shows all that was typed. */
  settle(): void {
    clearTimeout(this.#settle);
    const field = this.#field;
    this.#parts.queue.push(async () => {
      const value = await ((await field) ?? (await this.#fieldSinceThen()))?.settled();
      return value ? [value] : [];
    });
  }

  /** Whether keys came of which nothing was reported. */
  async hasNews(): Promise<boolean> {
    return (await this.#field)?.hasNews ?? false;
  }

  /** A button was pressed: it may move the focus, and change what fields hold. @param time as of {@link Typing.focusMayMove} */
  pressed(time: number, found: Promise<Found>): void {
    this.#wasPressed = true;
    this.#cell = found;
    this.focusMayMove(time);
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

  /** @param time of what moves it, in milliseconds by the clock of input */
  focusMayMove(time = performance.now()): void {
    this.#isBlind = false;
    this.#moved(time);
    this.#focus = null;
    this.#stays = null;
    this.#parts.liveTree.focusMoved(null);
  }

  /** Somebody else acts: what is typed from now on is not a person's. */
  forget(): void {
    this.#field = Promise.resolve(null);
    this.#cell = null;
    this.focusMayMove();
  }

  dispose(): void {
    clearTimeout(this.#settle);
  }

  /** A caret moves within its field; elsewhere it is the focus that moves. */
  #moveWithin(focus: Promise<Found>, input: RawKey): void {
    const { time } = input;
    const moves = this.#moves;
    const stays = focus.then((found) => keepsCaret(found, input));
    this.#stays = stays;
    void stays.then((isThere) => {
      const isLast = this.#stays === stays;
      if (isLast) this.#stays = null;
      if (isThere || moves !== this.#moves) return;
      if (isLast) this.focusMayMove(time);
      else this.#moved(time);
    });
  }

  /**
   * What had the focus when a key came. Text goes to where the keys before it led, no matter how late the app reports what had
   * the focus then; quick keys that move it go on from there.
   * @param key `patient` for text
   */
  #focusAt(view: LiveView, key: KeyMoment): Promise<Found> {
    const [before, stays] = [this.#focus, key.patient ? this.#stays : null];
    if (before && !stays) return before;
    this.#stays = null;
    const find = () => this.#findFocus(before ? { ...view, focused: null } : view, key);
    const asked = before && stays ? stays.then((isThere) => (isThere ? before : find())) : find();
    this.#focus = asked;
    this.#isFocusKnown = false;
    void asked.then(({ target, own }) => {
      if (this.#focus !== asked) return;
      this.#isFocusKnown = true;
      // The next key asks again.
      if (!target && !own) this.#focus = null;
    });
    return asked;
  }

  /** The field that has the focus, after it was notified of the key. */
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
    if (field) notifyField(field, found, input, early);
    else if (!found.node && !found.own && kindOf(input) === 'types') this.#isBlind = moves === this.#moves;
    return field;
  }

  /** The field that was typed in before it could be identified, if it can be now. */
  async #fieldSinceThen(): Promise<FieldWatch | null> {
    if (!this.#isBlind) return null;
    const { context, liveTree } = this.#parts;
    const moves = this.#moves;
    const found = await targetOfFocus(context, await liveTree.rested(restMs), { time: performance.now() });
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
   * A window that was not read can have a password field: where the focus moved on from it, another field is named. So it is
   * where an app is long over its answer, even if it may itself have moved the focus on from a password field.
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
   * What was typed since it was found may have changed what stands around it, as a hint that goes. What was not there before
   * the key is the app's answer to it, as the editor that F2 opens.
   */
  #asNow(found: Found, { fresh, active, root }: LiveView): Found {
    if (!fresh || !root || !found.target || !found.node || active?.id !== found.window?.id) return found;
    const isNew = !isPart(root) && !isManaged(found) && pathTo(root, found.node.runtimeId) === null;
    if (isNew) return { ...nowhere, window: found.window };
    const now = calledIn(root, found);
    if (now.target && now !== found) this.#parts.pictures.share(found.target, now.target);
    return now;
  }

  async #findFocus(view: LiveView, key: KeyMoment): Promise<Found> {
    const { lookups, pictures } = this.#parts;
    const moves = this.#moves;
    const began = performance.now();
    let then: { readonly at: number; readonly moves: number } | null = null;
    const answered = () => (then ??= { at: performance.now(), moves: this.#moves });
    const found = await lookups.focus(view, { ...key, answered });
    const answer = answered();
    if (answer.at - began > lookupMs) this.#slow.set(found, answer.at);
    if (moves !== answer.moves) this.#late.add(found);
    pictures.take(found, view.stack, null);
    return found;
  }

  #settleLater(): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.settle(), showMs);
  }
}

/** Such items are more than are read, or made when they are looked at. */
function isManaged({ node }: Found): boolean {
  return node !== null && (isCell(node) || isParagraph(node));
}

/** A sheet that is too busy to report what has the focus gives a text to the cell that was pressed before it. */
function inCell(found: Found, pressed: Found | null): Found {
  if (found.node || found.own || !pressed?.node || found.window?.id !== pressed.window?.id) return found;
  return isCell(pressed.node) && pressed.node.states.includes('editable') ? pressed : found;
}

/** How long what is composed may take to come to its app after something has ended it, in milliseconds. */
const commitMs = 250;

/** Between the first text that comes then and the last, in milliseconds. */
const lastMs = 40;

const lookEveryMs = 10;

/** What an input method composes in a field, and which of it the app got by a press that ended it. */
class Composition {
  #text = '';
  #committed: RawKey[] | null = null;

  get isOpen(): boolean {
    return this.#text !== '';
  }

  /** @param text empty at the end */
  changed(text: string): void {
    this.#text = text;
  }

  /** Whether a text that came into the app is what is being waited for. */
  isOfPress(input: RawKey): boolean {
    this.#committed?.push(input);
    return this.#committed !== null;
  }

  /** Something else is done that may end it: what comes into the app by that, in a moment. */
  async rest(): Promise<readonly RawKey[]> {
    if (!this.isOpen) return [];
    const committed: RawKey[] = (this.#committed ??= []);
    const isOver = () => this.#text === '' || committed.length > 0;
    for (let ms = 0; ms < commitMs && !isOver(); ms += lookEveryMs) await sleep(lookEveryMs);
    await sleep(lastMs);
    if (this.#committed === committed) this.#committed = null;
    return committed.splice(0);
  }
}
