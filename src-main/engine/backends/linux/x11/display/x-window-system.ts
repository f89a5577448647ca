import type { PaintSource, WindowSystem } from '../../window-system.ts';
import type { XConnection } from './connection.ts';
import { parseWindowId } from './ids.ts';
import { readText } from './properties.ts';
import { popupAt, popupsOf, sameClient } from './stacking.ts';

/** X11 for the element provider. */
export function xWindowSystem(x: XConnection, painting: PaintSource): WindowSystem {
  return {
    painting,
    popupsOf: async ({ id }) => (await popupsOf(x, parseWindowId(id))).map(({ bounds }) => bounds),
    async popupAt({ id }, at) {
      const popup = await popupAt(x, at);
      return popup && sameClient(x, popup.window, parseWindowId(id)) ? popup.bounds : null;
    },
    surfaceOf: () => Promise.resolve(null),
    publishedBus: async () => (await readText(x, x.root, 'AT_SPI_BUS')).replaceAll('\0', ''),
  };
}
