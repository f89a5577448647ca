import { performance } from 'node:perf_hooks';
import { sleep } from '../../base/deadline.ts';
import { DisposableStore, disposable, type Disposable } from '../../base/disposable.ts';
import { splitChord } from '#contract/model/chord';
import type { WindowDeed } from '#contract/model/action';
import type { ControlType } from '#contract/model/element';
import type { Point } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/window';
import type { InputEvent, RecordedTarget } from '#contract/model/engine';
import type { ExpectedElement } from '#contract/model/expectation';
import type { RawInput } from '../backend.ts';
import type { EngineContext } from '../operation.ts';
import { isPart } from '../tree/part.ts';
import { descend } from '../tree/walk.ts';
import { isOwn } from '../windows/lookup.ts';
import { askDetails } from './ask-details.ts';
import { DragWay } from './drag-way.ts';
import { EffectWatch } from './effects.ts';
import { createEventQueue, type EventQueue } from './event-queue.ts';
import { FieldWatch, showMs } from './field-watch.ts';
import { Hovers, type Hovering } from './hovers.ts';
import { kindOf, type KeyKind } from './key-kind.ts';
import { opening } from './observe.ts';
import { OpenedWindows } from './opened-windows.ts';
import { pressedOn, type Pressed } from './pressed-on.ts';
import { followRestingPointer, type RestingPointer } from './resting-pointer.ts';
import { Lookups } from './lookups.ts';
import { TargetPictures } from './target-pictures.ts';
import { soleEffects, withSoleSelectors } from './sole.ts';
import { StartedPrograms } from './started-programs.ts';
import { SilentWindows } from './silent-windows.ts';
import { scrolledOf, Scrolling } from './scrolling.ts';
import { aroundFound, isKnownAt, nowhere, shownAt, targetAt, targetOfFocus, type Found } from './targets.ts';
import { startWarmTree, type WarmTree, type WarmView } from './warm-tree.ts';
import { createWheelMerger, type WheelMerger } from './wheel.ts';
import { GoingOn, windowDeed, type WholePress } from './window-deeds.ts';

/** How long people may go on while what they did is being told, in milliseconds. */
const settleMs = 3_000;
/** How long one waits then for what a press does to its window, in milliseconds. */
const lastDeedMs = 700;
/** How often one looks whether more input is on its way here, and how long that may go on, in milliseconds. */
const hearLookMs = 20;
const hearMs = 1_000;

type RawButton = Extract<RawInput, { type: 'button' }>;
type RawWheel = Extract<RawInput, { type: 'wheel' }>;
type RawKey = Extract<RawInput, { type: 'key' }>;

/**
 * What a person does, as events with the elements they mean. Lookups begin when the input comes, events leave in its
 * order. Input to Deskscope's own windows is left out, and what Deskscope sends itself.
 */
