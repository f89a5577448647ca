import { z } from 'zod';
import { AppError } from '#contract/errors';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { KWinBus } from './bus.ts';
import { EffectFiles, effectName } from './effect-files.ts';
import type { LogSource } from './log.ts';

const effects = { path: '/Effects', face: 'org.kde.kwin.Effects' } as const;
/** How long KWin may take to know an effect that is new on the disk, and how often it is asked, in milliseconds. */
const loadMs = 4_000;
const againMs = 100;
const strangeAfter = 15;
/** How often one looks whether it still runs, and a log is opened again that has ended, in milliseconds. */
const lookMs = 1_000;

export interface EffectReading {
  readonly received: (what: unknown) => void;
  /** Something may have been pressed of which nobody knows: a log lost lines, or somebody has unloaded the effect. */
  readonly missed: () => void;
}

/**
 * Loads an effect that reports buttons, and receives what it writes to the log until that ends: even if somebody else unloads it,
 * or who follows the log dies. Nothing of it stays on the disk.
 * @throws AppError `unsupported_platform` if it does not run, or the log is not told to us
 */
export async function loadPressEffect(bus: KWinBus, log: LogSource, reading: EffectReading): Promise<Disposable> {
  const effect = new PressEffect(bus, log, reading);
  try {
    await effect.load();
    return effect;
  } catch (error) {
    effect.dispose();
    throw error;
  }
}

/** What engines left that were killed. */
export async function removeLeftEffect(bus: KWinBus): Promise<void> {
  if (new EffectFiles().removeLeft()) await ask(bus, 'unloadEffect');
}

class PressEffect implements Disposable {
  readonly #bus: KWinBus;
  readonly #log: LogSource;
  readonly #reading: EffectReading;
  readonly #files = new EffectFiles();
  #lines: EffectLines;
  #following: Disposable;
  #isReceived = false;
  #isOver = false;
  #looking: NodeJS.Timeout | undefined;

  constructor(bus: KWinBus, log: LogSource, reading: EffectReading) {
    this.#bus = bus;
    this.#log = log;
    this.#reading = reading;
    this.#lines = this.#enter();
    this.#following = this.#follow();
  }

  /** @throws as `loadPressEffect` */
  async load(): Promise<void> {
    const end = Date.now() + loadMs;
    for (let i = 0; !this.#isReceived && Date.now() < end; i++) {
      if (!this.#files.isThere) this.#lines = this.#enter();
      // It may be there with the secret of files that are gone.
      if (i === strangeAfter) await ask(this.#bus, 'unloadEffect');
      const isNew = await ask(this.#bus, 'loadEffect');
      // Where another Deskscope has loaded it, it reports that it runs when it is asked.
      if (!isNew) await ask(this.#bus, 'reconfigureEffect');
      await sleep(againMs);
    }
    if (!this.#isReceived) throw unreported();
    this.#lookLater();
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#looking);
    this.#following.dispose();
    if (this.#files.leave()) this.#bus.finish(ask(this.#bus, 'unloadEffect'));
  }

  /** The secret is a new one where the files were gone. */
  #enter(): EffectLines {
    return new EffectLines(this.#files.enter(), Date.now());
  }

  #follow(): Disposable {
    return this.#log.follow(
      (line) => this.#receive(line),
      () => {
        if (this.#isOver) return;
        if (this.#isReceived) this.#reading.missed();
        setTimeout(() => {
          if (!this.#isOver) this.#following = this.#follow();
        }, lookMs).unref();
      },
    );
  }

  #receive(line: string): void {
    const read = this.#lines.read(line);
    if (!read) return;
    this.#isReceived = true;
    if (read.missing) this.#reading.missed();
    this.#reading.received(read.what);
  }

  #lookLater(): void {
    if (this.#isOver) return;
    this.#looking = setTimeout(() => void this.#look(), lookMs).unref();
  }

  async #loadAgain(): Promise<void> {
    this.#lines = this.#enter();
    await ask(this.#bus, 'loadEffect');
  }

  /** A disk that is full is tried again. A KWin that does not answer is told to be lost by others. */
  async #look(): Promise<void> {
    const isLoaded = await ask(this.#bus, 'isEffectLoaded').catch(() => true);
    if (this.#isOver) return;
    if (!isLoaded) {
      this.#reading.missed();
      await this.#loadAgain().catch(() => undefined);
    }
    this.#lookLater();
  }
}

function unreported(): AppError {
  return new AppError('unsupported_platform', 'The output of Deskscope’s KWin effect is missing from KWin’s log.', {
    hint: 'Effects need compositing, and the log the journal of the user; where KWin’s output goes to a file, name it in DESKSCOPE_KWIN_LOG.',
  });
}

async function ask(bus: KWinBus, member: string): Promise<boolean> {
  const [answer] = await bus.ask(effects.path, effects.face, member, { signature: 's', body: [effectName] });
  return answer === true;
}

const numbered = z.looseObject({ run: z.number(), said: z.number(), time: z.number() });

/** What an effect reports in a log that may lose lines, and repeat them: each line once, and where some are missing. */
export class EffectLines {
  readonly #token: string;
  readonly #since: number;
  #run: number | null = null;
  #said = 0;

  /** @param since milliseconds of the clock that the effect has: what was said before is of no interest */
  constructor(token: string, since: number) {
    this.#token = token;
    this.#since = since;
  }

  /** Null for lines of others and what is known. `missing`: something was said before it that is in no line. */
  read(line: string): { readonly what: unknown; readonly missing: boolean } | null {
    const parsed = numbered.safeParse(payloadOf(line, this.#token));
    if (!parsed.success) return null;
    const { run, said, time } = parsed.data;
    // The clock of a run may be put back, its numbers are not.
    if (run === this.#run ? said <= this.#said : time < this.#since) return null;
    // One that started over was away in between.
    const missing = this.#run !== null && (run !== this.#run || said > this.#said + 1);
    [this.#run, this.#said] = [run, said];
    return { what: parsed.data, missing };
  }
}

/** Null for lines of others. Qt puts its category before it. */
export function payloadOf(line: string, token: string): unknown {
  const at = line.indexOf(`${token} `);
  if (at < 0) return null;
  try {
    return JSON.parse(line.slice(at + token.length + 1));
  } catch {
    return null;
  }
}
