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

/** `#32768` is the class of open menus. */
const popUpMenuClass = '#32768';

/** All facts read about a window for one query, each read once; and the resources to release. */
export class Reading {
  readonly root: Hwnd;
  readonly frame: Rect;
  readonly #controls = new Map<Hwnd, Control>();
  readonly #children = new Map<Hwnd, readonly Hwnd[]>();
  /** By thread: its failure to answer, or null. */
  readonly #answers = new Map<number, AppError | null>();
  readonly #threads = new Map<number, GuiThread>();
  readonly #memories = new Map<number, ProcessMemory>();

  /** @param frame the window's bounds from the window list, which may be more accurate than the window */
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

  /** Child windows of a control, topmost first, which is also the Tab order. */
  childWindows(window: Hwnd): readonly Hwnd[] {
    const known = this.#children.get(window);
    if (known) return known;
    // If windows are reordered meanwhile, such a loop might never end.
    const found = new Set<Hwnd>();
    for (let next = getWindow(window, relation.child); next && !found.has(next);) {
      found.add(next);
      next = getWindow(next, relation.next);
    }
    const children = window === this.root ? [...found, ...this.popUps()] : [...found];
    this.#children.set(window, children);
    return children;
  }

  /** Open menus of the window. */
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

  /** The focused window of a thread; 0 if there is none. */
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

  /** The standard class behind a class name; Windows knows it for some classes with unrelated names. */
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

/** Reads, and releases the resources in any case. */
export function withReading<T>(root: Hwnd, frame: Rect, read: (reading: Reading) => T): T {
  const reading = new Reading(root, frame);
  try {
    return read(reading);
  } finally {
    reading.close();
  }
}
