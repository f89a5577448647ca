import { disposable, type Disposable } from '../../base/async/disposable.ts';
import type { EngineContext } from '../operations/operation.ts';

/** Opens something asynchronously, and closes it even if disposed before it is open. */
export function opening({ beginning, log }: EngineContext, open: () => Promise<Disposable>, what: string): Disposable {
  let ended = false;
  let opened: Disposable | null = null;
  const begun = open().then(
    (resource) => {
      opened = resource;
      if (ended) resource.dispose();
    },
    (error: unknown) => log('error', `${what} could not begin`, error),
  );
  beginning.add(begun);
  void begun.finally(() => beginning.delete(begun));
  return disposable(() => {
    ended = true;
    opened?.dispose();
  });
}
