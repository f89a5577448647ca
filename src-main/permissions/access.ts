import { AsyncLocalStorage } from 'node:async_hooks';

/** The access of a request's token: looking only, or everything that policy and the user allow. */
export type Access = 'read' | 'full';

const current = new AsyncLocalStorage<{ readonly access: Access; readonly holder: string }>();

/**
 * Runs the work of one request with this access; calls made by code that ignores tokens have it, too.
 * @param holder the token's holder: `full`, `read`, or the id of a client with its own token
 */
export function withAccess<T>(access: Access, work: () => T, holder: string = access): T {
  return current.run({ access, holder }, work);
}

/** The current request's access; full if there is none, as on standard input or in our own window. */
export function currentAccess(): Access {
  return current.getStore()?.access ?? 'full';
}

/** The holder of the current request's token. */
export function currentHolder(): string {
  return current.getStore()?.holder ?? 'full';
}
