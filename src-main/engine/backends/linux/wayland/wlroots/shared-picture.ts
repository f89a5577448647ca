import { closeSync, readSync } from 'node:fs';
import type { Format } from '../pixels.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { memoryFile } from '../wire/socket.ts';

/** https://wayland.app/protocols/wayland#wl_shm */
const createPool = 0;
const poolRequests = { createBuffer: 0, destroy: 1 } as const;
const destroyBuffer = 0;

/** Shared memory for a picture from the compositor. */
export class SharedPicture {
  readonly format: Format;
  /** Its object on the connection. */
  readonly buffer: number;
  readonly #connection: WaylandConnection;
  readonly #pool: number;
  readonly #fd: number;

  /** @param shm the connection's `wl_shm` */
  constructor(connection: WaylandConnection, shm: number, format: Format) {
    const { width, height, stride, format: kind } = format;
    const size = stride * height;
    this.format = format;
    this.#connection = connection;
    this.#fd = memoryFile(size);
    this.#pool = connection.create();
    connection.send(shm, createPool, this.#pool, { fd: this.#fd }, size);
    this.buffer = connection.create();
    connection.send(this.#pool, poolRequests.createBuffer, this.buffer, 0, width, height, stride, kind);
  }

  /** Its current content. */
  read(): Uint8Array {
    const data = Buffer.allocUnsafe(this.format.stride * this.format.height);
    readSync(this.#fd, data, 0, data.length, 0);
    return data;
  }

  free(): void {
    closeSync(this.#fd);
    this.#connection.send(this.buffer, destroyBuffer);
    this.#connection.send(this.#pool, poolRequests.destroy);
  }
}
