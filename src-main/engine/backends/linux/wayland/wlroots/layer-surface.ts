import { closeSync, writeSync } from 'node:fs';
import type { Rect, Size } from '#contract/model/geometry';
import type { WaylandConnection } from '../wire/connection.ts';
import { memoryFile } from '../wire/socket.ts';

/** https://wayland.app/protocols/wayland */
const compositorRequests = { createSurface: 0, createRegion: 1 } as const;
const surfaceRequests = { destroy: 0, attach: 1, setInputRegion: 5, commit: 6, damageBuffer: 9 } as const;
const createPool = 0;
const poolRequests = { createBuffer: 0, destroy: 1 } as const;
const destroyRequest = 0;
const argb8888 = 0;
/** https://wayland.app/protocols/wlr-layer-shell-unstable-v1 */
const getLayerSurface = 0;
const layerRequests = {
  setSize: 0,
  setAnchor: 1,
  setZone: 2,
  setMargin: 3,
  setKeyboard: 4,
  ack: 6,
  destroy: 7,
} as const;
const layerEvents = { configure: 0 } as const;
const overlay = 3;
/** A namespace known to KWin, which treats layers with any other as a topmost window. layershellv1window.cpp, `scopeToType` */
const namespace = 'on-screen-display';
const topLeft = 1 | 4;
const ownPlace = -1;
const exclusive = 1;
/** https://wayland.app/protocols/viewporter */
const getViewport = 1;
const setDestination = 2;

/** A picture for a surface: rows of premultiplied blue, green, red, alpha; the rest is transparent. */
export interface Paint extends Size {
  readonly rows: readonly { readonly x: number; readonly y: number; readonly pixels: Uint8Array }[];
}

export interface LayerPlace {
  /** Object of the output. */
  readonly output: number;
  /** In its logical pixels, relative to its corner. */
  readonly place: Rect;
  /** Grabs pointer and keys; otherwise both pass through. */
  readonly takesInput?: boolean;
}

/** The globals for layers, bound once. */
export class LayerShell {
  readonly connection: WaylandConnection;
  readonly #compositor: number;
  readonly #shm: number;
  readonly #shell: number;
  readonly #viewporter: number;

  /** @throws CompositorLost if layers are not supported */
  constructor(connection: WaylandConnection) {
    this.connection = connection;
    this.#shell = connection.bind('zwlr_layer_shell_v1', 1);
    this.#compositor = connection.bind('wl_compositor', 4);
    this.#shm = connection.bind('wl_shm', 1);
    this.#viewporter = connection.bind('wp_viewporter', 1);
  }

  /** A surface over all windows; resolves once it is shown. */
  async open({ output, place, takesInput = false }: LayerPlace, paint: Paint): Promise<LayerSurface> {
    const { connection } = this;
    const surface = connection.create();
    connection.send(this.#compositor, compositorRequests.createSurface, surface);
    const viewport = connection.create();
    connection.send(this.#viewporter, getViewport, viewport, surface);
    connection.send(viewport, setDestination, place.width, place.height);
    if (!takesInput) this.#letThrough(surface);
    const buffer = this.#buffer(paint);
    let [layer, isOpen] = [0, true];
    await connection.wait<undefined>((done) => {
      layer = connection.create((opcode, event) => {
        // Late events were sent before it was destroyed.
        if (opcode !== layerEvents.configure || !isOpen) return;
        connection.send(layer, layerRequests.ack, event.uint());
        connection.send(surface, surfaceRequests.attach, buffer, 0, 0);
        connection.send(surface, surfaceRequests.damageBuffer, 0, 0, paint.width, paint.height);
        connection.send(surface, surfaceRequests.commit);
        done(undefined);
      });
      connection.send(this.#shell, getLayerSurface, layer, surface, output, overlay, namespace);
      connection.send(layer, layerRequests.setSize, place.width, place.height);
      connection.send(layer, layerRequests.setAnchor, topLeft);
      connection.send(layer, layerRequests.setZone, ownPlace);
      connection.send(layer, layerRequests.setMargin, place.y, 0, 0, place.x);
      if (takesInput) connection.send(layer, layerRequests.setKeyboard, exclusive);
      connection.send(surface, surfaceRequests.commit);
    });
    return {
      surface,
      close() {
        isOpen = false;
        connection.send(layer, layerRequests.destroy);
        connection.send(viewport, destroyRequest);
        connection.send(surface, surfaceRequests.destroy);
        connection.send(buffer, destroyRequest);
      },
    };
  }

  #letThrough(surface: number): void {
    const nothing = this.connection.create();
    this.connection.send(this.#compositor, compositorRequests.createRegion, nothing);
    this.connection.send(surface, surfaceRequests.setInputRegion, nothing);
    this.connection.send(nothing, destroyRequest);
  }

  #buffer({ width, height, rows }: Paint): number {
    const size = width * height * 4;
    const fd = memoryFile(size);
    try {
      for (const { x, y, pixels } of rows) writeSync(fd, pixels, 0, pixels.length, (y * width + x) * 4);
      const pool = this.connection.create();
      this.connection.send(this.#shm, createPool, pool, { fd }, size);
      const buffer = this.connection.create();
      this.connection.send(pool, poolRequests.createBuffer, buffer, 0, width, height, width * 4, argb8888);
      this.connection.send(pool, poolRequests.destroy);
      return buffer;
    } finally {
      closeSync(fd);
    }
  }
}

export interface LayerSurface {
  readonly surface: number;
  close(): void;
}
