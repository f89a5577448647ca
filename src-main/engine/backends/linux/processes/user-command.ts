import { existsSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** A process as the kernel shows it. */
export interface ShownProcess {
  /** Path of its executable; empty if unknown. */
  readonly file: string;
  /** Its command line. */
  readonly words: readonly string[];
  readonly folder: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly parent: Pick<ShownProcess, 'file' | 'words'>;
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The command with which a user starts a process: of an AppImage, or the script around a file that it prepares. Null if the
 * process has overwritten its command line, so that it no longer names a program.
 */
export async function userCommandOf(
  shown: ShownProcess,
  paths: readonly string[] = (process.env['PATH'] ?? '').split(':').filter(Boolean),
): Promise<Command | null> {
  const { file, folder, variables, parent } = shown;
  const [command = '', ...own] = parted(shown);
  const [image, mount] = [variables.get('APPIMAGE'), variables.get('APPDIR')];
  if (image && mount && file.startsWith(`${mount}/`)) return { command: image, args: own };
  const places = command.includes('/') ? [resolve(folder, command)] : paths.map((path) => join(path, command));
  if (!places.some((place) => existsSync(place))) return null;
  if (!command.includes('/') || paths.includes(dirname(command))) return { command, args: own };
  const given = argumentsOf(parent);
  // It waits for the program that it started with more arguments, as LibreOffice's splash screen does.
  const isWrapped = dirname(parent.file) === dirname(file) && given.every((arg) => own.includes(arg));
  const args = isWrapped ? given : own;
  const name = basename(command);
  for (const called of new Set([name, name.replace(prepared, '')]))
    for (const path of paths) if (await starts(join(path, called), file)) return { command: called, args };
  return { command, args };
}

/** Endings of files that a script starts, which has the rest of the name: `soffice.bin`. */
const prepared = /[.-](bin|real|wrapped)$/;

function argumentsOf({ words }: Pick<ShownProcess, 'words'>): readonly string[] {
  return words.slice(1);
}

/** Chromium overwrites its command line with one whose words are joined by spaces. */
function parted({ file, words, folder }: ShownProcess): readonly string[] {
  const [line = ''] = words;
  if (words.length > 1 || !line.startsWith(`${file} `)) return words;
  const pieces = line.slice(file.length + 1).split(' ');
  const args: string[] = [];
  while (pieces.length > 0) {
    const isFile = (count: number) => existsSync(resolve(folder, pieces.slice(0, count).join(' ')));
    const counts = pieces.map((_, index) => pieces.length - index);
    args.push(pieces.splice(0, counts.find((count) => count > 1 && isFile(count)) ?? 1).join(' '));
  }
  return [file, ...args];
}

/** Whether a command is the program itself, a script beside it, or one that names the folder above it. */
async function starts(command: string, file: string): Promise<boolean> {
  const real = await realpath(command).catch(() => '');
  if (real === '' || real === file) return real !== '';
  const text = await beginningOf(real);
  return text.startsWith('#!') && (dirname(real) === dirname(file) || text.includes(`${dirname(dirname(file))}/`));
}

/** Longer than the scripts that start programs. */
const scriptBytes = 16_384;

/** Empty if it is unreadable. */
async function beginningOf(file: string): Promise<string> {
  const handle = await open(file).catch(() => null);
  if (!handle) return '';
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(scriptBytes), 0, scriptBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
}
