import type { XPointer } from 'x11';
import { sleep } from '../../../../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { XTest } from '../display/extensions.ts';
import type { XConnection } from '../display/connection.ts';
import { readKeyDelays, type KeyDelays } from '../display/key-delays.ts';
import { isXWayland } from '../display/xwayland.ts';
import type { SentInput, SentMark } from './sent-input.ts';
import type { PressedKeyJournal } from './keyboard/pressed-key-journal.ts';

/** The protocol's event numbers. */
export const eventCode = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const;

/** A pointer or key event from any source. `state` holds the modifiers before the event. */
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

/** State of the pointer: one bit for each of the first five buttons. */
export const anyButtonMask = 0x1f00;

/** Button numbers of the wheel, up to its horizontal turn. */
const [firstWheel, lastWheel] = [4, 7] as const;

const placeOf = ({ rootX, rootY }: XPointer): Point => ({ x: rootX, y: rootY });

/** Pause beyond the delays of keyboard accessibility, in milliseconds. */
const delayMarginMs = 20;

/** Raw input through the XTEST extension. Tracks what it holds, so that everything can be released. */
export class Device {
  readonly #x: XConnection;
  readonly #journal: PressedKeyJournal;
  readonly #sent: SentInput;
  readonly #mark: SentMark;
  readonly #keys = new Set<number>();
  readonly #buttons = new Set<number>();
  #isXWayland: Promise<boolean> | null = null;
  #delays: KeyDelays | null = null;
  /** The key that was released last. */
  #lastKey: number | null = null;
  #watching: Promise<void> | null = null;
  /** Buttons that went down since the last own press. */
  #pressesSince = 0;

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
   * @param blocking state mask of the pointer that prevents the press
   * @returns the pointer's position just after; null if nothing was pressed
   * @throws AppError `busy` if a modifier was pressed at the same time
   */
  async pressAt(button: number, at: Point, blocking: number): Promise<Point | null> {
    const test = await this.#test();
    await (this.#watching ??= this.#watchPresses());
    if ((await this.#pointer()).keyMask & blocking) return null;
    const [before, after] = await this.#alone(() => {
      const first = this.#pointer();
      this.#moveTo(test, at);
      this.#sendButton(test, button, true);
      return Promise.all([first, this.#pointer(() => (this.#pressesSince = 0))]);
    });
    const held = before.keyMask & blocking;
    if (held === 0) return placeOf(after);
    if ((held & anyButtonMask) === 0) {
      throw new AppError('busy', 'Someone pressed a modifier key in the moment of the press.', {
        hint: 'Check the result, and try again when nobody uses the keyboard.',
        delivery: 'unknown',
      });
    }
    // The user pressed first: a second press of a button has no effect, and must not stay held.
    await this.#alone(() => {
      this.#moveTo(test, placeOf(before));
      this.#sendButton(test, button, false);
      return this.#pointer();
    });
    return null;
  }

  /**
   * @param mask of the button in the pointer's state; 0 if it has none
   * @returns the pointer's position just before; null if the button was up, or another was down meanwhile: apps take neither
   * for a click
   * @throws AppError `busy` if the user moved the pointer in the last moment, so that the button was released elsewhere
   */
  async release(button: number, at: Point, mask: number): Promise<Point | null> {
    const test = await this.#test();
    const now = placeOf(await this.#pointer());
    // Menus of GTK 3 take a release after any movement, even to the same place, for the choice of an entry.
    const isAway = now.x !== at.x || now.y !== at.y;
    const before = await this.#alone(() => {
      const asked = this.#pointer();
      if (isAway) this.#moveTo(test, at);
      this.#sendButton(test, button, false);
      return asked;
    });
    const others = before.keyMask & anyButtonMask & ~mask;
    if (this.#pressesSince > 0 || others !== 0 || (mask !== 0 && (before.keyMask & mask) === 0)) return null;
    if (isAway) return now;
    const { x, y } = placeOf(before);
    if (Math.abs(x - at.x) <= 1 && Math.abs(y - at.y) <= 1) return { x, y };
    throw new AppError(
      'busy',
      `Someone moved the pointer: the button was released at ${x}, ${y} instead of ${at.x}, ${at.y}.`,
      {
        hint: 'Check the result, and try again when nobody uses the mouse.',
        delivery: 'unknown',
      },
    );
  }

  /**
   * Everything that `send` sends is written at once, and the server processes no other client in between, so the pointer cannot
   * move. No reply is awaited, so that a process stopped here does not block the server.
   */
  #alone<T>(send: () => Promise<T>): Promise<T> {
    this.#x.client.GrabServer();
    const answered = send();
    this.#x.client.UngrabServer();
    return answered;
  }

