import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isAlive, startTicks } from '../../../../../base/processes/is-alive.ts';
import { dataFolder } from '../../../../../base/files/profile-folder.ts';

/** KWin takes half a minute to discover a new name, so the name is fixed and shared by all recorders. */
export const effectName = 'deskscope_presses';

const [metadata, main] = ['metadata.json', 'contents/code/main.js'];

/**
 * The effect's files where KWin finds them, present while a process of this user needs them. Its reports begin with a secret,
 * stored next to it in a private folder.
 */
export class EffectFiles {
  readonly #folder: string;
  readonly #own = `${process.pid}-${startTicks(process.pid)}-${randomUUID()}`;

  constructor(data = dataFolder(process.env, 'linux', process.env['HOME'] || undefined)) {
    this.#folder = join(data, 'kwin', 'effects', effectName);
  }

  /** Registers this process as a user. @returns the secret */
  enter(): string {
    for (let left = 3; ; left--) {
      try {
        return this.#write();
      } catch (error) {
        // Another process is removing it.
        if (left === 0 || codeOf(error) !== 'ENOENT') throw error;
      }
    }
  }

  /** Whether everything that `enter` wrote still exists: a process that left at that moment may have removed it. */
  get isThere(): boolean {
    const names = [join('users', this.#own), 'token', metadata, main];
    return names.every((name) => existsSync(join(this.#folder, name)));
  }

  #write(): string {
    mkdirSync(this.#users, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.#users, this.#own), '');
    const token = this.#claim();
    writeEffect(this.#folder, token);
    return token;
  }

  /** Unregisters this process, and removes the files after the last one. @returns whether they were removed */
  leave(): boolean {
    rmSync(join(this.#users, this.#own), { force: true });
    return this.removeLeft();
  }

  /** Removes the files if all registered processes have died. @returns whether it did, or there were none */
  removeLeft(): boolean {
    if (namesIn(this.#users).some(isOfLiving)) return false;
    try {
      rmSync(this.#folder, { recursive: true, force: true });
      return true;
    } catch (error) {
      // Another process has just registered.
      if (codeOf(error) === 'ENOTEMPTY') return false;
      throw error;
    }
  }

  get #users(): string {
    return join(this.#folder, 'users');
  }

  /** The existing secret, or a new one: never a partly written one. */
  #claim(): string {
    const [file, own] = [join(this.#folder, 'token'), join(this.#folder, this.#own)];
    writeFileSync(own, randomUUID(), { mode: 0o600 });
    try {
      linkSync(own, file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(own, { force: true });
    }
    return readFileSync(file, 'utf8');
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Whether the process that wrote it is still running, and not another with a reused id. */
function isOfLiving(name: string): boolean {
  const [pid, started] = name.split('-');
  return isAlive(Number(pid)) && startTicks(Number(pid)) === started;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function writeEffect(folder: string, token: string): void {
  mkdirSync(join(folder, dirname(main)), { recursive: true, mode: 0o700 });
  const plugin = {
    Id: effectName,
    Name: 'Deskscope',
    ServiceTypes: ['KWin/Effect'],
    EnabledByDefault: false,
    License: 'MIT',
  };
  const described = {
    KPackageStructure: 'KWin/Effect',
    KPlugin: { ...plugin, Description: 'Tells Deskscope what is pressed while it records.' },
    'X-Plasma-API': 'javascript',
    'X-Plasma-MainScript': relative('contents', main),
  };
  writeFileSync(join(folder, metadata), JSON.stringify(described));
  writeFileSync(join(folder, main), program(token), { mode: 0o600 });
}

/** Reports are numbered, since logs lose and repeat lines. The effect reports itself at startup and on request. */
function program(token: string): string {
  return `
var run = Date.now(), said = 0;
function tell(what) {
  what.run = run;
  what.said = ++said;
  what.time = Date.now();
  print(${JSON.stringify(token)} + ' ' + JSON.stringify(what));
}
effects.mouseChanged.connect(function (pos, oldPos, buttons, was, modifiers) {
  if (buttons !== was) tell({ x: pos.x, y: pos.y, buttons: buttons, was: was, modifiers: modifiers });
});
effect.configChanged.connect(function () { tell({}); });
tell({});
`;
}
