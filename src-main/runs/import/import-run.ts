import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { openForeignFolder, openForeignZip, type OpenFiles } from './foreign-files.ts';
import type { RunImporter } from '../importers/importer.ts';
import { runImporters } from '../importers/list.ts';
import { writeForeignRun } from './write-foreign-run.ts';
import { openZip } from '../../base/files/zip-reader.ts';

/** How many bytes from the start identify a file. */
const headBytes = 2_048;

/** The location of a foreign run, and its importer. */
interface Found {
  readonly importer: RunImporter;
  readonly mainFile: string;
  open(): Promise<OpenFiles>;
}

/** Whether a folder contains a foreign run. */
export async function isForeignRun(folder: string): Promise<boolean> {
  return (await inFolder(folder)) !== null;
}

/** Whether a file with this beginning is a complete foreign run; logs of UFO are recordings as well. */
export function looksLikeForeignRun(head: string): boolean {
  return importerOf(head)?.mainFile !== 'response.log' && importerOf(head) !== null;
}

/**
 * Makes a trace of what others keep of a run: the folder of a UFO run, the results of an OSWorld task, or an ATIF trajectory; the
 * folder itself, its main file, or a zip of it.
 * @param folder of the trace; is made, and is not left behind if it fails
 * @throws AppError `not_found`, `file_error`, or `invalid_parameter` for what is none of these
 */
export async function importRun(place: string, folder: string): Promise<void> {
  const found = await find(place);
  const files = await found.open();
  try {
    const run = await found.importer.read(files, found.mainFile);
    if (run.steps.length === 0 && run.requests.size === 0)
      throw new AppError('invalid_parameter', `${quoted(found.mainFile)} contains no readable step.`, {
        hint: run.notes[0] ?? 'Look whether the file is whole.',
      });
    await writeForeignRun(run, files, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error instanceof AppError ? error : unwritable(folder, error);
  } finally {
    await files.close();
  }
}

async function find(place: string): Promise<Found> {
  const about = await stat(place).catch((cause: unknown) => {
    throw new AppError('not_found', `There is no ${quoted(place)}.`, { cause });
  });
  const found = about.isDirectory() ? await inFolder(place) : about.isFile() ? await inFile(place) : null;
  if (found) return found;
  throw new AppError('invalid_parameter', `${quoted(place)} contains no run that can be imported.`, {
    hint: `Give the folder of a UFO run, of an OSWorld result or of an ATIF trajectory: one with ${runImporters.map(({ mainFile }) => mainFile).join(', ')}.`,
  });
}

async function inFolder(folder: string): Promise<Found | null> {
  for (const importer of runImporters) {
    const { mainFile } = importer;
    const known = await stat(path.join(folder, mainFile)).catch(() => null);
    if (known?.isFile()) return { importer, mainFile, open: () => openForeignFolder(folder, mainFile) };
  }
  return null;
}

async function inFile(file: string): Promise<Found | null> {
  const head = await headOf(file);
  if (head.startsWith('PK')) return inZip(file);
  const importer = importerOf(head);
  const [folder, mainFile] = [path.dirname(path.resolve(file)), path.basename(file)];
  return importer && { importer, mainFile, open: () => openForeignFolder(folder, mainFile) };
}

async function inZip(file: string): Promise<Found | null> {
  const zip = await openZip(file);
  const names = zip.names.map((name) => path.posix.basename(name));
  await zip.close();
  const importer = runImporters.find(({ mainFile }) => names.includes(mainFile));
  return importer
    ? { importer, mainFile: importer.mainFile, open: () => openForeignZip(file, importer.mainFile) }
    : null;
}

function importerOf(head: string): RunImporter | null {
  const start = head.replace(/^\ufeff/, '').trimStart();
  return runImporters.find((importer) => importer.fits(start)) ?? null;
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new AppError('file_error', `${quoted(file)} cannot be read.`, { cause });
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function unwritable(folder: string, cause: unknown): AppError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new AppError('file_error', `The run could not be written to ${quoted(folder)}: ${why}.`, { cause });
}
