import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { Log } from '../../../../../base/log.ts';
import { XConnection } from '../display/connection.ts';
import { recover } from './recover.ts';

/** The argument by which `entry.ts` recognises this mode. */
export const survivorFlag = '--let-go';
/** Retry delays, since the server may notice the end of an engine later than we do; milliseconds. */
const triesAfterMs = [20, 200, 1_000] as const;

/**
 * A small process that releases keys and buttons if this one is killed together with its supervisor: the X server would keep
 * them pressed. It waits on a pipe from us, in a separate session, so that signals to our group do not reach it; it is started
 * when something is first held.
 */
export class Survivor implements Disposable {
  readonly #entry: string | undefined;
  readonly #display: string;
  readonly #log: Log;
  #child: ChildProcess | null = null;

  /** @param entry the script that runs the engine; without it there is no survivor */
  constructor({ entry, display, log }: { entry: string | undefined; display: string; log: Log }) {
    this.#entry = entry;
    this.#display = display;
    this.#log = log;
  }

  /** Something is about to be held. */
  ensure(): void {
    if (this.#child || !this.#entry) return;
    const env = { ...process.env, DISPLAY: this.#display, ELECTRON_RUN_AS_NODE: '1' };
    const args = [this.#entry, survivorFlag];
    const child = spawn(process.execPath, args, { env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', (error) => this.#log('warn', 'no one would let go of held keys after a crash', error));
    child.once('exit', () => (this.#child = null));
    child.stdin.on('error', () => undefined);
    child.unref();
    this.#child = child;
  }

  /** Nothing is held, and nothing will be. */
  dispose(): void {
    this.#child?.kill('SIGKILL');
  }
}

/** The survivor's main function once its engine has ended: undoes its leftovers. */
export async function runSurvivor(log: Log): Promise<void> {
  const x = await XConnection.open(process.env['DISPLAY'] ?? '');
  for (const ms of triesAfterMs) {
    await sleep(ms);
    await recover(x, log);
  }
  x.close();
}
