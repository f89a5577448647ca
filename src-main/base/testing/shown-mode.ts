/** What `stat` shows of a mode here: Windows has none, and shows every file that can be written as open to all. */
export function shownMode(mode: number): number {
  return process.platform === 'win32' ? 0o666 : mode;
}
