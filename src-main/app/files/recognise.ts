import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { isImportableFolder, looksImportable } from '../../recorder/saving/import-recording.ts';
import { isForeignRun, looksLikeForeignRun } from '../../runs/import/import-run.ts';
import { traceFiles } from '../../runs/trace/trace-files.ts';

/** Larger ones are no recordings, in bytes. */
const maxRecording = 100_000_000;

/** How much of its beginning shows what a file is, in bytes. */
const headBytes = 1_024;

const zipSignature = 'PK';

/**
 * Tells by its content whether a place holds a recording, a run, or what others keep of one; the trace in a run's folder stands for the folder.
 * @throws AppError `not_found`, `file_error`, or `invalid_parameter` for what is neither
 */
export async function recognise(
  place: string,
): Promise<{ readonly kind: 'recording' | 'run' | 'import' | 'foreign run'; readonly place: string }> {
  const found = await stat(place).catch((error: unknown) => {
    throw unreadable(place, error);
  });
  if (found.isDirectory()) return { kind: await kindOfFolder(place), place };
  // What is no ordinary file may never end, and a read of it never come back.
  if (!found.isFile()) throw foreign(place);
  const name = path.basename(place);
  if (name === traceFiles.trace || name === traceFiles.index) return { kind: 'run', place: path.dirname(place) };
  const head = await readHead(place);
  if (looksLikeForeignRun(head)) return { kind: 'foreign run', place };
  const isImport = looksImportable(head);
  if (head.startsWith(zipSignature)) return { kind: isImport ? 'import' : 'run', place };
  if (found.size > maxRecording) throw foreign(place);
  if (isImport) return { kind: 'import', place };
  if (
    !head
      .replace(/^\ufeff/, '')
      .trimStart()
      .startsWith('{')
  )
    throw foreign(place);
  return { kind: 'recording', place };
}

/** Of a folder that others wrote, what was done is a run; its log alone is opened as a recording. */
async function kindOfFolder(folder: string): Promise<'run' | 'import' | 'foreign run'> {
  if (await isForeignRun(folder)) return 'foreign run';
  return (await isImportableFolder(folder)) ? 'import' : 'run';
}

async function readHead(place: string): Promise<string> {
  const file = await open(place, 'r').catch((error: unknown) => {
    throw unreadable(place, error);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function foreign(place: string): AppError {
  return new AppError('invalid_parameter', `${quoted(place)} is neither a recording nor a run of Deskscope.`, {
    hint: 'Recordings are JSON files, runs are folders or zips with a trace.',
  });
}

function unreadable(place: string, cause: unknown): AppError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new AppError('not_found', `There is no ${quoted(place)}.`, { cause });
  return new AppError('file_error', `${quoted(place)} cannot be read: ${message}.`, { cause });
}
