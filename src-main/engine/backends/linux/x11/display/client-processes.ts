import type { XTree } from 'x11';
import { once } from '../../../../../base/async/once.ts';
import { perObject } from '../../../../../base/async/per-object.ts';
import type { XConnection } from './connection.ts';
import type { ClientId } from './extensions.ts';
import { readProperty } from './properties.ts';

/**
 * The processes that the server sees behind windows; 0 if it does not report any.
 * https://www.x.org/releases/X11R7.7/doc/resproto/resproto.txt, XResQueryClientIds
 * @throws XFailure, DisplayUnavailable
 */
export async function readClientProcesses(x: XConnection, windows: readonly number[]): Promise<readonly number[]> {
  const res = await x.extension('res');
  if (!res) return windows.map(() => 0);
  const mask = res.ClientIdMask.LocalClientPID;
  const specs = windows.map((client) => ({ client, mask }));
  const clients = await x.ask<readonly ClientId[]>((_, done) => res.QueryClientIds(specs, done));
  const base = (id: number) => (id & ~x.display.resource_mask) >>> 0;
  const processes = new Map(clients.map(({ client, value }) => [base(client), value[0] ?? 0]));
  return windows.map((id) => processes.get(base(id)) ?? 0);
}

/**
 * Whether the server uses the same process ids as `/proc` here, determined by its id for this process. They differ if one of
 * both is in a container or on another machine.
 * @throws XFailure, DisplayUnavailable
 */
export function countsAlike(x: XConnection): Promise<boolean> {
  return ownNumber(x)();
}

const ownNumber = perObject((x: XConnection) =>
  once(async () => {
    const [own] = await readClientProcesses(x, [x.client.AllocID()]);
    return own === process.pid;
  }),
);

/** The client window that contains a window, e.g. an app's window for a field; 0 if there is none. @throws XFailure */
export async function clientOf(x: XConnection, inner: number): Promise<number> {
  for (let window = inner; window !== 0 && window !== x.root;) {
    // ICCCM 4.1.3.1: window managers put WM_STATE on every managed client, and on nothing else.
    const [{ data }, tree] = await Promise.all([
      readProperty(x, window, 'WM_STATE'),
      x.ask<XTree>((client, done) => client.QueryTree(window, done)),
    ]);
    if (data.length > 0) return window;
    window = tree.parent;
  }
  return 0;
}
