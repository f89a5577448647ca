import type { Compositor, Lack } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import type { Outputs } from '../wire/outputs.ts';
import { LayoutKeys } from '../xkb/layout-keys.ts';
import { PortalHands } from './hands.ts';
import { Portal } from './portal.ts';
import { RemoteSession, type Offered } from './remote-session.ts';
import { RestoreToken } from './restore-token.ts';
import { Seat } from './seat.ts';

/** What only Mutter offers. */
const mutterMark = 'gtk_shell1';

/** Devices by the desktop's portals. Members that no portal here offers are missing, and `lacks` says why. */
export type Portals = Pick<Compositor, 'pointer' | 'keys' | 'pictures' | 'lacks'> & {
  /** Whether the desktop asks the person for us right now: nothing may be acted on meanwhile. */
  isAsking(): boolean;
  close(): Promise<void>;
};

export interface PortalsPlace {
  readonly connection: WaylandConnection;
  readonly outputs: Outputs;
  /** Of the compositor's socket. */
  readonly path: string;
  /** Of the session bus. */
  readonly address: string;
}

/** Looks which portals there are. Nothing is asked of the person before it is first needed. */
export async function openPortals({ connection, outputs, path, address }: PortalsPlace): Promise<Portals> {
  const portal = await Portal.open(address).catch(() => null);
  const offered = portal && (await offeredBy(portal));
  if (!portal || !offered || offered.remoteDesktop === 0) {
    portal?.close();
    return { lacks: [noInput(portal !== null)], isAsking: () => false, close: () => Promise.resolve() };
  }
  const session = new RemoteSession(portal, offered, new RestoreToken());
  const hands = new PortalHands(portal, session, {
    outputs: () => outputs.list(),
    seat: new Seat(connection),
    layout: () => LayoutKeys.open(path, () => Promise.resolve(null)),
    inStreamPixels: connection.globals(mutterMark).length > 0,
  });
  return {
    pointer: hands,
    keys: hands,
    lacks: [],
    isAsking: () => session.isAsking,
    async close() {
      await hands.release().catch(() => undefined);
      await session.close();
      portal.close();
    },
  };
}

async function offeredBy(portal: Portal): Promise<Offered> {
  const [remoteDesktop, screenCast, devices, sources, cursors] = await Promise.all([
    portal.number('RemoteDesktop', 'version'),
    portal.number('ScreenCast', 'version'),
    portal.number('RemoteDesktop', 'AvailableDeviceTypes'),
    portal.number('ScreenCast', 'AvailableSourceTypes'),
    portal.number('ScreenCast', 'AvailableCursorModes'),
  ]);
  return { remoteDesktop, screenCast, devices, sources, cursors };
}

function noInput(hasPortal: boolean): Lack {
  return {
    name: 'Mouse and keyboard',
    why: hasPortal
      ? 'The desktop portal of this session offers no RemoteDesktop.'
      : 'There is no desktop portal (org.freedesktop.portal.Desktop) on the session bus.',
    instead:
      'Install the portal of your desktop (xdg-desktop-portal-gnome or -kde) and log in anew; XDG_CURRENT_DESKTOP must name the desktop.',
  };
}
