import { lstat, stat, open } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { parseRecording, type Recording } from '#contract/model/recordings/recording';
import { isUfoLine } from '../../runs/ufo-log/read-ufo-log.ts';
import { openZip, type Zip } from '../../base/files/zip-reader.ts';
import { emptyRecording } from '../editing/edit.ts';
import { atLine, toRecording, type Found, type Imported } from '../importers/imported.ts';
import { importOpenRecordReplay, isOpenRecordReplay } from '../importers/open-record-replay.ts';
import { importStepsRecorder, isStepsRecorder } from '../importers/steps-recorder.ts';
import { importToolCalls } from '../importers/tool-calls.ts';
import { importUfoLog } from '../importers/ufo-log.ts';
import { ensureReadable, parseJson, readText, withinSteps } from './files.ts';

/** In foreign folders: of a UFO run, and of a session of Open Record/Replay. */
const logs = ['response.log', 'events.jsonl'];

/**
 * Reads a recording, or a foreign format: MCPToolCalls (`[…]`), the log of a UFO run or the events of an Open Record/Replay
 * session, as a file or its folder, and the `.mht` of Windows' Steps Recorder or its `.zip`.
 * @param now ISO 8601
 * @throws AppError `file_error`, or `invalid_parameter` with the position of the error
 */
export async function importRecording(place: string, now: string): Promise<Imported> {
  const file = await fileOf(place);
  await ensureReadable(file);
  const text = (await pageInZip(file)) ?? (await readText(file));
  const named = path.basename(place).replace(/\.[a-z0-9]+$/i, '') || 'Imported';
  const empty = emptyRecording('imported', now, named);
  const found = namingFile(file, () => read(file, text));
  if ('version' in found) return { recording: found, notes: [] };
  return { recording: toRecording(found, empty), notes: found.notes };
}

/**
 * Reads an edited export of the recording.
 * @throws AppError `invalid_parameter` naming line and field, the line also in `data`
 */
export function readCalls(text: string, recording: Recording): Imported {
  const value = parseJson('The script', text);
  if (!Array.isArray(value)) throw atLine(1, 'it is no list of calls: [ … ]');
  const { steps, notes } = importToolCalls(text);
  return { recording: toRecording({ steps, notes }, recording), notes };
}

/** Whether it is the folder of a foreign run. */
export async function isImportableFolder(folder: string): Promise<boolean> {
  return (await logIn(folder)) !== null;
}

/** Whether a file that is no recording may be importable. */
export function looksImportable(head: string): boolean {
  const start = head.replace(/^\ufeff/, '').trimStart();
  return (
    start.startsWith('[') ||
    isUfoLine(start) ||
    isOpenRecordReplay(start) ||
    isZippedPage(head) ||
    /multipart\/related/i.test(start)
  );
}

/** Whether the archive's first file has that name, which is at the beginning. */
function isZippedPage(head: string): boolean {
  return /^PK\u0003\u0004[\s\S]{0,300}?\.mht/i.test(head);
}

function read(file: string, text: string): Found | Recording {
  const start = text.trimStart();
  if (start.startsWith('[')) {
    parseJson(file, text);
    return importToolCalls(text);
  }
  if (isStepsRecorder(text)) return importStepsRecorder(text);
  const [first = ''] = start.split('\n', 1);
  if (isUfoLine(first)) return importUfoLog(text);
  if (isOpenRecordReplay(first)) return importOpenRecordReplay(text);
  return withinSteps(parseRecording(parseJson(file, text)));
}

async function fileOf(place: string): Promise<string> {
  const found = await stat(place).catch(() => null);
  if (!found?.isDirectory()) return place;
  const log = await logIn(place);
  if (log !== null) return log;
  throw new AppError('invalid_parameter', `${quoted(place)} is a folder without ${logs.join(' or ')}.`, {
    hint: 'Use the folder of a UFO run or of an Open Record/Replay session, or a file.',
  });
}

async function logIn(folder: string): Promise<string | null> {
  for (const name of logs) {
    const log = path.join(folder, name);
    // A link in a foreign folder may lead anywhere.
    if ((await lstat(log).catch(() => null))?.isFile()) return log;
  }
  return null;
}

function namingFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError) || error.message.includes(quoted(file))) throw error;
    throw new AppError(error.code, `${quoted(file)}: ${error.message}`, { hint: error.hint, cause: error });
  }
}

/** Signature of the first file in an archive. */
const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1');

/** In a page, the steps precede the pictures, so only this much is read. Bytes. */
const mostBytes = 32_000_000;

/**
 * The page in the archive that Windows' Steps Recorder writes; null for a file that is no readable archive.
 * @throws AppError `invalid_parameter` for a broken archive, or one without such a page
 */
async function pageInZip(file: string): Promise<string | null> {
  if (!(await beginsAsZip(file))) return null;
  const zip = await openZip(file).catch((cause: unknown) => brokenZip(file, cause));
  try {
    const pages = zip.names.filter((name) => /\.mht(ml)?$/i.test(name));
    const [page, ...others] = pages;
    if (page !== undefined && others.length === 0) return await beginningOf(zip, page, file);
    const found = page === undefined ? 'no page (.mht)' : `${pages.length} pages (.mht)`;
    throw new AppError('invalid_parameter', `${quoted(file)} contains ${found}: it is not a Steps Recorder archive.`, {
      hint: 'Unpack it, and use the right .mht file.',
    });
  } finally {
    await zip.close();
  }
}

async function beginningOf(zip: Zip, page: string, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of zip.chunks(page)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostBytes) break;
    }
  } catch (cause) {
    return brokenZip(file, cause);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (size < mostBytes || text.includes('</UserActionData>')) return text;
  throw new AppError(
    'invalid_parameter',
    `${quoted(page)} in ${quoted(file)} has more than ${mostBytes / 1e6} MB of steps.`,
    {
      hint: 'Record fewer steps.',
    },
  );
}

async function beginsAsZip(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(zipSignature.length), 0, zipSignature.length, 0);
    return bytesRead === zipSignature.length && buffer.equals(zipSignature);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

function brokenZip(file: string, cause: unknown): never {
  const hint = 'Copy or download it again.';
  throw new AppError('invalid_parameter', `${quoted(file)} is a broken archive.`, { hint, cause });
}
