import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import { modifiers, type KeyChord, type Modifier, type MouseButton } from '#contract/model/recordings/action';
import { type Point, contains } from '#contract/model/geometry';
import { disposable, type Disposable } from '../../../base/async/disposable.ts';
import { sleep } from '../../../base/async/deadline.ts';
import type { KeyHold, RawInput, WheelAxis } from '../../backend.ts';
import { activate } from './behaviour.ts';
import type { FakeDesktop } from './desktop.ts';
import { type FakeElement, isShown } from './element.ts';
import { handleKey } from './keyboard.ts';
import { turnOver } from './patterns.ts';
import type { FakeWindow } from './window.ts';

type RawInputWithoutTime = RawInput extends infer T ? (T extends RawInput ? Omit<T, 'time'> : never) : never;
/** Maximum time the user may keep holding a modifier, in milliseconds. */
const releaseMs = 300;
const lookEveryMs = 10;

/**
 * Mouse and keyboard of the scripted desktop, shared by the engine's input and the script's user. As on a real desktop,
 * observers see each event before the app does.
 */
export class FakeDevices {
  pointer: Point = { x: 0, y: 0 };
  /** Delay before observers receive input, in milliseconds, as on a busy machine. */
  lateMs = 0;
  /** Delay before apps handle input, in milliseconds: queries overtake it. */
  lagMs = 0;
  #unhandled = 0;
  readonly #desktop: FakeDesktop;
  readonly #listeners = new Set<(input: RawInput) => void>();
  /** Modifiers held by the script's user. */
  readonly personHolds = new Set<Modifier>();
  /** Buttons held by the script's user. */
  readonly personHoldsButtons = new Set<MouseButton>();
  /** Position of the last button press. */
  pressedAt: Point | null = null;
  /** Characters that apps drop although their keys were pressed. */
  readonly loses = new Set<string>();
  readonly #held = new Set<Modifier>();
  readonly #heldChords = new Set<KeyChord>();
  readonly #buttons = new Set<MouseButton>();
  #grab: ((input: RawInput) => void) | null = null;
  /** Reports keys like an app that reports each key only after a later press. */
  reportsLate = false;
  #byUs = false;
  #pressed: { readonly window: FakeWindow; readonly element: FakeElement } | null = null;

  constructor(desktop: FakeDesktop) {
    this.#desktop = desktop;
  }

