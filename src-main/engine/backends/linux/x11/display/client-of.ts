import type { XTree } from 'x11';
import type { XConnection } from './connection.ts';
import { readProperty } from './properties.ts';

/** The client that a window belongs to, e.g. a field to its app's window; 0 where it belongs to none. @throws XFailure */
export async function clientOf(x: XConnection, inner: number): Promise<number> {
  for (let window = inner; window !== 0 && window !== x.root;) {
    // ICCCM 4.1.3.1: window managers put WM_STATE on every client they manage, and on nothing else.
    const [{ data }, tree] = await Promise.all([
      readProperty(x, window, 'WM_STATE'),
      x.ask<XTree>((client, done) => client.QueryTree(window, done)),
    ]);
    if (data.length > 0) return window;
    window = tree.parent;
  }
  return 0;
}
