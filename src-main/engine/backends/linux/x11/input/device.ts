import type { XPointer } from 'x11';
import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { XTest } from '../display/extensions.ts';
import type { XConnection } from '../display/connection.ts';
import { isXWayland } from '../display/xwayland.ts';
import type { SentInput, SentMark } from './sent-input.ts';
import type { PressedKeyJournal } from './keyboard/pressed-key-journal.ts';

/** The protocol's event numbers. */
export const eventCode = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const;

/** One pointer or key event, however it reached us. `state` holds the modifiers from before it. */
export interface DeviceEvent {
  readonly code: number;
  /** Keycode or button number. */
  readonly detail: number;
  readonly state: number;
  readonly x: number;
  readonly y: number;
  /** Milliseconds on `performance.now()`'s clock. */
  readonly time: number;
}

/** Of the state of the pointer: one bit for each of the first five buttons. */
export const anyButtonMask = 0x1f00;

const placeOf = ({ rootX, rootY }: XPointer): Point => ({ x: rootX, y: rootY });

/** Raw input through the XTEST extension. Remembers what it holds down, so that everything can be let go. */
export class Device {
  readonly #x: XConnection;
  readonly #journal: PressedKeyJournal;
  readonly #sent: SentInput;
  readonly #mark: SentMark;
  readonly #keys = new Set<number>();
  readonly #buttons = new Set<number>();
  #isXWayland: Promise<boolean> | null = null;

  constructor(x: XConnection, journal: PressedKeyJournal, sent: SentInput, mark: SentMark) {
    this.#x = x;
    this.#journal = journal;
    this.#sent = sent;
    this.#mark = mark;
  }

  /** In physical screen pixels. */
  async move(to: Point): Promise<void> {
    const test = await this.#test();
    this.#moveTo(test, to);
    await this.#x.sync();
  }

  async button(button: number, down: boolean): Promise<void> {
    this.#sendButton(await this.#test(), button, down);
    await this.#x.sync();
  }

  /**
   * @param blocking state of the pointer in which nothing is pressed, as a mask of X
   * @returns where the pointer was in the moment after; null if nothing was pressed
   * @throws AppError `busy` if a modifier went down in the moment of the press
   */
  async pressAt(button: number, at: Point, blocking: number): Promise<Point | null> {
    const test = await this.#test();
    if ((await this.#pointer()).keyMask & blocking) return null;
    const [before, after] = await this.#alone(() => {
      const first = this.#pointer();
      this.#moveTo(test, at);
      this.#sendButton(test, button, true);
      return Promise.all([first, this.#pointer()]);
    });
    const held = before.keyMask & blocking;
    if (held === 0) return placeOf(after);
    if ((held & anyButtonMask) === 0) {
      throw new AppError('busy', 'Someone pressed a modifier key in the moment of the press.', {
        hint: 'Check the result, and try again when nobody uses the keyboard.',
        delivery: 'unknown',
      });
    }
    // Somebody was faster: the second press of a button reaches nobody, and must not leave it down.
    await this.#alone(() => {
      this.#moveTo(test, placeOf(before));
      this.#sendButton(test, button, false);
      return this.#pointer();
    });
    return null;
  }

