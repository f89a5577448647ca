import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What a second start tells the first one. */
const secondStart = z.object({ files: z.array(z.string().min(1).max(4_096)).max(100).readonly() });
export type SecondStart = Readonly<z.output<typeof secondStart>>;

/** Reads what another start of ours said; an older one reports nothing. */
export function filesOfSecondStart(received: unknown): readonly string[] {
  const parsed = secondStart.safeParse(received);
  return parsed.success ? parsed.data.files.filter((file) => path.isAbsolute(file)) : [];
}

/**
 * The files and folders that a command line names, as absolute paths. What begins with `-` is a switch up to `--`; of an app
 * that is not packaged the first other word is the app itself. Desktops hand over `file:` addresses too.
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
    // Of another machine, report: then it is told that there is no such file.
  }
  return path.resolve(folder, word);
}

/** Keeps what was handed over until somebody can open it, in its order. */
export class HandedOver {
  #waiting: readonly string[] = [];
  #take: ((file: string) => void) | null = null;

  add(files: readonly string[]): void {
    if (this.#take) files.forEach(this.#take);
    else this.#waiting = [...this.#waiting, ...files];
  }

  /** From now on `take` is notified of each, first of those that wait. */
  follow(take: (file: string) => void): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#take = take;
    waiting.forEach(take);
  }
}
