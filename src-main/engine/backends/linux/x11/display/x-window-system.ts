import x11 from 'x11';
import type { XGeometry, XTranslated } from 'x11';
import type { Rect } from '#contract/model/geometry';
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
    async tellPlace({ id }) {
      const window = parseWindowId(id);
      const [{ width, height }, { destX: left, destY: top }] = await Promise.all([
        x.ask<XGeometry>((client, done) => client.GetGeometry(window, done)),
        x.ask<XTranslated>((client, done) => client.TranslateCoordinates(window, x.root, 0, 0, done)),
      ]);
      x.client.SendEvent(window, 0, structureNotify, configured(window, { x: left, y: top, width, height }));
      await x.sync();
    },
    publishedBus: async () => (await readText(x, x.root, 'AT_SPI_BUS')).replaceAll('\0', ''),
  };
}

const { StructureNotify: structureNotify = 0 } = x11.eventMask;
const configureNotify = 22;
/** Length of every event, in bytes. */
const eventBytes = 32;

/** The event by which a window manager reports a position on the root window: ICCCM 4.1.5. */
function configured(window: number, { x, y, width, height }: Rect): Buffer {
  const event = Buffer.alloc(eventBytes);
  event[0] = configureNotify;
  event.writeUInt32LE(window, 4);
  event.writeUInt32LE(window, 8);
  event.writeInt16LE(x, 16);
  event.writeInt16LE(y, 18);
  event.writeUInt16LE(width, 20);
  event.writeUInt16LE(height, 22);
  return event;
}
