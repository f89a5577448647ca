/** A signal that aborts after so many milliseconds. */
export function signAt(ms: number): AbortSignal {
  const end = new AbortController();
  setTimeout(() => end.abort(), ms);
  return end.signal;
}
