import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mouseButtons, type MouseButton } from '#contract/model/recordings/action';
import { isAlive } from '../../../../base/processes/is-alive.ts';
import type { VirtualKey } from './virtual-keys.ts';

/** Keys and buttons held by us; Windows keeps them pressed even when our process dies. Buttons are physical ones. */
export interface Held {
  readonly keys: readonly VirtualKey[];
  readonly buttons: readonly MouseButton[];
}

/** The user's temporary folder. */
const folder = () => path.join(os.tmpdir(), 'deskscope-input');
const fileName = /^(\d+)\.json$/;

/** Whether our own list is in use: until then, one with our process id belongs to a dead predecessor. */
let isOurs = false;

/**
 * The held keys, recorded before the press and removed after the release, in a file named after the process. A list without its
 * process belongs to a dead one.
 */
export class PressedKeyJournal {
  readonly #file = path.join(folder(), `${process.pid}.json`);

  constructor() {
    isOurs = true;
    mkdirSync(folder(), { recursive: true });
  }

  write(now: Held): void {
    if (now.keys.length + now.buttons.length === 0) rmSync(this.#file, { force: true });
    else writeFileSync(this.#file, JSON.stringify(now));
  }
}

/** A list without an owner; `erase` it once everything is undone. */
export interface LeftHeld {
  readonly held: Held;
  readonly erase: () => void;
}

/** Lists of dead predecessors. Must be read before our own journal is written: Windows reuses process ids. */
export function leftHeld(): readonly LeftHeld[] {
  return filesIn(folder()).flatMap((name) => {
    const owner = Number(fileName.exec(name)?.[1] ?? process.ppid);
    if (owner === process.pid ? isOurs : isAlive(owner)) return [];
    const file = path.join(folder(), name);
    return [{ held: read(file), erase: () => rmSync(file, { force: true }) }];
  });
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // No key has ever been held.
    return [];
  }
}

/** A truncated list was being written, before its key was pressed. */
function read(file: string): Held {
  try {
    const held: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isHeld(held)) return held;
  } catch {
    // Truncated.
  }
  return { keys: [], buttons: [] };
}

/** By hand: a schema would make each start of the engine load zod. */
function isHeld(value: unknown): value is Held {
  const { keys, buttons } = value as Partial<Record<keyof Held, unknown>>;
  return (
    Array.isArray(keys) &&
    keys.every(isVirtualKey) &&
    Array.isArray(buttons) &&
    buttons.every((each) => mouseButtons.includes(each as MouseButton))
  );
}

function isVirtualKey(value: unknown): value is VirtualKey {
  const { code, extended } = value as Partial<Record<keyof VirtualKey, unknown>>;
  return Number.isInteger(code) && Number(code) >= 1 && Number(code) <= 0xfe && typeof extended === 'boolean';
}
