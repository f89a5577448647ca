const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file is too large for this disk',
  EROFS: 'the disk is read-only',
  EACCES: 'you have no permission to write there',
  EISDIR: 'a folder has that name',
};

/** The reason why a write failed, for the user: `the disk is full`. */
export function whyNotWritten(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return causes[code] ?? (error instanceof Error ? error.message : String(error));
}
