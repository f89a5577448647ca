import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileFolder } from '../../../../../base/files/profile-folder.ts';

/** What lets a later session go without asking, where the person has allowed that: each is good for one time. */
export class RestoreToken {
  readonly #folder: string;

  constructor(folder = profileFolder(process.env)) {
    this.#folder = folder;
  }

  /** The one that is kept, which is forgotten with that. */
  take(): string | null {
    try {
      return readFileSync(this.#file, 'utf8') || null;
    } catch {
      return null;
    } finally {
      rmSync(this.#file, { force: true });
    }
  }

  /** Keeps what came with a grant, where anything did. */
  keep(token: unknown): void {
    if (typeof token !== 'string' || token === '') return;
    mkdirSync(this.#folder, { recursive: true });
    rmSync(this.#file, { force: true });
    writeFileSync(this.#file, token, { mode: 0o600, flag: 'wx' });
  }

  get #file(): string {
    return join(this.#folder, 'portal-token');
  }
}