  /**
   * @param mask of the button in the state of the pointer; 0 if it has none
   * @returns where the pointer was in the moment before; null if the button was up, or another one was down as well
   */
  async release(button: number, at: Point, mask: number): Promise<Point | null> {
    const test = await this.#test();
    const now = placeOf(await this.#pointer());
    const isAway = now.x !== at.x || now.y !== at.y;
    const before = await this.#alone(() => {
      const asked = this.#pointer();
      if (isAway) this.#moveTo(test, at);
      this.#sendButton(test, button, false);
      return asked;
    });
    const others = before.keyMask & anyButtonMask & ~mask;
    if (others !== 0 || (mask !== 0 && (before.keyMask & mask) === 0)) return null;
    return isAway ? now : placeOf(before);
  }

  /**
   * All that `send` sends leaves in one piece, and the server does nothing for others in between: nobody else's pointer moves. It
   * waits for no answer, so that a process which stops here holds the server up for nobody.
   */
  #alone<T>(send: () => Promise<T>): Promise<T> {
    this.#x.client.GrabServer();
    const answered = send();
    this.#x.client.UngrabServer();
    return answered;
  }

  #pointer(): Promise<XPointer> {
    return this.#x.ask<XPointer>((client, done) => client.QueryPointer(this.#x.root, done));
  }

  #moveTo(test: XTest, { x, y }: Point): void {
    this.#mark.note();
    test.FakeInput(test.MotionNotify, 0, 0, this.#x.root, x, y);
  }

  /** Presses and releases, e.g. one notch of the wheel. */
  async click(button: number): Promise<void> {
    const test = await this.#test();
    this.#sendButton(test, button, true);
    this.#sendButton(test, button, false);
    await this.#x.sync();
  }

  /**
   * Makes the keyboard of XTEST the one whose map the server reports. On XWayland it has another map than the compositor's
   * keyboard, and would take over with its first key only. The key that is released was never pressed, so that no app learns of
   * it.
   */
  async takeKeyboard(): Promise<void> {
    this.#isXWayland ??= isXWayland(this.#x);
    if (!(await this.#isXWayland)) return;
    const test = await this.#test();
    test.FakeInput(test.KeyRelease, this.#x.display.min_keycode, 0, 0, 0, 0);
    await this.#x.sync();
  }

  /** Presses keys one after the other, or lets them go. */
  async keys(keycodes: readonly number[], down: boolean): Promise<void> {
    const test = await this.#test();
    for (const keycode of keycodes) this.#sendKey(test, keycode, down);
    await this.#x.sync();
  }

  /**
   * Presses and releases a key while others are held. All of it leaves in one piece, so that no death of this process
   * can part a press from its release.
   */
  async tap(keycode: number, held: readonly number[]): Promise<void> {
    const test = await this.#test();
    for (const code of [...held, keycode]) this.#fake(test, test.KeyPress, code);
    for (const code of [keycode, ...[...held].reverse()]) this.#fake(test, test.KeyRelease, code);
    await this.#x.sync();
  }

  /** Whatever is held down by {@link button} and {@link keys}. */
  async releaseAll(): Promise<void> {
    if (this.#buttons.size + this.#keys.size === 0) return;
    const test = await this.#test();
    for (const button of [...this.#buttons]) this.#sendButton(test, button, false);
    for (const key of [...this.#keys].reverse()) this.#sendKey(test, key, false);
    await this.#x.sync();
  }

  #sendButton(test: XTest, button: number, down: boolean): void {
    this.#note('button', this.#buttons, button, down, () =>
      this.#fake(test, down ? test.ButtonPress : test.ButtonRelease, button),
    );
  }

  #sendKey(test: XTest, key: number, down: boolean): void {
    this.#note('key', this.#keys, key, down, () => this.#fake(test, down ? test.KeyPress : test.KeyRelease, key));
  }

  /** A press is written down before it is sent, a release crossed out after. */
  #note(kind: 'key' | 'button', held: Set<number>, code: number, down: boolean, send: () => void): void {
    if (down) {
      held.add(code);
      this.#journal.add({ kind, code });
      send();
    } else {
      send();
      held.delete(code);
      this.#journal.remove(kind, code);
    }
  }

  #fake(test: XTest, code: number, detail: number): void {
    this.#mark.note();
    this.#sent.note(code, detail);
    test.FakeInput(code, detail, 0, 0, 0, 0);
  }

  async #test(): Promise<XTest> {
    const test = await this.#x.extension('xtest');
    if (!test) {
      throw new AppError('unsupported_platform', 'The X server has no XTEST extension, so input cannot be sent.', {
        delivery: 'not_delivered',
      });
    }
    return test;
  }
}
