import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where file dialogs begin: since Electron 43 they forget the folder that a person chose last, and begin in Downloads. */
export class LastFolder {
  #folder: string | null = null;
  readonly #first: () => string;

  /** @param first where the first one begins */
  constructor(first: () => string) {
    this.#first = first;
  }

  get folder(): string {
    return this.#folder ?? this.#first();
  }

  /** The path of a suggested file: a bare name would be put into Downloads. */
  fileIn(name: string): string {
    return path.join(this.folder, name);
  }

  /** @param file the chosen file; null for none @returns the same */
  chose(file: string | null): string | null {
    if (file !== null) this.#folder = path.dirname(file);
    return file;
  }
}

/**
 * The file with the extension that the dialog offered, for a name typed without one: Linux's dialogs add none. Unchanged if such
 * a file exists, since the dialog has not asked whether to replace that.
 */
export function withExtension(file: string, extension: string | undefined): string {
  if (extension === undefined || path.extname(file) !== '') return file;
  const full = `${file}.${extension}`;
  return existsSync(full) ? file : full;
}
