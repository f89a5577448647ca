import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import { keyedProvider, modelKey, type KeyedProvider } from '#contract/model/agents/model-provider';
import { atomicWrite } from '../../../base/files/atomic-write.ts';

/** A key as it is kept: `sealed` by a keychain, in base64, or `plain` where the user said so. */
const keptKey = z.union([z.strictObject({ sealed: z.base64().min(1) }), z.strictObject({ plain: modelKey })]);
export type KeptKey = z.output<typeof keptKey>;

const keyFile = z.object({ version: z.literal(1), keys: z.partialRecord(keyedProvider, keptKey) });

export type KeptKeys = Readonly<Partial<Record<KeyedProvider, KeptKey>>>;

/** @throws AppError `file_error` for what cannot be read, and for keys that others may read */
export async function readKeyFile(file: string): Promise<KeptKeys> {
  const found = await open(file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw unreadable(file);
  });
  if (!found) return {};
  try {
    const { mode } = await found.stat();
    // Windows knows no modes: there it is the profile's folder that is the user's alone.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) throw openToOthers(file);
    return keyFile.parse(JSON.parse(await found.readFile('utf8'))).keys;
  } catch (error) {
    // No cause: messages of parsers repeat what they read.
    throw error instanceof AppError ? error : unreadable(file);
  } finally {
    await found.close();
  }
}

/** For the user alone (mode 0600). @throws AppError `file_error` */
export async function writeKeyFile(file: string, keys: KeptKeys): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await atomicWrite(file, `${JSON.stringify({ version: 1, keys }, null, 2)}\n`);
  } catch (cause) {
    throw new AppError('file_error', `${file} could not be written.`, { cause });
  }
}

function unreadable(file: string): AppError {
  return new AppError('file_error', `The keys in ${file} cannot be read.`, {
    hint: 'Mend the file, or remove it and set the keys again.',
  });
}

function openToOthers(file: string): AppError {
  return new AppError('file_error', `Others may read the keys in ${file}.`, {
    hint: `Take that from them: chmod 600 ${file}. Think of the keys in it as known.`,
  });
}
