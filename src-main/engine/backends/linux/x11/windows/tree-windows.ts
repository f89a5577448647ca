import type { XAttributes, XTree } from 'x11';
import type { XConnection } from '../display/connection.ts';
import { isGone } from '../display/failure.ts';
import { readProperty } from '../display/properties.ts';

/** The class of windows that can be seen. https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#requests:CreateWindow */
const inputOutput = 1;

/**
 * The clients' windows where no manager lists them, topmost first: of all that is shown directly below the root, those
 * that a manager marked as a client, or put a frame around. Without any manager, what asks to be managed counts too.
 * @throws XFailure, DisplayUnavailable
 */
export async function windowsOfTree(x: XConnection, managed: boolean): Promise<readonly number[]> {
  const children = await childrenOf(x, x.root);
  const clients = await Promise.all(children.map((id) => clientAt(x, id, managed)));
  return clients.filter((id) => id !== null).reverse();
}

async function clientAt(x: XConnection, window: number, managed: boolean): Promise<number | null> {
  try {
    const { mapState, klass, overrideRedirect } = await x.ask<XAttributes>((client, done) =>
      client.GetWindowAttributes(window, done),
    );
    if (mapState === 0 || klass !== inputOutput) return null;
    const client = await clientIn(x, window);
    return client ?? (managed || overrideRedirect !== 0 ? null : window);
  } catch (error) {
    // Windows come and go while one looks.
    if (isGone(error)) return null;
    throw error;
  }
}

/** ICCCM 4.1.3.1: window managers put WM_STATE on every client they manage, and on nothing else. */
async function clientIn(x: XConnection, window: number): Promise<number | null> {
  const inside = await childrenOf(x, window);
  const candidates = [window, ...inside];
  const marks = await Promise.all(candidates.map((id) => readProperty(x, id, 'WM_STATE', 4)));
  return candidates.find((_, i) => (marks[i]?.data.length ?? 0) > 0) ?? null;
}

async function childrenOf(x: XConnection, window: number): Promise<readonly number[]> {
  const { children } = await x.ask<XTree>((client, done) => client.QueryTree(window, done));
  return children;
}
