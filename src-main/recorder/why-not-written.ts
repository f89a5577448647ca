const causes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'there is no more room for you on the disk',
  EFBIG: 'the file would be larger than it may be',
  EROFS: 'the disk can only be read',
  EACCES: 'you may not write there',
};

/** Why something could not be written, for people: `the disk is full`. */
export function whyNotWritten(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return causes[code] ?? (error instanceof Error ? error.message : String(error));
}