export function startInputFeed(context: EngineContext, emit: (event: InputEvent) => void): Disposable {
  const owned = new DisposableStore();
  const effects = owned.add(
    new EffectWatch({
      isOwn: (window) => isOwn(context, window),
      read: (window, runtimeId) => askDetails(context, window, runtimeId).catch(() => null),
      confirm: (window, roots, expected) => soleEffects(context, window, roots, expected),
    }),
  );
  const hovers = new Hovers();
  const pictures = new TargetPictures(context);
  const silent = new SilentWindows(context);
  const look = async (at: Point) => {
    const found = await targetAt(context, warm.view(), at);
    warm.learn(found.window, found.path);
    pictures.take(found, warm.view().stack, at);
    return found;
  };
  const lookAtRest = (at: Point) => {
    const found = look(at);
    hovers.rested(at, found);
    void silent.look(warm.view(), at);
    warm.rest();
    return found;
  };
  const resting = owned.add(
    followRestingPointer({
      look: lookAtRest,
      isKnown: (at) => isKnownAt(context, warm.view(), at),
      shown: (at) => shownAt(warm.view(), at),
      isSettled: () => warm.view().fresh,
    }),
  );
  const warm: WarmTree = owned.add(
    startWarmTree(context, {
      pointer: () => resting.place(),
      looked(view) {
        effects.looked(view);
        hovers.looked(view);
        void silent.look(view, resting.place());
        if (view.fresh) resting.settled();
      },
      disturbed: () => resting.disturb(),
    }),
  );
  const programs = new StartedPrograms(context);
  const leave = async (event: InputEvent) => {
    if (event.type === 'started' && !programs.isFirst(event)) return;
    const described = withOwner(await pictures.addTo(event), warm.view().stack);
    emit(await withSoleSelectors(context, described));
  };
  const queue = owned.add(createEventQueue(leave, context.log));
  const wheel = owned.add(createWheelMerger(queue));
  const reader = owned.add(
    new InputReader(context, { warm, resting, queue, wheel, effects, hovers, pictures, silent, programs }),
  );
  const settle = () => reader.settle();
  context.inputFeeds.add(settle);
  owned.add(disposable(() => context.inputFeeds.delete(settle)));
  owned.add(opening(context, () => context.backend.observer.listen((input) => reader.on(input)), 'the input feed'));
  return owned;
}

/** What it belongs to is told where it is open. */
function withOwner(event: InputEvent, stack: readonly WindowInfo[]): InputEvent {
  const id = 'window' in event ? event.window?.owner : null;
  const owner = id && stack.find((window) => window.id === id);
  return owner ? { ...event, ownerTitle: owner.title } : event;
}

/** A button that is down. */
interface Press extends Pick<WholePress, 'from' | 'hasModifiers' | 'before'> {
  readonly found: Promise<Found>;
  readonly way: DragWay;
}

interface Parts {
  readonly warm: WarmTree;
  readonly resting: RestingPointer;
  readonly queue: EventQueue;
  readonly wheel: WheelMerger;
  readonly effects: EffectWatch;
  readonly hovers: Hovers;
  readonly pictures: TargetPictures;
  readonly silent: SilentWindows;
  readonly programs: StartedPrograms;
}

class InputReader implements Disposable {
  readonly #context: EngineContext;
  readonly #warm: WarmTree;
  readonly #resting: RestingPointer;
  readonly #queue: EventQueue;
  readonly #wheel: WheelMerger;
  readonly #effects: EffectWatch;
  readonly #hovers: Hovers;
  readonly #pictures: TargetPictures;
  readonly #silent: SilentWindows;
  readonly #lookups: Lookups;
  /** Whether the last press went to one of our own windows; its release follows it. */
  #pressedOwn: Promise<boolean> = Promise.resolve(false);
  #pressed: Press | null = null;
  #goesOn = new GoingOn();
  /** Whether the last press may have opened something over its window. */
  #opened: Promise<boolean> = Promise.resolve(false);
  /** What has the focus, as long as nothing may have moved it. */
  #focus: Promise<Found> | null = null;
  #isFocusKnown = false;
  #field: Promise<FieldWatch | null> = Promise.resolve(null);
  /** Text was typed of which no one knew into what. */
  #isBlind = false;
  /** How often the focus may have moved. */
  #moves = 0;
  /** How much input came, of whatever kind. */
  #heard = 0;
  #settle: NodeJS.Timeout | undefined;
  readonly #windows = new OpenedWindows();
  readonly #scrolling = new Scrolling();
  readonly #programs: StartedPrograms;

  constructor(context: EngineContext, parts: Parts) {
    const { warm, resting, queue, wheel, effects, hovers, pictures, silent, programs } = parts;
    this.#context = context;
    this.#programs = programs;
    this.#warm = warm;
    this.#resting = resting;
    this.#queue = queue;
    this.#wheel = wheel;
    this.#effects = effects;
    this.#hovers = hovers;
    this.#pictures = pictures;
    this.#silent = silent;
    this.#lookups = new Lookups(context);
  }

