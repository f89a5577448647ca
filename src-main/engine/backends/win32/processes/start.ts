import { lstatSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ProgramProvider } from '../../../backend.ts';
import { translated, lastFailure, type Win32Failure } from '../native/errors.ts';
import { closeHandle } from '../native/handles.ts';
import { createProcess } from './api.ts';
import { commandLine, descendantsIn, listProcesses } from './process-start.ts';
import { registryText } from './registry.ts';

/** `CREATE_NEW_CONSOLE`, for programs that need one, and `CREATE_UNICODE_ENVIRONMENT`. */
const flags = 0x10 | 0x400;
/** `sizeof(STARTUPINFOW)`, which begins with its size, and `sizeof(PROCESS_INFORMATION)`. */
const startupSize = 104;
const informationSize = 24;
/** `ERROR_ELEVATION_REQUIRED`. */
const elevationRequired = 740;

/** Programs as started by this process: no shell, nothing inherited but the environment, and they outlive us. */
export function createPrograms(): ProgramProvider {
  return {
    start: (command, args, folder) => translated(() => start(command, args, folder)),
    descendants: (processId) => translated(() => descendantsIn(listProcesses(), processId)),
  };
}

/** Not through Node, whose detached programs get no console, while others end with us. @throws AppError, Win32Failure */
function start(command: string, args: readonly string[], folder: string | null = null): number {
  const program = findProgram(command);
  const startup = Buffer.alloc(startupSize);
  startup.writeUInt32LE(startupSize, 0);
  const information = Buffer.alloc(informationSize);
  // The function writes into it, as documented.
  const line = Buffer.from(`${commandLine(program, args)}\0`, 'utf16le');
  if (createProcess(program, line, null, null, 0, flags, environment(), folder, startup, information) === 0) {
    throw notStarted(command, lastFailure('CreateProcess'));
  }
  for (const at of [0, 8]) closeHandle(Number(information.readBigUInt64LE(at)));
  return information.readUInt32LE(16);
}

/** Without the variable that makes another Electron run as plain Node. */
function environment(): Buffer {
  const entries = Object.entries(process.env).filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE');
  return Buffer.from(`${entries.map(([name, value]) => `${name}=${value ?? ''}\0`).join('')}\0`, 'utf16le');
}

function notStarted(command: string, cause: Win32Failure): AppError {
  if (cause.code === elevationRequired) {
    return new AppError('elevated_target', `${quoted(command)} requires administrator rights.`, {
      hint: 'Start it yourself, or start Deskscope as administrator.',
      delivery: 'not_delivered',
      cause,
    });
  }
  return new AppError('not_found', `${quoted(command)} could not be started: Windows error ${cause.code}.`, {
    hint: 'Check that it is a program for this Windows.',
    delivery: 'not_delivered',
    cause,
  });
}

/** Executables that `CreateProcess` runs directly. */
const programExtensions = ['.exe', '.com'];

/**
 * Scripts passed to `cmd.exe`, which has other quoting rules:
 * https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw#security-remarks
 */
const scriptExtensions = ['.bat', '.cmd'];

/** https://learn.microsoft.com/windows/win32/shell/app-registration */
const appPaths = 'Software\\Microsoft\\Windows\\CurrentVersion\\App Paths';

export interface Places {
  /** Folders searched for programs by name. */
  readonly folders: readonly string[];
  readonly exists: (file: string) => boolean;
  /** The registered path of an installed app's program. */
  readonly registered: (name: string) => string | null;
}

/**
 * The full path of a program, given by path, by name on `PATH`, or by an app's registered name. Never in the current folder,
 * which may be untrusted.
 * @throws AppError `not_found`, and `invalid_parameter` for a script
 */
export function findProgram(command: string, places: Places = thisMachine()): string {
  const { dir, base } = path.win32.parse(command);
  if (scriptExtensions.includes(path.win32.extname(base).toLowerCase())) throw noScripts(command);
  const names = withExtensions(base);
  const folders = dir === '' ? places.folders : [path.win32.resolve(dir)];
  const files = folders.flatMap((folder) => names.map((name) => path.win32.join(folder, name)));
  const found = files.find((file) => places.exists(file)) ?? (dir === '' ? named(names, places) : undefined);
  if (found !== undefined) return found;
  throw new AppError('not_found', `${quoted(command)} could not be started: program not found.`, {
    hint: 'Check the name, or give the whole path.',
    delivery: 'not_delivered',
  });
}

function named(names: readonly string[], places: Places): string | undefined {
  const registered = names.map((name) => places.registered(name)?.replaceAll('"', ''));
  return registered.find((file) => file !== undefined && file !== '' && places.exists(file));
}

function withExtensions(name: string): readonly string[] {
  if (name === '') return [];
  return programExtensions.includes(path.win32.extname(name).toLowerCase())
    ? [name]
    : programExtensions.map((extension) => name + extension);
}

function noScripts(command: string): AppError {
  return new AppError('invalid_parameter', `${quoted(command)} is a script, which is no program by itself.`, {
    hint: 'Start “cmd” with the arguments “/c” and the script.',
    delivery: 'not_delivered',
  });
}

function thisMachine(): Places {
  const folders = (process.env['PATH'] ?? '').split(';').filter((folder) => path.win32.isAbsolute(folder));
  const registered = (name: string) =>
    registryText('user', `${appPaths}\\${name}`) ?? registryText('machine', `${appPaths}\\${name}`);
  return { folders, exists, registered };
}

/** Not `existsSync`, which does not see Store app aliases: those are links without a target file. */
function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
}
