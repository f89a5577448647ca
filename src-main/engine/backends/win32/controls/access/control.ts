import { AppError } from '#contract/errors';
import { intersect, type Rect } from '#contract/model/geometry';
import { styles } from '../../native/constants.ts';
import type { Hwnd } from '../../native/types.ts';
import {
  ancestor,
  classNameOf,
  getAncestor,
  getWindowLong,
  getWindowThreadProcessId,
  longOf,
} from '../../native/window.ts';
import * as api from './api.ts';
import type { ProcessMemory } from './process-memory.ts';
import type { Reading } from './reading.ts';
import { notify, post, send, sendBuffer, sendTwoBuffers } from './send.ts';

/** `WM_GETTEXT` of winuser.h. */
const getText = 0x000d;
/** Of `WINDOWINFO`, in bytes. */
const windowInfoSize = 60;
/** Sufficient for a row of the tree and for selectors. */
const rowUnits = 1_000;

/** A control window, for the duration of one query. Values are read once. */
export class Control {
  readonly window: Hwnd;
  readonly reading: Reading;
  readonly style: number;
  readonly exStyle: number;
  /** Including its border. Physical screen pixels. */
  readonly bounds: Rect;
  /** Excluding border and scroll bars. Physical screen pixels. */
  readonly client: Rect;
  readonly className: string;
  /** The underlying standard class, in lower case. */
  readonly base: string;
  readonly threadId: number;
  readonly processId: number;
  #parent: Control | null | undefined;
  #text: string | undefined;

  /**
   * @param parent if it differs from what Windows reports, as for lists below a combo box
   * @throws AppError `element_stale`
   */
  constructor(reading: Reading, window: Hwnd, parent?: Control | null) {
    this.#parent = parent;
    this.reading = reading;
    this.window = window;
    const info = Buffer.alloc(windowInfoSize);
    info.writeUInt32LE(windowInfoSize);
    if (!api.getWindowInfo(window, info)) throw new AppError('element_stale', 'The control is gone.');
    this.bounds = rectAt(info, 4);
    this.client = rectAt(info, 20);
    this.style = info.readUInt32LE(36);
    this.exStyle = info.readUInt32LE(40);
    this.className = classNameOf(window);
    this.base = reading.baseOf(this.className, window);
    const processId: [number] = [0];
    this.threadId = getWindowThreadProcessId(window, processId);
    this.processId = processId[0];
  }

  get isRoot(): boolean {
    return this.window === this.reading.root;
  }

  /** Null for top-level windows: the window itself, and its pop-ups. */
  get parent(): Control | null {
    if (this.#parent !== undefined) return this.#parent;
    const parent = this.isRoot || !this.hasStyle(styles.child) ? 0 : getAncestor(this.window, ancestor.parent);
    return (this.#parent = parent === 0 ? null : this.reading.control(parent));
  }

  hasStyle(bits: number): boolean {
    return (this.style & bits) === bits;
  }

  get isVisible(): boolean {
    return this.hasStyle(styles.visible) && (this.parent?.isVisible ?? true);
  }

  get isEnabled(): boolean {
    return !this.hasStyle(styles.disabled) && (this.parent?.isEnabled ?? true);
  }

  /** The part not clipped by ancestors; null if empty. */
  get shown(): Rect | null {
    const room = this.parent ? this.parent.shownClient : this.bounds;
    return room && intersect(this.bounds, room);
  }

  get shownClient(): Rect | null {
    const { shown } = this;
    return shown && intersect(shown, this.client);
  }

  /** The control id of its app, or null if it has no stable one. */
  get controlId(): number | null {
    if (!this.parent) return null;
    const id = getWindowLong(this.window, longOf.id);
    // -1 is used by labels, and Windows Forms uses handles.
    return id > 0 && id < 0xffff && id !== this.window ? id : null;
  }

  /** Its window text, truncated at 1,000 units. Must not be used for password fields. */
  get text(): string {
    return (this.#text ??= this.readText(rowUnits));
  }

  /** @param units maximum number of UTF-16 units */
  readText(units: number): string {
    const buffer = Buffer.alloc((units + 1) * 2);
    const length = this.askBuffer(getText, units + 1, buffer);
    return buffer.toString('utf16le', 0, Math.min(Math.max(length, 0), units) * 2);
  }

  /** Sends a message and returns the low 32 bits of the result. @throws AppError `target_not_responding`, `element_stale` */
  ask(message: number, wParam = 0, lParam = 0): number {
    return this.askWide(message, wParam, lParam) | 0;
  }

  /** Same with all 64 bits, for handles. */
  askWide(message: number, wParam = 0, lParam = 0): number {
    this.reading.probe(this);
    return send(this.window, message, wParam, lParam);
  }

  /** Sends a message below `WM_USER` with a pointer. */
  askBuffer(message: number, wParam: number, lParam: Buffer): number {
    this.reading.probe(this);
    return sendBuffer(this.window, message, wParam, lParam) | 0;
  }

  askTwoBuffers(message: number, wParam: Buffer, lParam: Buffer): number {
    this.reading.probe(this);
    return sendTwoBuffers(this.window, message, wParam, lParam) | 0;
  }

  /** Sends a message with an effect, and gives the app time to process it. */
  request(message: number, wParam = 0, lParam = 0): number {
    this.reading.probe(this);
    return send(this.window, message, wParam, lParam, { acts: true }) | 0;
  }

  requestBuffer(message: number, wParam: number, lParam: Buffer): number {
    this.reading.probe(this);
    return sendBuffer(this.window, message, wParam, lParam, { acts: true }) | 0;
  }

  /** Posts a message, without waiting for its effect. */
  post(message: number, wParam = 0, lParam = 0): void {
    this.reading.probe(this);
    post(this.window, message, wParam, lParam);
  }

  /** Same, bypassing the app's message loop, which may consume keys. */
  notify(message: number, wParam = 0, lParam = 0): void {
    this.reading.probe(this);
    notify(this.window, message, wParam, lParam);
  }

  /** A block of memory in the app's process. @throws Win32Failure */
  get memory(): ProcessMemory {
    return this.reading.memory(this.processId);
  }

  /** Converts a rectangle from client coordinates, as used in messages, to the screen. */
  toScreen(rect: Rect): Rect {
    return { ...rect, x: this.client.x + rect.x, y: this.client.y + rect.y };
  }
}

/** Reads a `RECT`. */
export function rectAt(bytes: Buffer, offset = 0): Rect {
  const [x, y] = [bytes.readInt32LE(offset), bytes.readInt32LE(offset + 4)];
  const [right, bottom] = [bytes.readInt32LE(offset + 8), bytes.readInt32LE(offset + 12)];
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}
