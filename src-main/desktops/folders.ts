import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { isAlive, startTicks } from '../base/processes/is-alive.ts';
import { endProcessesOf } from './marked.ts';

/** A desktop's folder. Its name contains the owner, so that none is ever without one. */
export interface DesktopFolder {
  readonly id: string;
  readonly path: string;
  readonly owner: number;
  /** Null if its owner runs among other processes than ours, as in another container. */
  readonly isOwned: boolean | null;
}

/** The folder of this user's desktops, whatever started them. */
export function desktopsFolder(): string {
  return path.join(tmpdir(), `deskscope-desktops-${process.getuid?.() ?? 0}`);
}

/**
 * Creates the folder of a new desktop of this process, with `home`, `run` and `door` in it.
 * @throws AppError `file_error` if the folder above is not this user's alone
 */
export function makeDesktopFolder(): DesktopFolder {
  const above = desktopsFolder();
  mkdirSync(above, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(above);
  // A folder that another user created first could be swapped.
  if (uid !== process.getuid?.() || (mode & 0o170077) !== 0o040000)
    throw new AppError('file_error', `${above} is not a folder of yours alone.`, { hint: 'Remove it, or set TMPDIR.' });
  const id = randomBytes(3).toString('hex');
  const folder = path.join(above, [id, process.pid, startTicks(process.pid), processSpace()].join('.'));
  // The limit of a socket's path: https://man7.org/linux/man-pages/man7/unix.7.html
  if (Buffer.byteLength(path.join(folder, 'door', 'door')) > 107)
    throw new AppError('file_error', `${folder} is too long for the path of a socket.`, {
      hint: 'Set TMPDIR to a shorter one.',
    });
  mkdirSync(folder, { mode: 0o700 });
  for (const name of ['home', 'run', 'door']) mkdirSync(path.join(folder, name), { mode: 0o700 });
  return { id, path: folder, owner: process.pid, isOwned: true };
}

/**
 * Creates the folder for results of a desktop's programs, which outlives the desktop. Empty ones are removed once their
 * desktop is gone.
 */
export function makeResultsFolder(above: string, folder: string): string {
  mkdirSync(above, { recursive: true, mode: 0o700 });
  const there = new Set(desktopFolders().map((each) => path.basename(each.path)));
  for (const name of readdirSync(above)) if (!there.has(name)) removeIfEmpty(path.join(above, name));
  const made = path.join(realpathSync(above), path.basename(folder));
  mkdirSync(made, { mode: 0o700 });
  return made;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something is in it.
  }
}

/** All desktop folders, of living and dead owners. */
export function desktopFolders(): readonly DesktopFolder[] {
  const above = desktopsFolder();
  let names: readonly string[];
  try {
    names = readdirSync(above);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, id = '', owner = '', ticks = '', space = ''] = /^([0-9a-f]{6})\.(\d+)\.(\d+)\.(\d+)$/.exec(name) ?? [];
    if (id === '') return [];
    const isOwned = space !== processSpace() ? null : isAlive(Number(owner)) && startTicks(Number(owner)) === ticks;
    return [{ id, path: path.join(above, name), owner: Number(owner), isOwned }];
  });
}

/** Removes the remains of dead owners: escaped processes and folders. */
export async function sweepDesktops(): Promise<void> {
  const left = desktopFolders().filter(({ isOwned }) => isOwned === false);
  await Promise.all(left.map((folder) => removeDesktopFolder(folder.path)));
}

/** Ends the processes in it first. */
export async function removeDesktopFolder(folder: string): Promise<void> {
  await endProcessesOf(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * A socket that leads into a desktop. Programs inside can replace it: with a link to a socket of the user's, this
 * process would connect to that on their behalf.
 * @throws AppError `permission_denied`
 */
export function socketOf(folder: string, name: 'door' | 'view'): string {
  const file = path.join(folder, 'door', name);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  // If there is none, connecting reports it.
  if (!stat || stat.isSocket()) return file;
  throw new AppError('permission_denied', `A program of the desktop replaced its socket ${file}.`, {
    hint: 'Stop the desktop.',
  });
}

/** Process ids mean something within it alone. */
function processSpace(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
}

/** A file of a desktop's folder that one of this user's processes wrote; null if there is none yet. */
export function readRecord(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(path.join(folder, recordName), 'utf8'));
  } catch {
    return null;
  }
}

export const recordName = 'desktop.json';