  on(input: RawInput): void {
    this.#heard += 1;
    if (input.type === 'move') {
      this.#resting.moved(input);
      this.#pressed?.way.moved(input);
      return;
    }
    const { time } = input;
    if (input.type === 'lost') this.#queue.lost(time, input);
    else if (input.byUs) this.#notTheirs();
    else if (this.#queue.isFull) this.#queue.lost(time, { cause: 'tooFast', events: 1 });
    else this.#theirs(input);
    this.#silent.disturbed();
    if (mayEnterText(input)) this.#silent.typed(this.#warm.view(), time);
    if (input.type === 'wheel') this.#warm.glide();
    else this.#warm.disturb();
  }

  /** Tells what was done so far, once the field that was typed in shows all of it. */
  async settle(): Promise<void> {
    await this.#hearAll();
    this.#wheel.flush();
    const end = performance.now() + settleMs;
    const patience = setTimeout(() => this.#goOn(null, this.#warm.view()), lastDeedMs);
    do {
      clearTimeout(this.#settle);
      this.#settleField();
      await this.#queue.drained();
    } while ((await this.#field)?.hasNews && performance.now() < end);
    clearTimeout(patience);
    const view = await this.#warm.rested(Math.max(0, end - performance.now()));
    this.#queue.push(() => this.#effects.until(view));
    await this.#queue.drained();
  }

  dispose(): void {
    clearTimeout(this.#settle);
    this.#goesOn.now(null);
  }

  /** What was done before may still wait to be read where this process was busy: until two looks in a row see no more. */
  async #hearAll(): Promise<void> {
    const end = performance.now() + hearMs;
    for (let quiet = 0; quiet < 2 && performance.now() < end;) {
      const heard = this.#heard;
      await sleep(hearLookMs);
      quiet = heard === this.#heard ? quiet + 1 : 0;
    }
  }

  #theirs(input: RawButton | RawWheel | RawKey): void {
    const view = this.#warm.view();
    if (input.type !== 'button' || input.down) {
      this.#tellOpened(input.time, view);
      this.#goOn(input.type === 'button' ? input : null, view);
    }
    if (input.type === 'wheel') this.#turn(input, view);
    else this.#wheel.flush();
    if (input.type === 'button') this.#button(input, view);
    // After a press: what shows from now on may be its doing.
    if (input.type !== 'button' || !input.down) this.#hovers.forget();
    if (input.type === 'key') this.#key(input, view);
  }

  /** An agent or a replay is at work: what a person did before is told, and nothing is known of the focus any more. */
  #notTheirs(): void {
    this.#goOn(null, this.#warm.view());
    this.#wheel.flush();
    const before = this.#fieldBeforeNext();
    this.#queue.push(() => before);
    this.#field = Promise.resolve(null);
    this.#effects.forget();
    this.#scrolling.forget();
    this.#windows.forget();
    this.#hovers.forget();
    this.#focusMayMove();
  }

  #button(input: RawButton, view: WarmView): void {
    const { time: at, x, y, button } = input;
    if (!input.down) {
      this.#release(input, view);
      return;
    }
    const before = this.#fieldBeforeNext();
    const pressed = this.#pressedOn(input, view);
    const found = pressed.isFromBefore ? pressed.found : doubted(view, this.#opened, pressed.found);
    this.#opened = found.then((pressed) => button === 'right' || mayOpen(pressed));
    this.#pressedOwn = found.then(({ own }) => own);
    const hasModifiers = input.modifiers.length > 0;
    this.#pressed = { found, from: { x, y }, hasModifiers, before: view.stack, way: new DragWay({ x, y }) };
    const picture = this.#silent.pressedAt(view, { x, y });
    const hovering = this.#hovers.pressed({ x, y }, found);
    const effects = this.#effects.next(view, { at, found }, hovering);
    const scrolledTo = this.#scrolling.ended(found, input);
    this.#focusMayMove();
    this.#queue.push(async () => [
      ...(await before),
      ...(await effects),
      ...this.#openedLate(at, await found),
      ...(await this.#programs.before(at, await found)),
      ...hoverEvents(at, await hovering),
      ...pointerDown(input, await withPicture(found, picture), await scrolledTo),
    ]);
  }

  #release(input: RawButton, view: WarmView): void {
    const { time: at, x, y, button } = input;
    const own = this.#pressedOwn;
    const isDrag = this.#pressed !== null && isMoved(this.#pressed.from, input);
    const via = isDrag ? this.#pressed?.way.to({ x, y }) : undefined;
    const end = isDrag ? this.#pressedOn(input, view).found : null;
    const deed = this.#pressed ? this.#deedOf(this.#pressed, input, isDrag) : undefined;
    this.#pressed = null;
    this.#queue.push(async () => {
      if (await own) return [];
      const did = await deed;
      const up = { type: 'pointerUp' as const, at, x, y, button, ...(did !== undefined && { deed: did }) };
      if (!end) return [up];
      const { target, window, own: isOurs } = await end;
      const ending = isOurs ? { target: null, window: null } : { target, window };
      return [{ ...up, ...ending, ...(via?.length && { via }) }];
    });
  }

  async #deedOf(
    { found, ...press }: Press,
    { x, y, button }: RawButton,
    isDrag: boolean,
  ): Promise<WindowDeed | null | undefined> {
    const isLeft = button === 'left';
    const goesOn = this.#goesOn;
    try {
      return await windowDeed(this.#context, { ...press, found: await found, to: { x, y }, isDrag, isLeft, goesOn });
    } catch (error) {
      this.#context.log('info', 'what a press did to its window is not known', error);
      return undefined;
    }
  }

  #tellOpened(at: number, { stack }: WarmView): void {
    const windows = this.#windows.next(stack.filter((window) => !isOwn(this.#context, window)));
    if (windows.length > 0) this.#queue.push(() => Promise.resolve([{ type: 'opened', at, windows }]));
  }

  /** A window that opened too shortly before to be known then. */
  #openedLate(at: number, { window, own }: Found): readonly InputEvent[] {
    if (!window || own || !this.#windows.isNews(window)) return [];
    return [{ type: 'opened', at, windows: [window.id] }];
  }

  #goOn(pressAt: Point | null, { stack: windows }: WarmView): void {
    this.#goesOn.now({ pressAt, windows });
    this.#goesOn = new GoingOn();
  }

  /** What it scrolls to depends on how large the window is: that is no effect to look for. */
  #turn(input: RawWheel, view: WarmView): void {
    const effects = this.#effects.next(view, { at: input.time, found: Promise.resolve(nowhere) });
    this.#queue.push(() => effects);
    this.#wheel.add(input, () => {
      const found = this.#scrolledBy(this.#pressedOn(input, view).found);
      this.#scrolling.turned(view, found);
      return found;
    });
  }

  async #scrolledBy(found: Promise<Found>): Promise<Found> {
    const under = await found;
    const node = scrolledOf(under.path);
    return node ? aroundFound(this.#context, under, node) : under;
  }

  #key(input: RawKey, view: WarmView): void {
    this.#scrolling.forget();
    const kind = kindOf(input);
    const before = kind === 'types' || kind === 'deletes' ? null : this.#fieldBeforeNext();
    const focus = (this.#focus ??= this.#findFocus(view));
    this.#field = this.#follow(this.#field, focus, input, !this.#isFocusKnown);
    const effects = this.#effects.next(view, { at: input.time, found: focus, byKey: !isShortcut(input) });
    this.#queue.push(async () => [
      ...((await before) ?? []),
      ...(await effects),
      ...this.#openedLate(input.time, await focus),
      ...(await this.#programs.before(input.time, await focus)),
      ...keyEvent(input, await focus, view),
    ]);
    this.#settleLater();
    if (kind === 'leaves') this.#focusMayMove();
    else if (kind === 'moves' || kind === 'breaksLine') void this.#moveWithin(focus, kind);
  }

  /** A caret moves within its field; among cells, items and buttons it is the focus that moves. */
  async #moveWithin(focus: Promise<Found>, kind: KeyKind): Promise<void> {
    const found = await focus;
    if (this.#focus === focus && !keepsCaret(found, kind)) this.#focusMayMove();
  }

  /** The field that has the focus, after it was told of the key. */
  async #follow(
    previous: Promise<FieldWatch | null>,
    focus: Promise<Found>,
    input: RawKey,
    early: boolean,
  ): Promise<FieldWatch | null> {
    const [old, found] = await Promise.all([previous, focus]);
    const field = fieldOf(this.#context, old, found);
    if (field) notifyField(field, found, input, early);
    else if (!found.node && !found.own && kindOf(input) === 'types') this.#isBlind = true;
    return field;
  }

  /** The field that was typed in while no one could say so, where that can be said now. */
  async #fieldSinceThen(): Promise<FieldWatch | null> {
    if (!this.#isBlind) return null;
    const moves = this.#moves;
    const found = await targetOfFocus(this.#context, await this.#warm.rested(settleMs));
    const field = moves === this.#moves ? fieldOf(this.#context, null, found) : null;
    if (!field || field.field.secret) return null;
    this.#isBlind = false;
    field.typed('unknown', true);
    return field;
  }

  #pressedOn(at: Point, view: WarmView): Pressed {
    return pressedOn(this.#resting.before(at), at, () => this.#lookups.at(view, at));
  }

  #findFocus(view: WarmView): Promise<Found> {
    this.#isFocusKnown = false;
    const found = this.#lookups.focus(view);
    void found.then((known) => {
      this.#pictures.take(known, view.stack, null);
      const { target, own } = known;
      if (this.#focus !== found) return;
      this.#isFocusKnown = true;
      // The next key asks again.
      if (!target && !own) this.#focus = null;
    });
    return found;
  }

  /** The value of the field as it was when this was called, for events that come after it. */
  async #fieldBeforeNext(): Promise<readonly InputEvent[]> {
    clearTimeout(this.#settle);
    const value = await (await this.#field)?.beforeNext();
    return value ? [value] : [];
  }

  #settleLater(): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#settleField(), showMs);
  }

  #settleField(): void {
    const field = this.#field;
    this.#queue.push(async () => {
      const value = await ((await field) ?? (await this.#fieldSinceThen()))?.settled();
      return value ? [value] : [];
    });
  }

  #focusMayMove(): void {
    this.#isBlind = false;
    this.#moves += 1;
    this.#focus = null;
    this.#warm.focusMoved(null);
  }
}