  /** @param read called before any later event is read */
  #pointer(read = () => {}): Promise<XPointer> {
    return this.#x.ask<XPointer>((client, done) =>
      client.QueryPointer(this.#x.root, (error, pointer) => {
        read();
        return done(error, pointer);
      }),
    );
  }

  /** Counts buttons that go down, also shortly and during other clients' grabs; not the wheel. Without XInput 2, it counts none. */
  async #watchPresses(): Promise<void> {
    const input = await this.#x.extension('xinput');
    if (!input) return;
    const { RawButtonPress } = input.EventType;
    this.#x.onEvent(({ extension, evtype, detail = 0 }) => {
      const isPress = extension === input.majorOpcode && evtype === RawButtonPress;
      if (isPress && (detail < firstWheel || detail > lastWheel)) this.#pressesSince += 1;
    });
    input.XISelectEvents(this.#x.root, { deviceId: input.AllMasterDevices, mask: [RawButtonPress] });
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
   * Before keys. Makes the XTEST keyboard the one whose map the server reports. On XWayland it has another map than the compositor's
   * keyboard, and would otherwise take over with its first key. The released key was not pressed, so that no app receives an
   * event.
   */
  async takeKeyboard(): Promise<void> {
    this.#delays = await readKeyDelays(this.#x);
    this.#isXWayland ??= isXWayland(this.#x);
    if (!(await this.#isXWayland)) return;
    const test = await this.#test();
    test.FakeInput(test.KeyRelease, this.#x.display.min_keycode, 0, 0, 0, 0);
    await this.#x.sync();
  }

  /** Presses or releases keys in order. */
  async keys(keycodes: readonly number[], down: boolean): Promise<void> {
    const test = await this.#test();
    const { slow, bounce } = this.#delays ?? { slow: 0, bounce: 0 };
    if (down && bounce > 0 && keycodes[0] === this.#lastKey) await sleep(bounce + delayMarginMs);
    for (const keycode of keycodes) {
      this.#sendKey(test, keycode, down);
      if (!down || slow === 0) continue;
      await this.#x.sync();
      await sleep(slow + delayMarginMs);
    }
    await this.#x.sync();
  }

  /**
   * Presses and releases a key while others are held. Written at once, so that the end of this process cannot separate a press
   * from its release, unless keyboard accessibility needs pauses.
   */
  async tap(keycode: number, held: readonly number[]): Promise<void> {
    if (this.#delays && this.#delays.slow + this.#delays.bounce > 0) {
      await this.keys([...held, keycode], true);
      return this.keys([keycode, ...[...held].reverse()], false);
    }
    const test = await this.#test();
    for (const code of [...held, keycode]) this.#fake(test, test.KeyPress, code);
    for (const code of [keycode, ...[...held].reverse()]) this.#fake(test, test.KeyRelease, code);
    await this.#x.sync();
  }

  /** Everything held by {@link button} and {@link keys}. */
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
    if (!down) this.#lastKey = key;
    this.#note('key', this.#keys, key, down, () => this.#fake(test, down ? test.KeyPress : test.KeyRelease, key));
  }

  /** A press is recorded before it is sent, and removed after its release. */
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
