import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#contract/errors';
import { sleep } from '../../../../../base/deadline.ts';
import { disposable, type Disposable } from '../../../../../base/disposable.ts';
import { isAlive } from '../../../../../base/is-alive.ts';
import { dataFolder } from '../../../../../base/profile-folder.ts';
import type { KWinBus } from './bus.ts';
import type { LogSource } from './log.ts';

const effects = { path: '/Effects', face: 'org.kde.kwin.Effects' } as const;
/** How long KWin may take to know an effect that is new on the disk, and how often it is asked, in milliseconds. */
const loadMs = 4_000;
const againMs = 100;
const family = 'deskscope_presses_';

/**
 * Loads an effect that tells of buttons, and hears what it writes to the log until it is unloaded. Nothing of it stays on the disk.
 * @throws AppError `unsupported_platform` where it does not run, or the log is not told to us
 */
export async function loadPressEffect(
  bus: KWinBus,
  log: LogSource,
  heard: (what: unknown) => void,
): Promise<Disposable> {
  const name = `${family}${process.pid}`;
  const token = randomUUID();
  const folder = effectsFolder();
  await removeLeft(bus, folder);
  const state = { isHeard: false };
  const following = log.follow((line) => {
    const what = toldIn(line, token);
    if (what === null) return;
    if (state.isHeard) heard(what);
    state.isHeard = true;
  });
  const unload = async () => {
    following.dispose();
    await ask(bus, 'unloadEffect', name).catch(() => undefined);
    rmSync(join(folder, name), { recursive: true, force: true });
  };
  try {
    writeEffect(join(folder, name), name, token);
    const end = Date.now() + loadMs;
    while (!state.isHeard && Date.now() < end) {
      await ask(bus, 'loadEffect', name);
      await sleep(againMs);
    }
    if (!state.isHeard) throw unheard();
    return disposable(() => void unload());
  } catch (error) {
    await unload();
    throw error;
  }
}

function unheard(): AppError {
  return new AppError('unsupported_platform', 'KWin’s log does not say what an effect of Deskscope’s writes to it.', {
    hint: 'Effects need compositing, and the log the journal of the user; where KWin’s output goes to a file, name it in DESKSCOPE_KWIN_LOG.',
  });
}

function ask(bus: KWinBus, member: string, name: string): Promise<unknown[]> {
  return bus.ask(effects.path, effects.face, member, { signature: 's', body: [name] });
}

function effectsFolder(): string {
  const { env } = process;
  return join(dataFolder(env, 'linux', env['HOME'] || undefined), 'kwin', 'effects');
}

/** What engines left that were killed. */
async function removeLeft(bus: KWinBus, folder: string): Promise<void> {
  for (const name of namesIn(folder)) {
    const owner = Number(name.slice(family.length));
    if (!name.startsWith(family) || (owner !== process.pid && isAlive(owner))) continue;
    await ask(bus, 'unloadEffect', name).catch(() => undefined);
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function writeEffect(folder: string, name: string, token: string): void {
  const code = join(folder, 'contents', 'code');
  // What it tells begins with a secret.
  mkdirSync(code, { recursive: true, mode: 0o700 });
  const plugin = {
    Id: name,
    Name: 'Deskscope',
    ServiceTypes: ['KWin/Effect'],
    EnabledByDefault: false,
    License: 'MIT',
  };
  const metadata = {
    KPackageStructure: 'KWin/Effect',
    KPlugin: { ...plugin, Description: 'Tells Deskscope what is pressed while it records.' },
    'X-Plasma-API': 'javascript',
    'X-Plasma-MainScript': 'code/main.js',
  };
  writeFileSync(join(folder, 'metadata.json'), JSON.stringify(metadata));
  writeFileSync(join(code, 'main.js'), program(token), { mode: 0o600 });
}

/** Its first line says that it runs. */
function program(token: string): string {
  return `
function tell(what) { print(${JSON.stringify(token)} + ' ' + JSON.stringify(what)); }
effects.mouseChanged.connect(function (pos, oldPos, buttons, was, modifiers) {
  if (buttons !== was) tell({ x: pos.x, y: pos.y, buttons: buttons, was: was, modifiers: modifiers, time: Date.now() });
});
tell({});
`;
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
