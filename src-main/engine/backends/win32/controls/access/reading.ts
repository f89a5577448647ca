import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import { readText, type Hwnd } from '../../native/types.ts';
import { readGuiThread, type GuiThread } from '../../native/gui-thread.ts';
import {
  ancestor,
  findWindowEx,
  getAncestor,
  getWindow,
  getWindowThreadProcessId,
  isWindowVisible,
  longestClassName,
  relation,
} from '../../native/window.ts';
import * as api from './api.ts';
import { baseClass } from './base-class.ts';
import { Control } from './control.ts';
import { ProcessMemory } from './process-memory.ts';
import { probe } from './send.ts';

/** `#32768` is the class of menus that are open. */
const popUpMenuClass = '#32768';

/** Everything that is found out about one window for one question, asked once each; and what must be given back. */
export class Reading {
  readonly root: Hwnd;
  readonly frame: Rect;
  readonly #controls = new Map<Hwnd, Control>();
  readonly #children = new Map<Hwnd, readonly Hwnd[]>();
  /** By thread: how it failed to answer, or null if it did. */
  readonly #answers = new Map<number, AppError | null>();
  readonly #threads = new Map<number, GuiThread>();
  readonly #memories = new Map<number, ProcessMemory>();

  /** @param frame where the window is, as its list reports, which may know better than the window */
  constructor(root: Hwnd, frame: Rect) {
    this.root = root;
    this.frame = frame;
  }

  /** @throws AppError `element_stale` if it is gone or does not belong to the window */
  control(window: Hwnd): Control {
    const known = this.#controls.get(window);
    if (known) return known;
    if (!this.#belongs(window)) throw new AppError('element_stale', 'The window has no such control any more.');
    const control = new Control(this, window);
    this.#controls.set(window, control);
    return control;
  }

  /** Those inside a control, topmost first, which is also the order in which Tab goes through them. */
  childWindows(window: Hwnd): readonly Hwnd[] {
    const known = this.#children.get(window);
    if (known) return known;
    // Windows that change places meanwhile could send such a loop round for ever.
    const found = new Set<Hwnd>();
    for (let next = getWindow(window, relation.child); next && !found.has(next);) {
      found.add(next);
      next = getWindow(next, relation.next);
    }
    const children = window === this.root ? [...found, ...this.popUps()] : [...found];
    this.#children.set(window, children);
    return children;
  }

  /** Menus of the window that are open. */
  popUps(): readonly Hwnd[] {
    const found: Hwnd[] = [];
    for (let next = findWindowEx(0, 0, popUpMenuClass, null); next;) {
      if (isWindowVisible(next) && this.#isPopUp(next)) found.push(next);
      next = findWindowEx(0, next, popUpMenuClass, null);
    }
    return found;
  }

  /** @throws AppError `target_not_responding` */
  probe(control: Control): void {
    const known = this.#answers.get(control.threadId);
    if (known === null) return;
    if (known) throw known;
    try {
      probe(control.window);
      this.#answers.set(control.threadId, null);
    } catch (error) {
      if (error instanceof AppError && error.code === 'target_not_responding') {
        this.#answers.set(control.threadId, error);
      }
      throw error;
    }
  }

  /** What has the keyboard focus among the windows of a thread; 0 where none has. */
  focusOf(threadId: number): Hwnd {
    return this.#guiThread(threadId).focus;
  }

  /** @throws Win32Failure */
  memory(processId: number): ProcessMemory {
    const known = this.#memories.get(processId);
    if (known) return known;
    const memory = new ProcessMemory(processId);
    this.#memories.set(processId, memory);
    return memory;
  }

  /** The standard class behind a class's name; Windows knows that of some that are not known by their name. */
  baseOf(className: string, window: Hwnd): string {
    const base = baseClass(className);
    if (base !== className.toLowerCase()) return base;
    const real = readText(longestClassName, (buffer, size) => api.realGetWindowClass(window, buffer, size));
    return real === '' ? base : baseClass(real);
  }

  close(): void {
    for (const memory of this.#memories.values()) memory.close();
    this.#memories.clear();
  }

  #belongs(window: Hwnd): boolean {
    if (window === this.root) return api.isWindow(window) !== 0;
    return getAncestor(window, ancestor.root) === this.root || this.popUps().includes(window);
  }

  #isPopUp(window: Hwnd): boolean {
    const owner = getWindow(window, relation.owner);
    if (owner) return owner === this.root || getAncestor(owner, ancestor.root) === this.root;
    const { menuOwner } = this.#guiThread(getWindowThreadProcessId(window, null));
    return menuOwner !== 0 && getAncestor(menuOwner, ancestor.root) === this.root;
  }

  #guiThread(threadId: number): GuiThread {
    const known = this.#threads.get(threadId);
    if (known) return known;
    const thread = readGuiThread(threadId);
    this.#threads.set(threadId, thread);
    return thread;
  }
}

/** Reads with what is then given back, come what may. */
export function withReading<T>(root: Hwnd, frame: Rect, read: (reading: Reading) => T): T {
  const reading = new Reading(root, frame);
  try {
    return read(reading);
  } finally {
    reading.close();
  }
}
