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

export type Devices = Pick<Compositor, 'pointer' | 'keys' | 'pictures' | 'outline' | 'grab' | 'lacks'>;

/** What compositors of the wlroots family offer by protocols; each only where it is offered. */
export function openDevices(connection: WaylandConnection, outputs: Outputs): Devices {
  const seat = connection.bind('wl_seat', 1);
  const lacks: Lack[] = [];
  const offered = <T>(name: string, open: () => T): T | undefined => {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof CompositorLost)) throw error;
      lacks.push({ name, why: `The compositor cannot do this: ${error.message}.`, instead: 'Use sway 1.5 or newer.' });
      return undefined;
    }
  };
  const pointer = offered('Mouse', () => new VirtualPointer(connection, seat, outputs));
  const keys = offered('Keyboard', () => new VirtualKeyboard(connection, seat));
  const pictures = offered('Pictures', () => new Screencopy(connection, outputs));
  const shell = offered('Outlines and picking', () => new LayerShell(connection));
  return {
    lacks,
    ...(pointer && { pointer }),
    ...(keys && { keys }),
    ...(pictures && { pictures }),
    ...(shell && {
      outline: new LayerOutline(shell, outputs),
      grab: (listener) => grabByLayers(shell, seat, outputs, listener),
    }),
  };
}
