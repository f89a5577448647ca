import type { Rect } from '#contract/model/geometry';
import { identifyProcess, type ProcessClues, type WindowProcess } from '../../processes/window-process.ts';
import { noFacts, type WindowFacts } from './window-facts.ts';

/** What must be read again of a window before it is spoken of. */
export interface Stale {
  readonly atoms: Set<number>;
  place: boolean;
  frames: boolean;
  process: boolean;
}

/** One window that is followed. What is in here was true when it was read; what is not so any more stands in `stale`. */
export class WindowRecord {
  readonly id: number;
  readonly stale: Stale;
  facts: WindowFacts = noFacts;
  /** The X window itself on the screen, shadow included, frame not; null before it is read. */
  place: Rect | null = null;
  /** Pixels of its own border, which lies outside `place`; managers that draw frames take it away. */
  borderWidth = 0;
  /** It is mapped, and so is all around it. */
  viewable = false;
  /** Windows of the window manager around it, the outermost last. */
  frames: readonly number[] = [];
  /** What the server says of its process. */
  served: Pick<ProcessClues, 'served' | 'isSameCount'> = { served: 0 };
  /** Another client claims the same process: then nobody's claim counts. */
  isContested = false;
  #process: { readonly found: WindowProcess; readonly key: string } | null = null;

  constructor(id: number, atoms: readonly number[]) {
    this.id = id;
    this.stale = { atoms: new Set(atoms), place: true, frames: true, process: true };
  }

  get isStale(): boolean {
    const { atoms, place, frames, process } = this.stale;
    return atoms.size > 0 || place || frames || process;
  }

  /** Looked up once: a process that replaces its program loses its connection to the X server. */
  get process(): WindowProcess {
    const { claimedProcessId, machine } = this.facts;
    const claimed = this.isContested ? 0 : claimedProcessId;
    const clues = { ...this.served, claimed, machine };
    const key = JSON.stringify(clues);
    if (this.#process?.key !== key) this.#process = { key, found: identifyProcess(clues) };
    return this.#process.found;
  }
}
