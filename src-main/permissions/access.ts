import { AsyncLocalStorage } from 'node:async_hooks';

/** What the token of a request opens: looking only, or everything that policy and the user allow. */
export type Access = 'read' | 'full';

const current = new AsyncLocalStorage<Access>();

/** Runs the work of one request; whatever it calls, also by a way that knows nothing of tokens, has this access. */
export function withAccess<T>(access: Access, work: () => T): T {
  return current.run(access, work);
}

/** Of the request under way; full where there is none, as on standard input or in our own window. */
export function currentAccess(): Access {
  return current.getStore() ?? 'full';
}
