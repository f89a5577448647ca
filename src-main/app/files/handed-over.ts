import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The message of a second start to the first. */
const secondStart = z.object({ files: z.array(z.string().min(1).max(4_096)).max(100).readonly() });
export type SecondStart = Readonly<z.output<typeof secondStart>>;

/** Parses the message of another start; an older version sends none. */
export function filesOfSecondStart(received: unknown): readonly string[] {
  const parsed = secondStart.safeParse(received);
  return parsed.success ? parsed.data.files.filter((file) => path.isAbsolute(file)) : [];
}

/**
 * The files and folders on a command line, as absolute paths. Arguments with `-` are switches up to `--`; in an
 * unpackaged app the first other argument is the app itself. Desktops pass `file:` addresses too.
 */
export function filesIn(
  argv: readonly string[],
  { isPackaged, folder }: { readonly isPackaged: boolean; readonly folder: string },
): readonly string[] {
  const words = argv.slice(1);
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const named = [...words.slice(0, end).filter((word) => !word.startsWith('-')), ...words.slice(end + 1)];
  return named.slice(isPackaged ? 0 : 1).flatMap((word) => (word === '' ? [] : [toPath(word, folder)]));
}

function toPath(word: string, folder: string): string {
  try {
    if (word.startsWith('file:')) return fileURLToPath(word);
  } catch {
    // An address of another machine, for example: opening it reports that there is no such file.
  }
  return path.resolve(folder, word);
}

/** Queues the files handed over until they can be opened, in order. */
export class HandedOver {
  #waiting: readonly string[] = [];
  #take: ((file: string) => void) | null = null;

  add(files: readonly string[]): void {
    if (this.#take) files.forEach(this.#take);
    else this.#waiting = [...this.#waiting, ...files];
  }

  /** From now on `take` is called for each, first for the queued ones. */
  follow(take: (file: string) => void): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#take = take;
    waiting.forEach(take);
  }
}
