import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

/** Of the first file in an archive. */
const signature = Buffer.from('PK\u0003\u0004', 'latin1');
/** A page with its pictures; more is no recording of steps. Bytes. */
const mostBytes = 200_000_000;

/**
 * The page in the archive that Windows' Steps Recorder writes; null for a file that is no archive, or none that can be read.
 * @throws AppError `invalid_parameter` for one that is broken or has no such page
 */
export async function pageInZip(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes?.subarray(0, 4).equals(signature)) return null;
  const pages = unzipped(file, bytes);
  const [page, ...others] = Object.entries(pages);
  if (page && others.length === 0) return strFromU8(page[1]);
  const found = page ? `${others.length + 1} pages (.mht)` : 'no page (.mht)';
  throw new AppError('invalid_parameter', `${quoted(file)} holds ${found}: it is no archive of Steps Recorder.`, {
    hint: 'Unpack it, and use the .mht that is meant.',
  });
}

function unzipped(file: string, bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  const tooLarge: string[] = [];
  const pages = orBroken(file, () =>
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        const isPage = /\.mht(ml)?$/i.test(name);
        if (isPage && originalSize > mostBytes) tooLarge.push(name);
        return isPage && originalSize <= mostBytes;
      },
    }),
  );
  const [name] = tooLarge;
  if (name === undefined) return pages;
  throw new AppError('invalid_parameter', `${quoted(name)} in ${quoted(file)} has more than ${mostBytes / 1e6} MB.`, {
    hint: 'Record fewer steps, or turn off their pictures.',
  });
}

function orBroken<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const hint = 'Copy or download it again.';
    throw new AppError('invalid_parameter', `${quoted(file)} is a broken archive.`, { hint, cause });
  }
}
