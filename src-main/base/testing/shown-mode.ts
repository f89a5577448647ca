/** A mode as `stat` shows it here: Windows has none, and shows every writable file as open to all. */
export function shownMode(mode: number): number {
  return process.platform === 'win32' ? 0o666 : mode;
}