/** Whoever sent it: a key that types, a shortcut or a middle button that may paste. */
function mayEnterText(input: RawInput): boolean {
  if (input.type === 'button') return input.down && input.button === 'middle';
  return input.type === 'key' && (input.text !== null || isShortcut(input) || /(^|\+)Insert$/.test(input.key));
}

/** Less is the tremble of a hand, in pixels. */
const trembling = 3;

function isMoved(from: Point, to: Point): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > trembling;
}

/** They hold what they show, and are left by the keys that move a caret: the cells of a sheet, for one. */
const cells: readonly ControlType[] = ['DataItem', 'ListItem', 'TreeItem'];

function keepsCaret(found: Found, kind: KeyKind): boolean {
  if (!found.node || !isField(found) || cells.includes(found.node.controlType)) return false;
  return kind === 'moves' || found.node.states.includes('multiline');
}

/** What is in menus and lists that open over others. */
const items: readonly ControlType[] = ['MenuItem', 'ListItem'];
const openers: readonly ControlType[] = ['Menu', 'MenuItem', 'ComboBox', 'SplitButton'];

/**
 * After a press that may have opened a menu, no one knows before the next reading what lies over the window: a tap on that
 * may be over, and the menu gone, before the app can be asked.
 */
async function doubted({ fresh }: WarmView, opened: Promise<boolean>, asked: Promise<Found>): Promise<Found> {
  const [mayBeCovered, found] = await Promise.all([opened, asked]);
  const { node, target } = found;
  if (fresh || !mayBeCovered || !target || (node && items.includes(node.controlType))) return found;
  return { ...found, target: { ...target, unsure: true } };
}

