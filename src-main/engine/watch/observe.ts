import { disposable, type Disposable } from '../../base/disposable.ts';
import type { Log } from '../../base/log.ts';

/** Begins something that takes a moment to begin, and ends it even where the end comes first. */
export function opening(open: () => Promise<Disposable>, log: Log, what: string): Disposable {
  let ended = false;
  let opened: Disposable | null = null;
  open().then(
    (resource) => {
      opened = resource;
      if (ended) resource.dispose();
    },
    (error: unknown) => log('error', `${what} could not begin`, error),
  );
  return disposable(() => {
    ended = true;
    opened?.dispose();
  });
}
