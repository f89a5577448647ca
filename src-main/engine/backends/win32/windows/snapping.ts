import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { isAlive } from '../../../../base/is-alive.ts';
import type { Log } from '../../../../base/log.ts';
import { lastFailure } from '../native/failure.ts';
import { declare } from '../native/library.ts';

/** Whether Windows arranges windows that are dragged to an edge, as it keeps that for the whole session. */
export interface Arranging {
  /** Null where this Windows knows no such thing. */
  get(): boolean | null;
  set(on: boolean): void;
}

const systemParametersInfo = declare<(action: number, number: number, place: Int32Array | null, how: number) => number>(
  'user32',
  'int32 SystemParametersInfoW(uint32 action, uint32 number, void* place, uint32 how)',
);
/** `SPI_…WINARRANGING` of winuser.h: https://learn.microsoft.com/windows/win32/api/winuser/nf-winuser-systemparametersinfow */
const [getArranging, setArranging] = [0x0082, 0x0083] as const;
/** `SPIF_SENDCHANGE`, without `SPIF_UPDATEINIFILE`: not for longer than the session. */
const tellOthers = 0x2;

export const windowsArranging: Arranging = {
  get() {
    const on = new Int32Array([-1]);
    return systemParametersInfo(getArranging, 0, on, 0) === 0 || on[0] === -1 ? null : on[0] !== 0;
  },
  set(on) {
    // The value stands in the number: with it at the place, as the document has it, Windows 11 is said to set nothing.
    if (systemParametersInfo(setArranging, on ? 1 : 0, null, tellOthers) === 0) {
      throw lastFailure('SystemParametersInfo');
    }
    if (windowsArranging.get() !== on)
      throw new AppError('not_verified', 'Windows did not change whether it snaps windows.');
  },
};

const fileName = /^(\d+)$/;

/**
 * Keeps Windows from arranging windows, where that is asked for, and puts back what was. A file says of a process that
 * it has to, so that the next one does where that one was killed.
 */
export class Snapping {
  readonly #arranging: Arranging;
  readonly #folder: string;
  readonly #file: string;
  #isOff = false;

  /** What a predecessor left that cannot be put back is logged, and left to the next. */
  constructor(arranging: Arranging, folder: string, log: Log) {
    this.#arranging = arranging;
    this.#folder = folder;
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
    else this.#turnOff();
  }

  /** Does nothing where nothing was changed. */
  putBack(): void {
    if (!this.#isOff) return;
    this.#arranging.set(true);
    this.#isOff = false;
    rmSync(this.#file, { force: true });
  }

  #turnOff(): void {
    const on = this.#arranging.get();
    if (on === null) throw new AppError('unsupported_platform', 'This Windows does not say whether it snaps windows.');
    // Off already: whoever did that puts it back.
    if (!on) return;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#file, '');
    this.#arranging.set(false);
    this.#isOff = true;
  }

  #putBackForTheDead(): void {
    const dead = filesIn(this.#folder).filter((name) => {
      const owner = Number(fileName.exec(name)?.[1] ?? process.ppid);
      // Windows gives process ids anew: one with ours is a predecessor's.
      return owner === process.pid || !isAlive(owner);
    });
    if (dead.length === 0) return;
    this.#arranging.set(true);
    for (const name of dead) rmSync(path.join(this.#folder, name), { force: true });
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No one has ever turned it off.
    return [];
  }
}
