import { z } from 'zod';
import { AppError } from '#contract/errors';
import { sleep } from '../../../../../base/async/deadline.ts';
import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { KWinBus } from './bus.ts';
import { EffectFiles, effectName } from './effect-files.ts';
import type { LogSource } from './log.ts';

const effects = { path: '/Effects', face: 'org.kde.kwin.Effects' } as const;
/** Timeout and poll interval for KWin to discover a new effect on disk, in milliseconds. */
const loadMs = 4_000;
const againMs = 100;
const strangeAfter = 15;
/** Interval for checking that the effect runs, and for reopening an ended log, in milliseconds. */
const lookMs = 1_000;

export interface EffectReading {
  readonly received: (what: unknown) => void;
  /** Presses may have been missed: the log lost lines, or the effect was unloaded. */
  readonly missed: () => void;
}

/**
 * Loads an effect that reports buttons, and receives its log lines until disposed, even if the effect is unloaded elsewhere or
 * the log follower dies. Leaves nothing on disk.
 * @throws AppError `unsupported_platform` if it does not run, or the log is unreadable
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

/** Leftovers of killed engines. */
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
      // It may be loaded with the secret of removed files.
      if (i === strangeAfter) await ask(this.#bus, 'unloadEffect');
      const isNew = await ask(this.#bus, 'loadEffect');
      // If another Deskscope has loaded it, it reports itself on request.
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

  /** The secret changes if the files were removed. */
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

  /** A full disk is retried. An unresponsive KWin is reported elsewhere. */
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

/** Parses an effect's reports from a log that may lose and repeat lines: returns each line once, and detects gaps. */
export class EffectLines {
  readonly #token: string;
  readonly #since: number;
  #run: number | null = null;
  #said = 0;

  /** @param since by the effect's clock, in milliseconds: older reports are ignored */
  constructor(token: string, since: number) {
    this.#token = token;
    this.#since = since;
  }

  /** Null for foreign and known lines. `missing`: earlier reports are in no line. */
  read(line: string): { readonly what: unknown; readonly missing: boolean } | null {
    const parsed = numbered.safeParse(payloadOf(line, this.#token));
    if (!parsed.success) return null;
    const { run, said, time } = parsed.data;
    // The effect's clock may be set back, its numbers never decrease.
    if (run === this.#run ? said <= this.#said : time < this.#since) return null;
    // After a restart, reports in between are missing.
    const missing = this.#run !== null && (run !== this.#run || said > this.#said + 1);
    [this.#run, this.#said] = [run, said];
    return { what: parsed.data, missing };
  }
}

/** Null for foreign lines. Qt prefixes its category. */
export function payloadOf(line: string, token: string): unknown {
  const at = line.indexOf(`${token} `);
  if (at < 0) return null;
  try {
    return JSON.parse(line.slice(at + token.length + 1));
  } catch {
    return null;
  }
}