function mayOpen({ node }: Found): boolean {
  return node !== null && (openers.includes(node.controlType) || node.states.includes('expandable'));
}

function fieldOf(context: EngineContext, old: FieldWatch | null, found: Found): FieldWatch | null {
  const { window, target, node } = found;
  if (!window || !target || !node || !isField(found)) return null;
  const { runtimeId } = node;
  if (old?.field.runtimeId === runtimeId && old.field.window.id === window.id) return old;
  return new FieldWatch(context, { window, target, runtimeId, secret: node.states.includes('password') });
}

/** It is meant for the window, whatever has the focus. */
function isShortcut({ key }: RawKey): boolean {
  return splitChord(key).modifiers.some((held) => held !== 'shift' && held !== 'altgr');
}

/** A field whose value can be read, or must not be. */
function isField({ node, target }: Found): boolean {
  if (!node || node.states.includes('readonly')) return false;
  return node.states.includes('password') || (node.states.includes('editable') && target?.element.value !== null);
}

function notifyField(field: FieldWatch, { node }: Found, input: RawKey, early: boolean): void {
  const kind = kindOf(input);
  if (kind === 'types') field.typed({ text: input.text ?? '' }, early);
  else if (kind === 'deletes') field.typed(input.key === 'Backspace' ? 'backspace' : 'unknown', early);
  else if (kind === 'breaksLine' && node?.states.includes('multiline')) field.typed({ text: '\n' }, early);
  else field.unsure();
}

