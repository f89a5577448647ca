import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { isAlive, startTicks } from '../base/processes/is-alive.ts';
import { sleep } from '../base/async/deadline.ts';

/**
 * A person at a desktop's live view and programs take turns by files in the desktop's folder, which are outside its
 * walls. Each file names its process: those of dead processes are ignored.
 */
type Who = 'person' | 'program';

const lookMs = 25;
/** How long an act that is under way may take to end before a person gives up, in milliseconds. */
const endMs = 10_000;
let count = 0;

/**
 * Halts the programs that act on a desktop, in any process: pending acts end first.
 * @returns what lets them go on
 * @throws AppError `timeout` if an act does not end
 */
export async function takeOver(folder: string, waitMs = endMs): Promise<() => void> {
  const giveBack = put(folder, 'person');
  const end = Date.now() + waitMs;
  while (has(folder, 'program')) {
    if (Date.now() > end) {
      giveBack();
      throw new AppError('timeout', 'What acts on this desktop does not pause.', {
        hint: 'Try again when its action has ended, or stop the desktop.',
      });
    }
    await sleep(lookMs);
  }
  return giveBack;
}

/** Whether a person works on a desktop in a program's place. */
export function isTakenOver(folder: string): boolean {
  return has(folder, 'person');
}

/**
 * Waits until a person has taken a desktop over and given it back.
 * @throws AppError `cancelled` if the desktop ends
 */
export async function untilGivenBack(folder: string): Promise<void> {
  for (const wanted of [true, false]) {
    while (isTakenOver(folder) !== wanted) {
      if (!existsSync(folder)) throw new AppError('cancelled', 'The desktop ended while its program paused.');
      await sleep(lookMs);
    }
  }
}

/** The turn of a program on a desktop: it waits while a person acts, and must report the end of its act. */
export function turnOn(folder: string): (signal: AbortSignal) => Promise<() => void> {
  return async (signal) => {
    for (;;) {
      // First its own file, then the check: of two that begin at once, one sees the other.
      const end = put(folder, 'program');
      if (!has(folder, 'person')) return end;
      end();
      await sleep(lookMs, signal);
    }
  };
}

function put(folder: string, who: Who): () => void {
  const file = path.join(folder, [who, process.pid, startTicks(process.pid), ++count].join('.'));
  try {
    writeFileSync(file, '', { mode: 0o600 });
  } catch {
    // The desktop has ended: its engine reports that to callers.
  }
  return () => rmSync(file, { force: true });
}

function has(folder: string, who: Who): boolean {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return false;
  }
  return names.some((name) => {
    const [, by, pid = '', ticks] = /^(person|program)\.(\d+)\.(\d*)\.\d+$/.exec(name) ?? [];
    return by === who && isAlive(Number(pid)) && startTicks(Number(pid)) === ticks;
  });
}
