import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../../backend.ts';
import { partOf } from '../pixels.ts';
import type { PictureSource } from '../compositor.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { Outputs } from '../wire/outputs.ts';
import { SharedPicture } from './shared-picture.ts';

/** https://wayland.app/protocols/wlr-screencopy-unstable-v1 */
const captureOutput = 0;
const frameEvents = { buffer: 0, flags: 1, ready: 2, failed: 3 } as const;
const frameRequests = { copy: 0, destroy: 1 } as const;
const upsideDown = 1;
/** After the first request, sway 1.7 keeps drawing it into later pictures. */
const withoutPointer = 0;

interface Copied {
  readonly picture: SharedPicture;
  upsideDown: boolean;
}

/** Pictures of outputs, copied by the compositor into shared memory. */
export class Screencopy implements PictureSource {
  readonly #connection: WaylandConnection;
  readonly #outputs: Outputs;
  readonly #shm: number;
  readonly #manager: number;

  /** @throws CompositorLost if copying is not supported */
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
            const picture = new SharedPicture(connection, this.#shm, { format, width, height, stride });
            copied.of = { picture, upsideDown: false };
            connection.send(frame.id, frameRequests.copy, picture.buffer);
          } else if (opcode === frameEvents.flags) {
            if (copied.of) copied.of.upsideDown = (event.uint() & upsideDown) !== 0;
          } else if (opcode === frameEvents.ready) done(undefined);
          else if (opcode === frameEvents.failed) failed(new CompositorLost('it made no picture of this output'));
        });
        connection.send(this.#manager, captureOutput, frame.id, withoutPointer, object);
      });
      if (!copied.of) throw new CompositorLost('it made no picture of this output');
      const { picture, ...way } = copied.of;
      const transform = this.#outputs.list().find((output) => output.object === object)?.transform ?? 0;
      return partOf(picture.read(), picture.format, part, { ...way, transform });
    } finally {
      connection.send(frame.id, frameRequests.destroy);
      copied.of?.picture.free();
    }
  }
}