/** What its app tells of no element is known by how it looks. */
async function withPicture(found: Promise<Found>, picture: Promise<RecordedTarget | null>): Promise<Found> {
  const known = await found;
  if (known.own || known.target || !known.window) return known;
  const target = await picture;
  return target?.element.window.id === known.window.id ? { ...known, target } : known;
}

function pointerDown(
  { time: at, x, y, button, modifiers }: RawButton,
  { own, window, target }: Found,
  scrolledTo: boolean,
): readonly InputEvent[] {
  if (own) return [];
  const brought = scrolledTo && { scrolledTo };
  return [{ type: 'pointerDown', at, x, y, button, modifiers, window, target, ...brought }];
}

function hoverEvents(at: number, { hovers }: Hovering): readonly InputEvent[] {
  return hovers.flatMap(({ at: { x, y }, found: { window, target }, shows }): readonly InputEvent[] => {
    const shown = shows.target && elementShown(shows.target);
    return target && shown ? [{ type: 'hover', at, x, y, window, target, shows: shown }] : [];
  });
}

function elementShown({ element: { controlType, name }, selectors }: RecordedTarget): ExpectedElement | null {
  const [primary] = selectors;
  return primary ? { controlType, name, selector: primary.selector } : null;
}

function keyEvent(input: RawKey, found: Found, view: WarmView): readonly InputEvent[] {
  if (found.own) return [];
  const { window, target } = found;
  const secret = found.node ? found.node.states.includes('password') : mayBeSecret(window, view);
  const hidden = secret && input.text !== null;
  const [key, text] = hidden ? ['•', null] : [input.key, input.text];
  return [{ type: 'key', at: input.time, key, text, window, target, editable: isField(found) }];
}

/** No one knows what has the focus: it may be a password field, but where all the window is known and none is in it. */
function mayBeSecret(window: WindowInfo | null, { root, active }: WarmView): boolean {
  if (window === null || window.id !== active?.id || !root?.children?.length || isPart(root)) return true;
  return [...descend(root)].some((node) => node.states.includes('password'));
}
