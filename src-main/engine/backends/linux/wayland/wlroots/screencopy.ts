import { closeSync, readSync } from 'node:fs';
import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../../backend.ts';
import { partOf, type Format } from '../pixels.ts';
import type { PictureSource } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { Outputs } from '../wire/outputs.ts';
import { memoryFile } from '../wire/socket.ts';

/** https://wayland.app/protocols/wlr-screencopy-unstable-v1 */
const captureOutput = 0;
const frameEvents = { buffer: 0, flags: 1, ready: 2, failed: 3 } as const;
const frameRequests = { copy: 0, destroy: 1 } as const;
const upsideDown = 1;
/** Once it was asked for, sway 1.7 goes on drawing it into later pictures. */
const withoutPointer = 0;
/** https://wayland.app/protocols/wayland#wl_shm */
const createPool = 0;
const poolRequests = { createBuffer: 0, destroy: 1 } as const;
const destroyBuffer = 0;

interface Copied extends Format {
  fd: number;
  pool: number;
  buffer: number;
  upsideDown: boolean;
}

/** Pictures of outputs, copied by the compositor into memory of ours. */
export class Screencopy implements PictureSource {
  readonly #connection: WaylandConnection;
  readonly #outputs: Outputs;
  readonly #shm: number;
  readonly #manager: number;

  /** @throws CompositorLost where it copies no pictures */
  constructor(connection: WaylandConnection, outputs: Outputs) {
    this.#connection = connection;
    this.#outputs = outputs;
    this.#manager = connection.bind('zwlr_screencopy_manager_v1', 1);
    this.#shm = connection.bind('wl_shm', 1);
  }

  async part(object: number, part: Rect): Promise<Pixels> {
    const copied: { of: Copied | null } = { of: null };
    const connection = this.#connection;
    const frame = { id: 0 };
    try {
      await connection.wait<undefined>((done, failed) => {
        frame.id = connection.create((opcode, event) => {
          if (opcode === frameEvents.buffer) {
            const [format, width, height, stride] = [event.uint(), event.uint(), event.uint(), event.uint()];
            copied.of = this.#allocate({ format, width, height, stride });
            connection.send(frame.id, frameRequests.copy, copied.of.buffer);
          } else if (opcode === frameEvents.flags) {
            if (copied.of) copied.of.upsideDown = (event.uint() & upsideDown) !== 0;
          } else if (opcode === frameEvents.ready) done(undefined);
          else if (opcode === frameEvents.failed) failed(new CompositorLost('it made no picture of this output'));
        });
        connection.send(this.#manager, captureOutput, frame.id, withoutPointer, object);
      });
      if (!copied.of) throw new CompositorLost('it made no picture of this output');
      return this.#read(copied.of, object, part);
    } finally {
      connection.send(frame.id, frameRequests.destroy);
      if (copied.of) this.#free(copied.of);
    }
  }

  #allocate(format: Format): Copied {
    const size = format.stride * format.height;
    const fd = memoryFile(size);
    const pool = this.#connection.create();
    this.#connection.send(this.#shm, createPool, pool, { fd }, size);
    const buffer = this.#connection.create();
    const { width, height, stride, format: kind } = format;
    this.#connection.send(pool, poolRequests.createBuffer, buffer, 0, width, height, stride, kind);
    return { ...format, fd, pool, buffer, upsideDown: false };
  }

  #read(copied: Copied, object: number, part: Rect): Pixels {
    const data = Buffer.allocUnsafe(copied.stride * copied.height);
    readSync(copied.fd, data, 0, data.length, 0);
    const transform = this.#outputs.list().find((output) => output.object === object)?.transform ?? 0;
    return partOf(data, copied, part, { upsideDown: copied.upsideDown, transform });
  }

  #free({ fd, pool, buffer }: Copied): void {
    closeSync(fd);
    this.#connection.send(buffer, destroyBuffer);
    this.#connection.send(pool, poolRequests.destroy);
  }
}
