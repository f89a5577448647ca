import type { Compositor, Lack, PictureSource } from '../compositor.ts';
import { Layout } from '../layout.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import type { Outputs } from '../wire/outputs.ts';
import { LayoutKeys } from '../xkb/layout-keys.ts';
import { CastPictures, hasGStreamer } from './cast.ts';
import { PortalInput, Seat } from './portal-input.ts';
import { Portal } from './portal.ts';
import { devices, RemoteSession, type Offered, RestoreToken } from './remote-session.ts';
import { ScreenshotPictures } from './screenshot.ts';

/** Features of Mutter only, and of KWin only. */
const [mutterMark, kwinMark] = ['gtk_shell1', 'org_kde_plasma_shell'];

/** Devices through desktop portals. Features that no portal here offers are undefined, and `lacks` gives the reason. */
export type Portals = Pick<Compositor, 'pointer' | 'keys' | 'pictures' | 'lacks'> & {
  /** Whether the desktop is currently asking the user: no action may be taken meanwhile. */
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
  /** Only what is used is requested. */
  readonly withPointer?: boolean;
}

/** Detects the available portals. The user is not asked before first use. */
export async function openPortals({ withPointer = true, ...place }: PortalsPlace): Promise<Portals> {
  const portal = await Portal.open(place.address).catch(() => null);
  const offered =
    portal && (await offeredBy(portal, withPointer ? devices.keyboard | devices.pointer : devices.keyboard));
  if (!portal || !offered || !isEnough(offered)) {
    portal?.close();
    return { lacks: [noInput(portal !== null)], isAsking: () => false, close: () => Promise.resolve() };
  }
  const session = new RemoteSession(portal, offered, new RestoreToken());
  const input = openInput(portal, session, place);
  const shown = await openPictures(portal, session, offered, place);
  session.onEnded = () => void input.recover().catch(() => undefined);
  return {
    ...(withPointer && { pointer: input }),
    keys: input,
    ...(shown.pictures && { pictures: shown.pictures }),
    lacks: shown.pictures ? [] : [noPictures],
    isAsking: () => session.isAsking || shown.isAsking(),
    async close() {
      session.onEnded = null;
      await input.release().catch(() => undefined);
      shown.close();
      await session.close();
      portal.close();
    },
  };
}

function openInput(portal: Portal, session: RemoteSession, { connection, outputs, path }: PortalsPlace): PortalInput {
  return new PortalInput(portal, session, {
    outputs: () => outputs.list(),
    seat: new Seat(connection),
    layout: () => LayoutKeys.open(path, () => Promise.resolve(null)),
    inStreamPixels: connection.globals(mutterMark).length > 0,
    staysHeld: connection.globals(kwinMark).length > 0,
  });
}

interface Pictures {
  readonly pictures?: PictureSource;
  isAsking(): boolean;
  close(): void;
}

/**
 * Through the session's own screens if GStreamer is installed, without further questions; else through the screenshot portal,
 * and always so on KWin, whose stream has no frame before the screen changes.
 */
async function openPictures(
  portal: Portal,
  session: RemoteSession,
  { screenCast, sources }: Offered,
  { connection, outputs }: PortalsPlace,
): Promise<Pictures> {
  const placed = () => new Layout(outputs.list()).outputs;
  const closed = { isAsking: () => false, close: () => undefined };
  const isCast = screenCast > 0 && sources > 0 && connection.globals(kwinMark).length === 0;
  if (isCast && hasGStreamer()) return { pictures: new CastPictures(session, placed), ...closed };
  if ((await portal.number('Screenshot', 'version')) === 0) return closed;
  const pictures = new ScreenshotPictures(portal, placed);
  return { pictures, isAsking: () => pictures.isAsking, close: () => pictures.close() };
}

/** Portals of other desktops announce the interface, but create no session. */
function isEnough(offered: Offered): boolean {
  return offered.remoteDesktop > 0 && offered.devices > 0;
}

async function offeredBy(portal: Portal, wanted: number): Promise<Offered> {
  const [remoteDesktop, screenCast, kinds, sources, cursors] = await Promise.all([
    portal.number('RemoteDesktop', 'version'),
    portal.number('ScreenCast', 'version'),
    portal.number('RemoteDesktop', 'AvailableDeviceTypes'),
    portal.number('ScreenCast', 'AvailableSourceTypes'),
    portal.number('ScreenCast', 'AvailableCursorModes'),
  ]);
  return { remoteDesktop, screenCast, devices: kinds & wanted, sources, cursors };
}

function noInput(hasPortal: boolean): Lack {
  return {
    name: 'Mouse and keyboard',
    why: hasPortal
      ? 'The desktop portal of this session offers no RemoteDesktop.'
      : 'There is no desktop portal (org.freedesktop.portal.Desktop) on the session bus.',
    instead:
      'Install the portal of your desktop (xdg-desktop-portal-gnome or -kde) and log in again; XDG_CURRENT_DESKTOP must name the desktop.',
  };
}

const noPictures: Lack = {
  name: 'Pictures',
  why: 'The desktop portal of this session shows no screens.',
  instead: 'Work with the tree of elements, or install the portal of your desktop, PipeWire and GStreamer.',
};
