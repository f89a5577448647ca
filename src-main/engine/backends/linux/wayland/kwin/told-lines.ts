import { z } from 'zod';

const numbered = z.looseObject({ run: z.number(), said: z.number(), time: z.number() });

/** What an effect says in a log that may lose lines, and repeat them: each line once, and where some are missing. */
export class ToldLines {
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
    const parsed = numbered.safeParse(toldIn(line, this.#token));
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
export function toldIn(line: string, token: string): unknown {
  const at = line.indexOf(`${token} `);
  if (at < 0) return null;
  try {
    return JSON.parse(line.slice(at + token.length + 1));
  } catch {
    return null;
  }
}
