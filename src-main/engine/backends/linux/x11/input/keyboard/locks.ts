import { AppError } from '#contract/errors';
import type { XConnection } from '../../display/connection.ts';
import type { XKeyboardExtension, XKeyboardState } from '../../display/extensions.ts';
import type { PressedKeyJournal } from './pressed-key-journal.ts';

/** State that determines a key's character. Bits as in an event's state. */
export interface LockState {
  /** Index of the current layout, from 0. */
  readonly group: number;
  /** Locked modifiers: CapsLock, NumLock. */
  readonly locked: number;
}

export interface KeyboardState extends LockState {
  /** Modifiers that are held, or latched for the next key. */
  readonly held: number;
}

/**
 * Layout, CapsLock and NumLock: set temporarily through the keyboard extension, without typing, and restored.
 * https://www.x.org/releases/X11R7.7/doc/kbproto/xkbproto.html#Changing_Modifier_and_Group_State
 */
export class Locks {
  readonly #x: XConnection;
  readonly #journal: PressedKeyJournal;

  constructor(x: XConnection, journal: PressedKeyJournal) {
    this.#x = x;
    this.#journal = journal;
  }

  /** @throws AppError `unsupported_platform` */
  async read(): Promise<KeyboardState> {
    const xkb = await this.#extension();
    const state = await this.#x.ask<XKeyboardState>((_, done) => xkb.GetState(xkb.UseCoreKbd, done));
    return { held: state.baseMods | state.latchedMods, locked: state.lockedMods, group: state.group };
  }

  /** Lets `work` set layout and locks, and restores `found` afterwards. */
  async during(found: LockState, work: (set: (wanted: Partial<LockState>) => void) => Promise<void>): Promise<void> {
    const xkb = await this.#extension();
    let now: LockState = found;
    const set = (wanted: Partial<LockState>) => {
      const next = { group: now.group, locked: now.locked, ...wanted };
      if (same(next, now)) return;
      this.#journal.add({ kind: 'locks', group: found.group, locked: found.locked });
      setLocks(xkb, next);
      now = next;
    };
    try {
      await work(set);
    } finally {
      set(found);
      this.#journal.remove('locks');
      await this.#x.sync();
    }
  }

  async #extension(): Promise<XKeyboardExtension> {
    const xkb = await this.#x.extension('xkb');
    if (xkb) return xkb;
    throw new AppError('unsupported_platform', 'The X server has no XKEYBOARD extension, so keys cannot be sent.', {
      delivery: 'not_delivered',
    });
  }
}

const everyModifier = 0xff;

export function setLocks(xkb: XKeyboardExtension, { group, locked }: LockState): void {
  xkb.LatchLockState(xkb.UseCoreKbd, everyModifier, locked, true, group, 0, 0, false, 0);
}

function same(a: LockState, b: LockState): boolean {
  return a.group === b.group && a.locked === b.locked;
}
