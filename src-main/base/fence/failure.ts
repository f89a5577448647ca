import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';

const reasons: Readonly<
  Record<string, readonly [code: 'not_found' | 'permission_denied' | 'file_error', why: string, hint: string]>
> = {
  ENOENT: ['not_found', 'does not exist', 'List its folder to see what there is.'],
  ELOOP: ['permission_denied', 'is a link, and links are not followed', 'Use what it leads to, where that is allowed.'],
  ENOTDIR: [
    'file_error',
    'is no folder, or a link to one, and links are not followed',
    'List its folder to see what there is.',
  ],
  EISDIR: ['file_error', 'is a folder', 'Name a file in it.'],
  EEXIST: ['file_error', 'exists already', 'Choose another name, or replace it with “replace”.'],
  ENOTEMPTY: ['file_error', 'is a folder that is not empty', 'Choose another name.'],
  EACCES: ['file_error', 'is not the user’s to use so', 'The user can change its permissions.'],
  EPERM: ['file_error', 'is not the user’s to use so', 'The user can change its permissions.'],
  EXDEV: ['file_error', 'is on another file system', 'Read it there and write it here.'],
  ENOSPC: ['file_error', 'has no space left', 'The user can free some.'],
  EINVAL: ['file_error', 'cannot be moved into itself', 'Choose another place.'],
};

/** A failure of the file system in words, with the path as the caller knows it. Of those that are in words already, the same. */
export function fileFailure(error: unknown, shown: string): AppError {
  if (error instanceof AppError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  const [kind, why, hint] = reasons[code] ?? [
    'file_error',
    `cannot be used (${code})`,
    'Look at it in a file manager.',
  ];
  return new AppError(kind, `${quoted(shown)} ${why}.`, { hint, cause: error });
}
