import { AsyncLocalStorage } from 'node:async_hooks';

/** What the token of a request opens: looking only, or everything that policy and the user allow. */
export type Access = 'read' | 'full';

const current = new AsyncLocalStorage<{ readonly access: Access; readonly holder: string }>();

/**
 * Runs the work of one request; whatever it calls, also by a way that knows nothing of tokens, has this access.
 * @param holder whose token it is: `full`, `read`, or what tells a client that has its own from all others
 */
export function withAccess<T>(access: Access, work: () => T, holder: string = access): T {
  return current.run({ access, holder }, work);
}

/** Of the request under way; full if there is none, as on standard input or in our own window. */
export function currentAccess(): Access {
  return current.getStore()?.access ?? 'full';
}

/** Whose token the request under way carries. */
export function currentHolder(): string {
  return current.getStore()?.holder ?? 'full';
}
