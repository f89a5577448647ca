import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '#contract/errors';
import asks from '../../../resources/gnome-shell/asks.js?raw';
import grab from '../../../resources/gnome-shell/grab.js?raw';
import hands from '../../../resources/gnome-shell/hands.js?raw';
import head43 from '../../../resources/gnome-shell/head-43.js?raw';
import head45 from '../../../resources/gnome-shell/head-45.js?raw';
import presses from '../../../resources/gnome-shell/presses.js?raw';
import screen from '../../../resources/gnome-shell/screen.js?raw';
import server from '../../../resources/gnome-shell/server.js?raw';
import tail43 from '../../../resources/gnome-shell/tail-43.js?raw';
import tail45 from '../../../resources/gnome-shell/tail-45.js?raw';
import text from '../../../resources/gnome-shell/text.js?raw';
import windows from '../../../resources/gnome-shell/windows.js?raw';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import { folderOf, isInstalled, type Variables } from './place.ts';
import { doorOf, uuid, doorFolder, protocol } from './protocol.ts';

export interface ExtensionState {
  /** As `gnome-shell --version` says it; null if there is none. */
  readonly shell: string | null;
  readonly folder: string;
  readonly installed: boolean;
  /** Whether gnome-shell is configured to run it. */
  readonly enabled: boolean;
  /** Whether it listens in this session. */
  readonly running: boolean;
}

const run = promisify(execFile);
/** Keys of `org.gnome.shell`; the second overrides the first. */
type List = 'enabled-extensions' | 'disabled-extensions';
const withinMs = 10_000;

export async function extensionState(variables: Variables): Promise<ExtensionState> {
  const folder = folderOf(variables);
  const none = (): readonly string[] => [];
  const [shell, enabled, disabled, running] = await Promise.all([
    output('gnome-shell', ['--version'], variables).catch(() => null),
    listIn('enabled-extensions', variables).catch(none),
    listIn('disabled-extensions', variables).catch(none),
    listens(doorOf(variables).socket),
  ]);
  return {
    shell: shell && (/[\d.]+/.exec(shell)?.[0] ?? null),
    folder,
    installed: isInstalled(variables),
    enabled: enabled.includes(quotedUuid) && !disabled.includes(quotedUuid),
    running,
  };
}

/** Older versions of gnome-shell lack functions that it uses. */
const oldest = 43;

/**
 * Writes the extension for the gnome-shell that is there, and lets it run from the next login on.
 * @throws AppError `not_found` without gnome-shell or gsettings, `unsupported_platform` where it is older than 43
 */
export async function installExtension(variables: Variables): Promise<ExtensionState> {
  const { shell, folder } = await extensionState(variables);
  if (shell === null) throw new AppError('not_found', 'There is no gnome-shell on this machine.');
  const version = Number.parseInt(shell, 10);
  if (!(version >= oldest)) {
    throw new AppError(
      'unsupported_platform',
      `The extension needs gnome-shell ${oldest} or newer; here is ${shell}.`,
      {
        hint: 'Log in to GNOME on Xorg, where Deskscope needs no extension.',
      },
    );
  }
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(extensionFiles(version)))
    await atomicWrite(path.join(folder, name), content, 0o644);
  const enabled = await listIn('enabled-extensions', variables);
  if (!enabled.includes(quotedUuid)) await setList('enabled-extensions', [...enabled, quotedUuid], variables);
  await takeFrom('disabled-extensions', variables);
  return extensionState(variables);
}

/** Stops the extension and takes it away, wholly. @throws AppError `not_found` without gsettings */
export async function removeExtension(variables: Variables): Promise<ExtensionState> {
  await rm(folderOf(variables), { recursive: true, force: true });
  await takeFrom('enabled-extensions', variables);
  await takeFrom('disabled-extensions', variables);
  return extensionState(variables);
}

async function takeFrom(list: List, variables: Variables): Promise<void> {
  const all = await listIn(list, variables);
  const rest = all.filter((each) => each !== quotedUuid);
  if (rest.length < all.length) await setList(list, rest, variables);
}

const quotedUuid = `'${uuid}'`;
function listens(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file);
    const report = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.setTimeout(withinMs, () => report(false));
    socket.once('error', () => report(false));
    socket.once('connect', () => report(true));
  });
}

/** As they are in GVariant's notation, quotes included. */
async function listIn(list: List, variables: Variables): Promise<readonly string[]> {
  const reported = await output('gsettings', ['get', 'org.gnome.shell', list], variables);
  return reported.match(/'[^']*'|"[^"]*"/g) ?? [];
}

async function setList(list: List, all: readonly string[], variables: Variables): Promise<void> {
  const reported = all.length === 0 ? '@as []' : `[${all.join(', ')}]`;
  await output('gsettings', ['set', 'org.gnome.shell', list, reported], variables);
}

async function output(program: string, args: readonly string[], variables: Variables): Promise<string> {
  try {
    const { stdout } = await run(program, [...args], { env: variables, timeout: withinMs });
    return stdout.trim();
  } catch (cause) {
    throw new AppError('not_found', `${program} cannot list GNOME’s extensions.`, {
      hint: 'This works only in GNOME. Run it in a GNOME session, as its user.',
      cause,
    });
  }
}

/** From this version on extensions are modules: https://gjs.guide/extensions/upgrading/gnome-shell-45.html */
const firstModuleShell = 45;

const scriptConstants = `const PROTOCOL = ${protocol};\nconst DOOR = ${JSON.stringify(doorFolder)};\n`;

const scriptParts = [asks, windows, hands, text, screen, grab, presses, server];

/**
 * The files of the extension, by name.
 * @param shell the major version of the gnome-shell that should run it: the only one that will
 */
export function extensionFiles(shell: number): Readonly<Record<string, string>> {
  const [head, tail] = shell < firstModuleShell ? [head43, tail43] : [head45, tail45];
  const metadata = {
    uuid,
    name: 'Deskscope',
    description:
      'Lets Deskscope see and touch the windows of this session. Installed and removed by `deskscope gnome`.',
    'shell-version': [String(shell)],
  };
  return {
    'metadata.json': `${JSON.stringify(metadata, null, 2)}\n`,
    'extension.js': [head, scriptConstants, ...scriptParts, tail].join('\n'),
  };
}
