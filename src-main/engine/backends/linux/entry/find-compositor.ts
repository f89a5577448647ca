import { sessionBusAddress } from '../atspi/bus/bus-address.ts';
import { noRecording, inputUnreportedBy, type Compositor, type PictureSource } from '../wayland/compositor.ts';
import { gnomeMark, openGnome } from '../wayland/gnome/gnome.ts';
import { kwinMark, openKWin } from '../wayland/kwin/kwin.ts';
import { swaySocketOf } from '../wayland/sway/ipc.ts';
import { noCoveredPictures, openSway } from '../wayland/sway/sway.ts';
import type { SwayWindow } from '../wayland/sway/tree.ts';
import { socketPath, WaylandConnection } from '../wayland/wire/connection.ts';
import { CompositorLost } from '../wayland/wire/failure.ts';
import { Outputs } from '../wayland/wire/outputs.ts';
import { openClipboard } from '../wayland/wlroots/data-control.ts';
import { openDevices, openLayers } from '../wayland/wlroots/devices.ts';
import { WindowPictures } from '../wayland/wlroots/window-pictures.ts';

export interface Found {
  readonly connection: WaylandConnection;
  readonly outputs: Outputs;
  readonly compositor: Compositor;
}

/** Detects the session's compositor; null if unknown. @throws CompositorLost */
export async function findCompositor(): Promise<Found | null> {
  const path = socketPath(process.env['WAYLAND_DISPLAY'] ?? '');
  const connection = await WaylandConnection.open(path).catch((error: unknown) => {
    if (process.env['SWAYSOCK'] || !(error instanceof CompositorLost)) throw error;
    return null;
  });
  if (!connection) return null;
  const offers = (face: string) => connection.globals(face).length > 0;
  const sway = swaySocketOf(path, connection.peer);
  const openSwayHere = sway ? (place: FoundSocket) => openSwayAt(sway, place) : null;
  const open = offers(kwinMark) ? openKWinHere : offers(gnomeMark) ? openGnomeHere : openSwayHere;
  if (!open) {
    connection.close();
    return null;
  }
  try {
    const outputs = await Outputs.open(connection, { byName: open === openSwayHere });
    const own = await open({ connection, outputs, path });
    const close = async () => {
      await own.close();
      connection.close();
    };
    return { connection, outputs, compositor: { ...own, close } };
  } catch (error) {
    connection.close();
    throw error;
  }
}

interface FoundSocket {
  readonly connection: WaylandConnection;
  readonly outputs: Outputs;
  readonly path: string;
}

async function openSwayAt(socket: string, place: FoundSocket): Promise<Compositor> {
  const sway = await openSway(socket);
  const devices = openDevices(place.connection, place.outputs);
  const ofWindows = WindowPictures.open(place.connection);
  const lacks = [
    ...sway.lacks,
    ...(ofWindows ? [] : [noCoveredPictures]),
    { ...noRecording, why: inputUnreportedBy(sway) },
    ...devices.lacks,
  ];
  const { pictures: ofOutputs } = devices;
  const pictures = ofOutputs && ofWindows ? withWindows(ofOutputs, ofWindows) : ofOutputs;
  const own = { ...devices, ...(pictures && { pictures }), ...sway, lacks };
  return withProtocols({ ...own, close: () => Promise.resolve() }, place);
}

function withWindows(outputs: PictureSource, windows: WindowPictures): PictureSource {
  return {
    part: (...asked) => outputs.part(...asked),
    window: (window) => windows.of((window as SwayWindow).identifier),
  };
}

async function openKWinHere(place: FoundSocket): Promise<Compositor> {
  const { connection, outputs, path } = place;
  return withProtocols(await openKWin(connection, outputs, { path, address: sessionBusAddress() }), place);
}

function openGnomeHere({ connection, outputs, path }: FoundSocket): Promise<Compositor> {
  return openGnome(outputs, path, connection.peer?.processId);
}

/** Adds features of wlroots protocols, if the compositor has them. */
function withProtocols(own: Compositor, { connection, outputs, path }: FoundSocket): Compositor {
  const layers = openLayers(connection, outputs);
  const { clipboard, ...lazy } = openClipboard(connection, path);
  return {
    ...own,
    ...layers,
    ...(clipboard && { clipboard }),
    lacks: [...own.lacks, ...layers.lacks, ...lazy.lacks],
    async close() {
      layers.outline?.close();
      lazy.close();
      await own.close();
    },
  };
}
