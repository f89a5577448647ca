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
/** How long the person may go on holding a modifier, in milliseconds. */
const releaseMs = 300;
const lookEveryMs = 10;

/**
 * Mouse and keyboard of the scripted desktop. The engine's input and the script's person use the same ones, and
 * observers see both, as on a real desktop: first the observer, then the app.
 */
export class FakeDevices {
  pointer: Point = { x: 0, y: 0 };
  /** How late observers learn of input, in milliseconds, as on a busy machine. */
  lateMs = 0;
  readonly #desktop: FakeDesktop;
  readonly #listeners = new Set<(input: RawInput) => void>();
  /** Modifiers that the script's person holds down. */
  readonly personHolds = new Set<Modifier>();
  /** Buttons that the script's person holds down. */
  readonly personHoldsButtons = new Set<MouseButton>();
  /** Where the last button went down. */
  pressedAt: Point | null = null;
  /** Characters that apps do not take, though their keys were pressed. */
  readonly loses = new Set<string>();
  readonly #held = new Set<Modifier>();
  readonly #heldChords = new Set<KeyChord>();
  readonly #buttons = new Set<MouseButton>();
  #grab: ((input: RawInput) => void) | null = null;
  /** Keys are reported as by an app that reports them only after a later press. */
  reportsLate = false;
  #byUs = false;
  #pressed: { readonly window: FakeWindow; readonly element: FakeElement } | null = null;

  constructor(desktop: FakeDesktop) {
    this.#desktop = desktop;
  }

  /** Modifiers, chords and buttons that are down, for tests that nothing stays held. */
  get held(): readonly string[] {
    return [...this.#held, ...this.#heldChords, ...this.#buttons];
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

  /** What the engine sends, told from what the script's person does. */
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
    if (down) this.#press(button);
    else this.#release(button);
  }

  /** Observers are notified of the vertical wheel alone. */
  wheel(axis: WheelAxis, notches: number): void {
    if (axis !== 'vertical' || !this.#announce({ type: 'wheel', ...this.pointer, notches })) return;
    const window = this.#desktop.at(this.pointer);
    const element = window && elementAt(window, this.pointer);
    if (element) turnOver(element, notches);
  }

  /** @throws AppError `busy` if the person goes on holding a modifier */
  async untilFree(signal: AbortSignal): Promise<void> {
    const end = performance.now() + releaseMs;
    while (this.personHolds.size > 0) {
      if (performance.now() > end) throw new AppError('busy', `${[...this.personHolds].join(' and ')} is held down.`);
      await sleep(lookEveryMs, signal);
    }
  }

  /** Keeps a chord down that was pressed. */
  async hold(chord: KeyChord, { ms, signal }: KeyHold): Promise<void> {
    this.#heldChords.add(chord);
    await sleep(ms, signal).finally(() => this.#heldChords.delete(chord));
  }

  modifier(modifier: Modifier, down: boolean): void {
    if (down) this.#held.add(modifier);
    else this.#held.delete(modifier);
  }

  /** A chord, with what is held down added to it. */
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

  /** An input method takes a key, or reports what it composes. */
  byInputMethod(news: { readonly takes: KeyChord } | { readonly composes: string }): void {
    if ('takes' in news) this.#announce({ type: 'key', key: news.takes, text: news.takes, taken: true });
    else this.#announce({ type: 'preedit', text: news.composes });
  }

  /** An input method puts a text into what has the focus, or into the field that it has left. */
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

  #press(button: MouseButton): void {
    const window = this.#desktop.at(this.pointer);
    if (!window) return;
    if (window !== this.#desktop.active) this.#desktop.activate(window);
    const element = elementAt(window, this.pointer);
    if (!element) return;
    if (element.has('focusable')) window.focused = element;
    this.#pressed = button === 'left' ? { window, element: actionable(element) } : null;
  }

  /** Like real controls, they act when the button comes up where it went down. */
  #release(button: MouseButton): void {
    const pressed = this.#pressed;
    if (button !== 'left' || !pressed) return;
    this.#pressed = null;
    const now = this.#desktop.at(this.pointer) === pressed.window ? elementAt(pressed.window, this.pointer) : null;
    if (now && actionable(now) === pressed.element) activate(pressed.element);
  }

  #send(chord: KeyChord, text: string | null): void {
    if (this.#announce({ type: 'key', key: chord, text })) handleKey(this.#desktop, chord, text);
  }

  /** Notifies observers; false if a grab keeps it from the apps. */
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

/** The text in a button is pressed for the button. */
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

/** The deepest shown element at a screen point; among siblings the last drawn. The root where no other is. */
export function elementAt(window: FakeWindow, point: Point): FakeElement | null {
  if (!contains(window.content, point)) return null;
  return deepest(window, window.root, point) ?? window.root;
}

/** Open menus and lists reach out of their parents, so every branch is looked at. */
function deepest(window: FakeWindow, from: FakeElement, point: Point): FakeElement | null {
  for (const child of [...from.children].reverse()) {
    const below = deepest(window, child, point);
    if (below) return below;
    const place = window.place(child);
    if (place && isShown(child) && !child.has('offscreen') && contains(place, point)) return child;
  }
  return null;
}
