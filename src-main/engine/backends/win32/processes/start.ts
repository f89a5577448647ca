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

/** Programs as this process starts them: no shell, nothing inherited but the environment, alive after we end. */
export function createPrograms(): ProgramProvider {
  return {
    start: (command, args, folder) => translated(() => start(command, args, folder)),
    descendants: (processId) => translated(() => descendantsIn(listProcesses(), processId)),
  };
}

/** Not through Node, whose detached programs get no console, and others end with us. @throws AppError, Win32Failure */
function start(command: string, args: readonly string[], folder: string | null = null): number {
  const program = findProgram(command);
  const startup = Buffer.alloc(startupSize);
  startup.writeUInt32LE(startupSize, 0);
  const information = Buffer.alloc(informationSize);
  // It is written to, as the documentation warns.
  const line = Buffer.from(`${commandLine(program, args)}\0`, 'utf16le');
  if (createProcess(program, line, null, null, 0, flags, environment(), folder, startup, information) === 0) {
    throw notStarted(command, lastFailure('CreateProcess'));
  }
  for (const at of [0, 8]) closeHandle(Number(information.readBigUInt64LE(at)));
  return information.readUInt32LE(16);
}

/** Without what makes another Electron behave as plain Node. */
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

/** What `CreateProcess` runs as a program of its own. */
const programExtensions = ['.exe', '.com'];

/** What it hands to `cmd.exe`, whose rules for quotes are others: https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw#security-remarks */
const scriptExtensions = ['.bat', '.cmd'];

/** https://learn.microsoft.com/windows/win32/shell/app-registration */
const appPaths = 'Software\\Microsoft\\Windows\\CurrentVersion\\App Paths';

export interface Places {
  /** Folders where programs are looked for by name. */
  readonly folders: readonly string[];
  readonly exists: (file: string) => boolean;
  /** Where an installed app says its program is. */
  readonly registered: (name: string) => string | null;
}

/**
 * The whole path of a program, by path, by name on `PATH`, or by the name an app is installed under. Never in the current
 * folder, where anybody may have put something.
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

/** Not `existsSync`, which does not see the aliases of apps from the Store: those are links that lead to no file. */
function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
}
