import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { ProgramProvider } from '../../../backend.ts';
import { translated } from '../native/errors.ts';
import { lastFailure, type Win32Failure } from '../native/failure.ts';
import { closeHandle } from '../native/handles.ts';
import { createProcess } from './api.ts';
import { commandLine } from './command-line.ts';
import { findProgram } from './find-program.ts';
import { descendantsIn, listProcesses } from './snapshot.ts';

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
    return new AppError('elevated_target', `${quoted(command)} runs only as administrator.`, {
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
