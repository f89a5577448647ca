import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { isAlive } from '../../../../base/processes/is-alive.ts';
import type { Log } from '../../../../base/log.ts';
import { lastFailure } from '../native/errors.ts';
import { declare } from '../native/library.ts';

/** Whether Windows arranges windows that are dragged to an edge, a setting of the whole session. */
export interface Arranging {
  /** Null if this Windows lacks it. */
  get(): boolean | null;
  set(on: boolean): void;
}

const systemParametersInfo = declare<(action: number, number: number, place: Int32Array | null, how: number) => number>(
  'user32',
  'int32 SystemParametersInfoW(uint32 action, uint32 number, void* place, uint32 how)',
);
/** `SPI_…WINARRANGING` of winuser.h: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-systemparametersinfow */
const [getArranging, setArranging] = [0x0082, 0x0083] as const;
/** `SPIF_SENDCHANGE`, without `SPIF_UPDATEINIFILE`: only for the session. */
const broadcastChange = 0x2;

export const windowsArranging: Arranging = {
  get() {
    const on = new Int32Array([-1]);
    return systemParametersInfo(getArranging, 0, on, 0) === 0 || on[0] === -1 ? null : on[0] !== 0;
  },
  set(on) {
    // The value itself is passed: with its address, as documented, Windows 11 reportedly sets nothing.
    if (systemParametersInfo(setArranging, on ? 1 : 0, null, broadcastChange) === 0) {
      throw lastFailure('SystemParametersInfo');
    }
    if (windowsArranging.get() !== on)
      throw new AppError('not_verified', 'Windows did not change whether it snaps windows.');
  },
};

const fileName = /^(\d+)$/;

/** Start time of a process, in `Date.now()` time; null if unknown. */
export type StartedAt = (processId: number) => number | null;

/**
 * Turns off window arranging on request, and restores it. Several processes may request that at once: each has a file with its
 * start time, since Windows reuses process ids. The last to end restores the setting; after a kill, the next to start does, if
 * there is no other.
 */
export class Snapping {
  readonly #arranging: Arranging;
  readonly #folder: string;
  readonly #startedAt: StartedAt;
  readonly #file: string;
  #isOff = false;

  /** Failures to undo a predecessor's change are logged, and left to the next. */
  constructor(arranging: Arranging, { folder, startedAt, log }: { folder: string; startedAt: StartedAt; log: Log }) {
    this.#arranging = arranging;
    this.#folder = folder;
    this.#startedAt = startedAt;
    this.#file = path.join(folder, String(process.pid));
    try {
      this.#putBackForTheDead();
    } catch (error) {
      log('warn', 'windows do not snap, since an engine that was killed kept them from it', error);
    }
  }

  /** @throws AppError `unsupported_platform`; Win32Failure */
  allow(allowed: boolean): void {
    if (allowed) this.putBack();
    else if (!this.#isOff) this.#turnOff();
  }

  /** Does nothing without a change, or while another process still requests it. */
  putBack(): void {
    if (!this.#isOff) return;
    // First, so that of two that end at once the later one sees no other.
    this.#leave();
    try {
      if (!this.#isWanted()) this.#arranging.set(true);
      this.#isOff = false;
    } catch (error) {
      this.#join();
      throw error;
    }
  }

  #turnOff(): void {
    // Also before, since another that ends now leaves it to this one once it sees its file.
    const wasWanted = this.#isWanted();
    const before = this.#arranging.get();
    if (before === null)
      throw new AppError('unsupported_platform', 'This Windows does not report whether it snaps windows.');
    this.#join();
    try {
      const isOn = this.#arranging.get() !== false;
      if (isOn) this.#arranging.set(false);
      // If it is already off, and by none of ours, the user turned it off.
      this.#isOff = isOn || wasWanted || this.#isWanted();
      if (!this.#isOff) this.#leave();
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  #join(): void {
    mkdirSync(this.#folder, { recursive: true });
    // A reader would mistake a partly written file for that of a dead process.
    const aside = `${this.#file}.new`;
    writeFileSync(aside, String(this.#startedAt(process.pid) ?? ''));
    renameSync(aside, this.#file);
  }

  #leave(): void {
    rmSync(this.#file, { force: true });
  }

  /** Whether another running process requests it. */
  #isWanted(): boolean {
    return filesIn(this.#folder).some((name) => this.#ownerIsAtWork(name));
  }

  #putBackForTheDead(): void {
    const dead = filesIn(this.#folder).filter((name) => !this.#ownerIsAtWork(name));
    if (dead.length === 0) return;
    const files = dead.map((name) => path.join(this.#folder, name));
    // Windows resets it on restart, and a later change is the user's.
    const isThisSession = files.some((file) => statSync(file).mtimeMs > Date.now() - uptime() * 1_000);
    if (isThisSession && !this.#isWanted()) this.#arranging.set(true);
    for (const file of files) rmSync(file, { force: true });
  }

  /** Excludes this process: a file with its id is a predecessor's, until it writes its own. */
  #ownerIsAtWork(name: string): boolean {
    const owner = Number(fileName.exec(name)?.[1] ?? 0);
    if (owner === process.pid || !isAlive(owner)) return false;
    const startedAt = this.#startedAt(owner);
    return startedAt === null || String(startedAt) === contentOf(path.join(this.#folder, name));
  }
}

/** Null if its owner has removed it meanwhile. */
function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => fileName.test(name));
  } catch {
    // It was never turned off.
    return [];
  }
}
