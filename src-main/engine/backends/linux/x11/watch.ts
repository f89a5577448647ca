import x11, { type XEvent } from 'x11';
import { disposable, type Disposable } from '../../../../base/disposable.ts';
import type { XConnection } from './connection.ts';
import { readNumbers } from './properties.ts';

const { PropertyChange, SubstructureNotify, StructureNotify } = x11.eventMask as Record<
  'PropertyChange' | 'SubstructureNotify' | 'StructureNotify',
  number
>;

/** Properties of a client that a row of the list shows. */
const shownProperties = ['_NET_WM_NAME', 'WM_NAME', 'WM_CLASS', '_NET_WM_STATE', '_NET_WM_DESKTOP', '_NET_WM_ICON'];
const shownRootProperties = [
  '_NET_CLIENT_LIST',
  '_NET_CLIENT_LIST_STACKING',
  '_NET_ACTIVE_WINDOW',
  '_NET_CURRENT_DESKTOP',
];

/** Calls back for everything that may change the window list, until disposed. */
export function watchWindows(x: XConnection, changed: () => void): Disposable {
  const watched = new Set<number>();
  let relevant = new Set<number>();
  let ended = false;

  const follow = async () => {
    const clients = await readNumbers(x, x.root, '_NET_CLIENT_LIST', 1 << 16);
    for (const id of watched) if (!clients.includes(id)) watched.delete(id);
    for (const id of clients) {
      if (ended || watched.has(id)) continue;
      watched.add(id);
      // Answered, so that a window that is already gone is no unhandled error.
      x.client.ChangeWindowAttributes(id, { eventMask: PropertyChange | StructureNotify }, () => true);
    }
  };
  const refollow = () => void follow().catch(() => undefined);

  const events = x.onEvent((event) => {
    if (!concernsList(event, relevant, x.root, watched)) return;
    if (event.wid === x.root) refollow();
    changed();
  });

  void Promise.all([...shownProperties, ...shownRootProperties].map((name) => x.atom(name)))
    .then((atoms) => {
      relevant = new Set(atoms);
      if (ended) return;
      x.client.ChangeWindowAttributes(x.root, { eventMask: PropertyChange | SubstructureNotify });
      refollow();
    })
    .catch(() => undefined);

  return disposable(() => {
    ended = true;
    events.dispose();
    x.client.ChangeWindowAttributes(x.root, { eventMask: 0 });
    for (const id of watched) x.client.ChangeWindowAttributes(id, { eventMask: 0 }, () => true);
  });
}

function concernsList(event: XEvent, atoms: ReadonlySet<number>, root: number, watched: ReadonlySet<number>): boolean {
  switch (event.name) {
    case 'PropertyNotify':
      return atoms.has(event.atom ?? 0);
    case 'ConfigureNotify':
      // Told to the root for every frame and popup; only the clients' own say that a window moved.
      return event.wid1 === undefined ? false : watched.has(event.wid1) || event.wid !== root;
    case 'DestroyNotify':
    case 'UnmapNotify':
    case 'MapNotify':
      return true;
    default:
      return false;
  }
}
