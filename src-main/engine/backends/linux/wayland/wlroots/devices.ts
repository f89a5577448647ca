import type { Compositor, Lack } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { Outputs } from '../wire/outputs.ts';
import { grabByLayers } from './grab.ts';
import { VirtualKeyboard } from './keyboard.ts';
import { LayerShell } from './layer-surface.ts';
import { LayerOutline } from './outline.ts';
import { VirtualPointer } from './pointer.ts';
import { Screencopy } from './screencopy.ts';

export type Devices = Pick<Compositor, 'pointer' | 'keys' | 'pictures'> & { readonly lacks: readonly Lack[] };
export type Layers = Pick<Compositor, 'outline' | 'grab'> & { readonly lacks: readonly Lack[] };

/** Features that wlroots-based compositors offer through protocols; each only if available. */
export function openDevices(connection: WaylandConnection, outputs: Outputs): Devices {
  const seat = connection.bind('wl_seat', 1);
  const lacks: Lack[] = [];
  const pointer = offered(lacks, 'Mouse', () => new VirtualPointer(connection, seat, outputs));
  const { lacks: others, ...rest } = openKeysAndPictures(connection, outputs, seat);
  return { lacks: [...lacks, ...others], ...(pointer && { pointer }), ...rest };
}

/** Same without a pointer. */
export function openKeysAndPictures(
  connection: WaylandConnection,
  outputs: Outputs,
  seat = connection.bind('wl_seat', 1),
): Omit<Devices, 'pointer'> {
  const lacks: Lack[] = [];
  const keys = offered(lacks, 'Keyboard', () => new VirtualKeyboard(connection, seat));
  const pictures = offered(lacks, 'Pictures', () => new Screencopy(connection, outputs));
  return { lacks, ...(keys && { keys }), ...(pictures && { pictures }) };
}

/** From this version on, pointers and keyboards can be released. */
const releasing = 3;

/** Our surfaces over all windows, which KWin supports as well. */
export function openLayers(connection: WaylandConnection, outputs: Outputs): Layers {
  const lacks: Lack[] = [];
  const shell = offered(lacks, 'Outlines and picking', () => new LayerShell(connection));
  if (!shell) return { lacks };
  const seat = connection.bind('wl_seat', releasing);
  return {
    lacks,
    outline: new LayerOutline(shell, outputs),
    grab: (listener) => grabByLayers(shell, seat, outputs, listener),
  };
}

function offered<T>(lacks: Lack[], name: string, open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof CompositorLost)) throw error;
    const instead = 'Use a newer version of the compositor, such as sway 1.5.';
    lacks.push({ name, why: `The compositor cannot do this: ${error.message}.`, instead });
    return undefined;
  }
}
