import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isAlive, startTicks } from '../../../../../base/processes/is-alive.ts';
import { dataFolder } from '../../../../../base/files/profile-folder.ts';

/** KWin takes half a minute to know a new name, so there is one for all times and all who record. */
export const effectName = 'deskscope_presses';

const [metadata, main] = ['metadata.json', 'contents/code/main.js'];

/**
 * The effect where KWin finds it, there while a process of this user needs it. What it reports begins with a secret, which is
 * next to it, in a folder of the user's own.
 */
export class EffectFiles {
  readonly #folder: string;
  readonly #own = `${process.pid}-${startTicks(process.pid)}-${randomUUID()}`;

  constructor(data = dataFolder(process.env, 'linux', process.env['HOME'] || undefined)) {
    this.#folder = join(data, 'kwin', 'effects', effectName);
  }

  /** This process needs it from now on. @returns the secret */
  enter(): string {
    for (let left = 3; ; left--) {
      try {
        return this.#write();
      } catch (error) {
        // Another takes it away just now.
        if (left === 0 || codeOf(error) !== 'ENOENT') throw error;
      }
    }
  }

  /** Whether all is still there that `enter` has written: who left at that moment may have taken it away. */
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

  /** This process needs it no longer. If nobody else does it is taken away. @returns whether it was */
  leave(): boolean {
    rmSync(join(this.#users, this.#own), { force: true });
    return this.removeLeft();
  }

  /** Takes it away where who needed it has died. @returns whether it did, or it was not there */
  removeLeft(): boolean {
    if (namesIn(this.#users).some(isOfLiving)) return false;
    try {
      rmSync(this.#folder, { recursive: true, force: true });
      return true;
    } catch (error) {
      // Another needs it from just now on.
      if (codeOf(error) === 'ENOTEMPTY') return false;
      throw error;
    }
  }

  get #users(): string {
    return join(this.#folder, 'users');
  }

  /** The secret that is there, or a new one: never one that is only half written. */
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

/** Whether the process still runs that has written it, and no other that was given its id. */
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

/**
 * What it reports is numbered, since logs lose lines and repeat them. It reports that it runs when it begins and when it is
 * asked.
 */
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
