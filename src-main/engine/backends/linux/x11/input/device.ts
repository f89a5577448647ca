import type { XPointer } from 'x11';
import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import type { XTest } from '../display/extensions.ts';
import type { XConnection } from '../display/connection.ts';
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

/** Raw input through the XTEST extension. Remembers what it holds down, so that everything can be let go. */
export class Device {
  readonly #x: XConnection;
  readonly #journal: PressedKeyJournal;
  readonly #sent: SentInput;
  readonly #mark: SentMark;
  readonly #keys = new Set<number>();
  readonly #buttons = new Set<number>();

  constructor(x: XConnection, journal: PressedKeyJournal, sent: SentInput, mark: SentMark) {
    this.#x = x;
    this.#journal = journal;
    this.#sent = sent;
    this.#mark = mark;
  }

  /** In physical screen pixels. */
  async move(to: Point): Promise<void> {
    const test = await this.#test();
    this.#mark.note();
    test.FakeInput(test.MotionNotify, 0, 0, this.#x.root, to.x, to.y);
    await this.#x.sync();
  }

  async button(button: number, down: boolean): Promise<void> {
    this.#sendButton(await this.#test(), button, down);
    await this.#x.sync();
  }

  /** @returns where the pointer was in the moment after */
  async pressAt(button: number, at: Point): Promise<Point> {
    const test = await this.#test();
    return this.#alone((query) => {
      this.#mark.note();
      test.FakeInput(test.MotionNotify, 0, 0, this.#x.root, at.x, at.y);
      this.#sendButton(test, button, true);
      query();
    });
  }

  /** @returns where the pointer was in the moment before */
  async release(button: number): Promise<Point> {
    const test = await this.#test();
    return this.#alone((query) => {
      query();
      this.#sendButton(test, button, false);
    });
  }

  /** All of it leaves in one piece, and the server does nothing for others in between: no one else's pointer moves. */
  async #alone(send: (query: () => void) => void): Promise<Point> {
    const { rootX, rootY } = await this.#x.ask<XPointer>((client, done) => {
      client.GrabServer();
      send(() => client.QueryPointer(this.#x.root, done));
      client.UngrabServer();
    });
    return { x: rootX, y: rootY };
  }

  /** Presses and releases, e.g. one notch of the wheel. */
  async click(button: number): Promise<void> {
    const test = await this.#test();
    this.#sendButton(test, button, true);
    this.#sendButton(test, button, false);
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
