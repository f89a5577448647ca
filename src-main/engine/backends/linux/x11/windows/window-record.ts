import type { XAttributes, XGeometry, XProperty, XTranslated, XTree } from 'x11';
import type { Rect } from '#contract/model/geometry';
import { identifyProcess, type ProcessClues, type WindowProcess } from '../../processes/window-process.ts';
import type { XConnection } from '../display/connection.ts';
import { isGone } from '../display/failure.ts';
import { noFacts, type WindowFacts, type FactReader } from './window-facts.ts';

/** What must be read again of a window before it is spoken of. */
export interface Stale {
  readonly atoms: Set<number>;
  place: boolean;
  frames: boolean;
  process: boolean;
}

/** One window that is followed. What is in here was true when it was read; what is not so any more is in `stale`. */
export class WindowRecord {
  readonly id: number;
  readonly stale: Stale;
  facts: WindowFacts = noFacts;
  /** The X window itself on the screen, shadow included, frame not; null before it is read. */
  place: Rect | null = null;
  /** Pixels of its own border, which is outside `place`; managers that draw frames take it away. */
  borderWidth = 0;
  /** It is mapped, and so is all around it. */
  viewable = false;
  /** Windows of the window manager around it, the outermost last. */
  frames: readonly number[] = [];
  /** What the server reports about its process. */
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

/** In units of four bytes; a title is cut off after that. */
const maxPropertyLength = 1024;

const anyType = 0;

/** The map state of windows that can be seen, if nothing covers them. */
const viewable = 2;

/**
 * Reads what is stale of a window, all at once, and marks it fresh before: what changes meanwhile is stale again. A window that
 * is gone costs nothing: its end is reported by the list that held it.
 * @throws XFailure other than that it is gone; it is stale again then
 */
export async function readRecord(x: XConnection, reader: FactReader, record: WindowRecord): Promise<void> {
  const { stale } = record;
  const atoms = [...stale.atoms];
  const { place, frames } = stale;
  stale.atoms.clear();
  stale.place = stale.frames = false;
  try {
    await Promise.all([
      ...atoms.map((atom) => readFact(x, reader, record, atom)),
      ...(place ? [readPlace(x, record)] : []),
      ...(frames ? [readFrames(x, record)] : []),
    ]);
  } catch (error) {
    if (isGone(error)) return;
    for (const atom of atoms) stale.atoms.add(atom);
    stale.place ||= place;
    stale.frames ||= frames;
    throw error;
  }
}

async function readFact(x: XConnection, reader: FactReader, record: WindowRecord, atom: number): Promise<void> {
  const property = await x.ask<XProperty>((client, done) =>
    client.GetProperty(0, record.id, atom, anyType, 0, maxPropertyLength, done),
  );
  record.facts = { ...record.facts, ...reader.decode(atom, property) };
}

async function readPlace(x: XConnection, record: WindowRecord): Promise<void> {
  const [size, origin, { mapState }] = await Promise.all([
    x.ask<XGeometry>((client, done) => client.GetGeometry(record.id, done)),
    x.ask<XTranslated>((client, done) => client.TranslateCoordinates(record.id, x.root, 0, 0, done)),
    x.ask<XAttributes>((client, done) => client.GetWindowAttributes(record.id, done)),
  ]);
  record.viewable = mapState === viewable;
  record.borderWidth = size.borderWidth;
  record.place = { x: origin.destX, y: origin.destY, width: size.width, height: size.height };
}

/** Anyone who moves a frame moves the window in it, of which the window itself may hear nothing. */
async function readFrames(x: XConnection, record: WindowRecord): Promise<void> {
  const frames: number[] = [];
  for (let window = record.id; ;) {
    const { parent } = await queryTree(x, window);
    if (parent === x.root || parent === 0) break;
    frames.push(parent);
    window = parent;
  }
  record.frames = frames;
}

function queryTree(x: XConnection, window: number): Promise<XTree> {
  return x.ask<XTree>((client, done) => client.QueryTree(window, done));
}
