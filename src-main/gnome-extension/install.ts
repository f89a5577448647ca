import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '#contract/errors';
import { atomicWrite } from '../base/atomic-write.ts';
import { extensionFiles } from './files.ts';
import { doorOf, uuid } from './protocol.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export interface ExtensionState {
  /** As `gnome-shell --version` says it; null where there is none. */
  readonly shell: string | null;
  readonly folder: string;
  readonly installed: boolean;
  /** Whether gnome-shell is told to run it. */
  readonly enabled: boolean;
  /** Whether it answers in this session. */
  readonly running: boolean;
}

const run = promisify(execFile);
const setting = ['org.gnome.shell', 'enabled-extensions'] as const;
const withinMs = 10_000;

export async function extensionState(variables: Variables): Promise<ExtensionState> {
  const folder = folderOf(variables);
  const [shell, enabled, running] = await Promise.all([
    output('gnome-shell', ['--version'], variables).catch(() => null),
    enabledIn(variables).catch((): readonly string[] => []),
    listens(doorOf(variables).socket),
  ]);
  return {
    shell: shell && (/[\d.]+/.exec(shell)?.[0] ?? null),
    folder,
    installed: existsSync(path.join(folder, 'extension.js')),
    enabled: enabled.includes(quotedUuid),
    running,
  };
}

/**
 * Writes the extension for the gnome-shell that is there, and lets it run from the next login on.
 * @throws AppError `not_found` without gnome-shell or gsettings
 */
export async function installExtension(variables: Variables): Promise<ExtensionState> {
  const { shell, folder } = await extensionState(variables);
  if (shell === null) throw new AppError('not_found', 'There is no gnome-shell on this machine.');
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(extensionFiles(Number.parseInt(shell, 10))))
    await atomicWrite(path.join(folder, name), content, 0o644);
  const enabled = await enabledIn(variables);
  if (!enabled.includes(quotedUuid)) await enable([...enabled, quotedUuid], variables);
  return extensionState(variables);
}

/** Stops the extension and takes it away, wholly. @throws AppError `not_found` without gsettings */
export async function removeExtension(variables: Variables): Promise<ExtensionState> {
  const enabled = await enabledIn(variables);
  if (enabled.includes(quotedUuid)) {
    const rest = enabled.filter((each) => each !== quotedUuid);
    await enable(rest, variables);
  }
  await rm(folderOf(variables), { recursive: true, force: true });
  return extensionState(variables);
}

const quotedUuid = `'${uuid}'`;

function folderOf(variables: Variables): string {
  const data = variables['XDG_DATA_HOME'] ?? path.join(variables['HOME'] ?? '', '.local', 'share');
  return path.join(data, 'gnome-shell', 'extensions', uuid);
}

function listens(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** As they stand in GVariant's notation, quotes included. */
async function enabledIn(variables: Variables): Promise<readonly string[]> {
  const told = await output('gsettings', ['get', ...setting], variables);
  return told.match(/'[^']*'|"[^"]*"/g) ?? [];
}

async function enable(all: readonly string[], variables: Variables): Promise<void> {
  await output('gsettings', ['set', ...setting, all.length === 0 ? '@as []' : `[${all.join(', ')}]`], variables);
}

async function output(program: string, args: readonly string[], variables: Variables): Promise<string> {
  try {
    const { stdout } = await run(program, [...args], { env: variables, timeout: withinMs });
    return stdout.trim();
  } catch (cause) {
    throw new AppError('not_found', `${program} cannot be asked for the extensions of GNOME.`, {
      hint: 'This is for GNOME alone: run it in a session of GNOME, as its user.',
      cause,
    });
  }
}
