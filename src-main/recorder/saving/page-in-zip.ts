import { open } from 'node:fs/promises';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { openZip, type Zip } from '../../base/files/zip-reader.ts';

/** Of the first file in an archive. */
const signature = Buffer.from('PK\u0003\u0004', 'latin1');
/** The steps stand before the pictures of a page: so much of it is read. Bytes. */
const mostBytes = 32_000_000;

/**
 * The page in the archive that Windows' Steps Recorder writes; null for a file that is no archive, or none that can be read.
 * @throws AppError `invalid_parameter` for one that is broken or has no such page
 */
export async function pageInZip(file: string): Promise<string | null> {
  if (!(await beginsAsZip(file))) return null;
  const zip = await openZip(file).catch((cause: unknown) => broken(file, cause));
  try {
    const pages = zip.names.filter((name) => /\.mht(ml)?$/i.test(name));
    const [page, ...others] = pages;
    if (page !== undefined && others.length === 0) return await beginningOf(zip, page, file);
    const found = page === undefined ? 'no page (.mht)' : `${pages.length} pages (.mht)`;
    throw new AppError('invalid_parameter', `${quoted(file)} holds ${found}: it is no archive of Steps Recorder.`, {
      hint: 'Unpack it, and use the .mht that is meant.',
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
    return broken(file, cause);
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
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(signature.length), 0, signature.length, 0);
    return bytesRead === signature.length && buffer.equals(signature);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

function broken(file: string, cause: unknown): never {
  const hint = 'Copy or download it again.';
  throw new AppError('invalid_parameter', `${quoted(file)} is a broken archive.`, { hint, cause });
}
