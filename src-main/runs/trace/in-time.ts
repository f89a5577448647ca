import { withDeadline } from '../../base/async/deadline.ts';

/** What comes within so many milliseconds, or nothing: a trace does without what is late or fails. */
export async function inTime<T>(timeoutMs: number, work: () => Promise<T>): Promise<T | undefined> {
  return withDeadline({ timeoutMs, what: 'A part of a trace' }, work).catch(() => undefined);
}
