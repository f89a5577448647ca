import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Recording } from '#contract/model/recordings/recording';
import { atomicWrite } from '../../base/files/atomic-write.ts';
import type { Exporter } from '../exporters/exporter.ts';

/**
 * Writes an export that is a folder, creating it if missing; refuses a folder with other content.
 * @param folder in an existing folder
 * @returns the file names
 * @throws AppError `file_error`
 */
export async function writeExportFolder(
  exporter: Exporter,
  recording: Recording,
  folder: string,
): Promise<readonly string[]> {
  const written = exporter.folder?.files(recording, path.basename(path.resolve(folder))) ?? {};
  const names = Object.keys(written);
  await checkFolder(folder, names);
  try {
    for (const part of foldersOf(names)) await makeFolder(path.join(folder, part));
    for (const [name, content] of Object.entries(written)) await atomicWrite(path.join(folder, name), content);
  } catch (error) {
    throw unwritable(folder, error);
  }
  return names;
}

/** Creates it, or checks that it contains only an earlier export. */
async function checkFolder(folder: string, names: readonly string[]): Promise<void> {
  let there: readonly string[];
  try {
    await makeFolder(folder);
    there = await readdir(folder);
  } catch (error) {
    throw unwritable(folder, error);
  }
  const own = [...names, ...foldersOf(names)];
  const other = there.find((name) => !own.includes(name));
  if (other === undefined) return;
  throw new AppError('file_error', `${quoted(folder)} contains other files, such as ${quoted(other)}.`, {
    hint: 'Name a folder that does not exist yet.',
  });
}

/** In an existing folder. */
async function makeFolder(folder: string): Promise<void> {
  if (!(await stat(folder).catch(() => null))) await mkdir(folder, { mode: 0o700 });
}

/** The subfolders of an export. */
function foldersOf(names: readonly string[]): readonly string[] {
  return [...new Set(names.map((name) => path.posix.dirname(name)))].filter((part) => part !== '.');
}

function unwritable(folder: string, error: unknown): AppError {
  const why = error instanceof Error ? error.message : String(error);
  return new AppError('file_error', `${quoted(folder)} cannot be written: ${why}.`, { cause: error });
}