  /** Held modifiers, chords and buttons, for tests that nothing stays pressed. */
  get held(): readonly string[] {
    return [...this.#held, ...this.#heldChords, ...this.#buttons];
  }

  /** The element that the left button is down on. */
  get pressedElement(): FakeElement | null {
    return this.#pressed?.element ?? null;
  }

  listen(listener: (input: RawInput) => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  /** @throws AppError `busy` */
  grab(listener: (input: RawInput) => void): Disposable {
    if (this.#grab) throw new AppError('busy', 'Pointer and keyboard are already grabbed.');
    this.#grab = listener;
    return disposable(() => (this.#grab = null));
  }

  /** Distinguishes the engine's input from that of the script's user. */
  byEngine(act: () => void): void {
    this.#byUs = true;
    try {
      act();
    } finally {
      this.#byUs = false;
    }
  }

  move(to: Point): void {
    this.pointer = to;
    this.#announce({ type: 'move', x: to.x, y: to.y });
  }

  button(button: MouseButton, down: boolean): void {
    if (down) this.pressedAt = this.pointer;
    if (down) this.#buttons.add(button);
    else this.#buttons.delete(button);
    const reached = this.#announce({ type: 'button', ...this.pointer, button, down, modifiers: this.#modifiers() });
    if (!reached) return;
    const at = this.pointer;
    this.#handle(() => (down ? this.#press(button, at) : this.#release(button, at)));
  }

  /** Waits until apps have handled all input; false if that takes longer. */
  async handled(timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (this.#unhandled > 0 && performance.now() < end) await sleep(lookEveryMs);
    return this.#unhandled === 0;
  }

  /** Observers receive only vertical wheel events. */
  wheel(axis: WheelAxis, notches: number): void {
    if (axis !== 'vertical' || !this.#announce({ type: 'wheel', ...this.pointer, notches })) return;
    const window = this.#desktop.at(this.pointer);
    const element = window && elementAt(window, this.pointer);
    if (element) turnOver(element, notches);
  }

  /** @throws AppError `busy` if the user keeps holding a modifier */
  async untilFree(signal: AbortSignal): Promise<void> {
    const end = performance.now() + releaseMs;
    while (this.personHolds.size > 0) {
      if (performance.now() > end) throw new AppError('busy', `${[...this.personHolds].join(' and ')} is held down.`);
      await sleep(lookEveryMs, signal);
    }
  }

  /** Holds a pressed chord down. */
  async hold(chord: KeyChord, { ms, signal }: KeyHold): Promise<void> {
    this.#heldChords.add(chord);
    await sleep(ms, signal).finally(() => this.#heldChords.delete(chord));
  }

  modifier(modifier: Modifier, down: boolean): void {
    if (down) this.#held.add(modifier);
    else this.#held.delete(modifier);
  }

  /** A chord, combined with the modifiers that are held. */
  key(chord: KeyChord): void {
    const { modifiers: chosen, key } = splitChord(chord);
    const all = modifiers.filter((modifier) => chosen.includes(modifier) || this.#held.has(modifier));
    this.#send([...all, key].join('+'), typedBy(all, key));
  }

  character(char: string): void {
    if (this.loses.has(char)) return;
    const bare = char.toLowerCase();
    const named = { '\n': 'Enter', '\t': 'Tab' }[char];
    if (named) {
      this.#send(named, null);
      return;
    }
    this.#send(bare === char ? bare : `shift+${bare}`, char);
  }

  /** An input method consumes a key, or reports its composition. */
  byInputMethod(
    news: { readonly takes: KeyChord } | { readonly forwards: KeyChord } | { readonly composes: string },
  ): void {
    if ('takes' in news) this.#announce({ type: 'key', key: news.takes, text: news.takes, taken: true });
    else if ('forwards' in news) this.#announce({ type: 'key', key: news.forwards, text: null, forwarded: true });
    else this.#announce({ type: 'preedit', text: news.composes });
  }

  /** An input method commits text to the focused element, or to the field that just lost the focus. */
  commit(text: string, left?: FakeElement): void {
    if (left) left.value = `${left.value ?? ''}${text}`;
    else handleKey(this.#desktop, text, text);
    this.#announce({ type: 'key', key: text, text, committed: true });
  }

  releaseAll(): void {
    for (const button of [...this.#buttons]) this.button(button, false);
    this.#held.clear();
    this.#heldChords.clear();
  }

  #modifiers(): readonly Modifier[] {
    return modifiers.filter((modifier) => this.#held.has(modifier));
  }

  #handle(act: () => void): void {
    if (this.lagMs === 0 && this.#unhandled === 0) {
      act();
      return;
    }
    this.#unhandled += 1;
    setTimeout(() => {
      this.#unhandled -= 1;
      act();
    }, this.lagMs);
  }

  #press(button: MouseButton, at: Point): void {
    const window = this.#desktop.at(at);
    if (!window) return;
    if (window !== this.#desktop.active) this.#desktop.activate(window);
    const element = elementAt(window, at);
    if (!element) return;
    if (element.has('focusable')) window.focused = element;
    this.#pressed = button === 'left' ? { window, element: actionable(element) } : null;
  }

  /** Like real controls, elements act on release if the release is over the pressed element. */
  #release(button: MouseButton, at: Point): void {
    const pressed = this.#pressed;
    if (button !== 'left' || !pressed) return;
    this.#pressed = null;
    const now = this.#desktop.at(at) === pressed.window ? elementAt(pressed.window, at) : null;
    if (now && actionable(now) === pressed.element) activate(pressed.element);
  }

  #send(chord: KeyChord, text: string | null): void {
    if (this.#announce({ type: 'key', key: chord, text })) this.#handle(() => handleKey(this.#desktop, chord, text));
  }

  /** Notifies observers. False if a grab keeps the event from apps. */
  #announce(input: RawInputWithoutTime): boolean {
    const isLate = this.reportsLate && input.type === 'key';
    const raw: RawInput = {
      ...input,
      time: performance.now(),
      ...(isLate && { isLate }),
      ...(this.#byUs && { byUs: true }),
    };
    if (this.#grab) {
      this.#grab(raw);
      return input.type === 'move';
    }
    const report = () => {
      for (const listener of [...this.#listeners]) listener(raw);
    };
    if (this.lateMs > 0) setTimeout(report, this.lateMs);
    else report();
    return true;
  }
}

/** A press on the text in a button presses the button. */
function actionable(element: FakeElement): FakeElement {
  const inert = element.controlType === 'Text' || element.controlType === 'Image';
  return inert && element.parent?.onInvoke ? element.parent : element;
}

function splitChord(chord: KeyChord): { modifiers: readonly string[]; key: string } {
  const parts = chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+');
  return chord === '+' ? { modifiers: [], key: '+' } : { modifiers: parts.slice(0, -1), key: parts.at(-1) ?? '' };
}

function typedBy(modifiers: readonly Modifier[], key: string): string | null {
  if (modifiers.some((modifier) => modifier !== 'shift')) return null;
  if (key === 'Space') return ' ';
  if (Array.from(key).length !== 1) return null;
  return modifiers.includes('shift') ? key.toUpperCase() : key;
}

/** The deepest visible element at a screen point; among siblings, the last drawn. The root if there is none. */
export function elementAt(window: FakeWindow, point: Point): FakeElement | null {
  if (!contains(window.content, point)) return null;
  return deepest(window, window.root, point) ?? window.root;
}

/** Open menus and lists extend beyond their parents, so every branch is searched. */
function deepest(window: FakeWindow, from: FakeElement, point: Point): FakeElement | null {
  for (const child of [...from.children].reverse()) {
    const below = deepest(window, child, point);
    if (below) return below;
    const place = window.place(child);
    if (place && isShown(child) && !child.has('offscreen') && contains(place, point)) return child;
  }
  return null;
}
