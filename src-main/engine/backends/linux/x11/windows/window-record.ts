import type { XAttributes, XGeometry, XProperty, XTranslated, XTree } from 'x11';
import type { Rect } from '#contract/model/geometry';
import { identifyProcess, type ProcessClues, type WindowProcess } from '../../processes/window-process.ts';
import type { XConnection } from '../display/connection.ts';
import { isGone } from '../display/failure.ts';
import { noFacts, type WindowFacts, type FactReader } from './window-facts.ts';

/** The stale facts of a window. */
export interface Stale {
  readonly atoms: Set<number>;
  place: boolean;
  frames: boolean;
  process: boolean;
}

/** A tracked window. Its fields hold the last read values; outdated ones are listed in `stale`. */
export class WindowRecord {
  readonly id: number;
  readonly stale: Stale;
  facts: WindowFacts = noFacts;
  /** The X window's own screen bounds, with shadow, without frame; null before they are read. */
  place: Rect | null = null;
  /** Width in pixels of its own border, which is outside `place`; framing managers remove it. */
  borderWidth = 0;
  /** The window and all its ancestors are mapped. */
  viewable = false;
  /** The window manager's windows around it, outermost last. */
  frames: readonly number[] = [];
  /** The server's facts about its process. */
  served: Pick<ProcessClues, 'served' | 'isSameCount'> = { served: 0 };
  /** Another client claims the same process: then no claim counts. */
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

/** In units of four bytes; longer titles are truncated. */
const maxPropertyLength = 1024;

const anyType = 0;

/** The map state of viewable windows. */
const viewable = 2;

/**
 * Reads a window's stale facts concurrently, marking them fresh before: later changes make them stale again. A closed window is
 * ignored: the list reports its end.
 * @throws XFailure other than that it is gone; its facts are stale again then
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

/** Moving a frame moves the window in it, which may receive no event. */
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
