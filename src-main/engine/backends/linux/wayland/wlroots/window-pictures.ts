import { AppError } from '#contract/errors';
import type { Pixels } from '../../../../backend.ts';
import { isReadable, partOf } from '../pixels.ts';
import type { WaylandConnection } from '../wire/connection.ts';
import { SharedPicture } from './shared-picture.ts';

/** https://wayland.app/protocols/ext-foreign-toplevel-list-v1 */
const listed = 0;
const windowEvents = { closed: 0, identifier: 4 } as const;
const destroyWindow = 0;
/** https://wayland.app/protocols/ext-image-capture-source-v1 */
const createSource = 0;
const destroySource = 0;
/** https://wayland.app/protocols/ext-image-copy-capture-v1 */
const createSession = 0;
const sessionEvents = { size: 0, format: 1, done: 4, stopped: 5 } as const;
const sessionRequests = { createFrame: 0, destroy: 1 } as const;
const frameEvents = { ready: 3, failed: 4 } as const;
const frameRequests = { destroy: 0, attach: 1, damage: 2, capture: 3 } as const;
const withoutPointer = 0;

const faces = {
  list: 'ext_foreign_toplevel_list_v1',
  sources: 'ext_foreign_toplevel_image_capture_source_manager_v1',
  sessions: 'ext_image_copy_capture_manager_v1',
} as const;

const bytesPerPixel = 4;
/** Timeout for each step of a capture, in milliseconds. */
const withinMs = 2_000;

/** Pictures of single windows, even if covered. */
export class WindowPictures {
  readonly #connection: WaylandConnection;
  readonly #sources: number;
  readonly #sessions: number;
  readonly #shm: number;
  /** Windows' objects, by identifier. */
  readonly #windows = new Map<string, number>();

  private constructor(connection: WaylandConnection) {
    this.#connection = connection;
    this.#sources = connection.bind(faces.sources, 1);
    this.#sessions = connection.bind(faces.sessions, 1);
    this.#shm = connection.bind('wl_shm', 1);
    connection.bind(faces.list, 1, (opcode, event) => {
      if (opcode === listed) this.#follow(event.uint());
    });
  }

  /** @returns null if the compositor does not capture single windows */
  static open(connection: WaylandConnection): WindowPictures | null {
    const hasAll = Object.values(faces).every((face) => connection.globals(face).length > 0);
    return hasAll ? new WindowPictures(connection) : null;
  }

  /**
   * The whole surface, in its own pixels, opaque.
   * @param identifier the compositor's id for the window
   * @returns null for an unlisted window
   * @throws AppError `timeout` if no picture arrives, `unsupported_platform` if it cannot be read, CompositorLost
   */
  async of(identifier: string): Promise<Pixels | null> {
    const connection = this.#connection;
    // A new window is listed first.
    await connection.sync();
    const window = this.#windows.get(identifier);
    if (window === undefined) return null;
    const source = connection.create();
    connection.send(this.#sources, createSource, source, window);
    try {
      return await this.#copy(source);
    } finally {
      connection.send(source, destroySource);
    }
  }

  #follow(window: number): void {
    let name = '';
    this.#connection.adopt(window, (opcode, event) => {
      if (opcode === windowEvents.identifier) {
        name = event.text();
        this.#windows.set(name, window);
      } else if (opcode === windowEvents.closed) {
        this.#windows.delete(name);
        this.#connection.send(window, destroyWindow);
      }
    });
  }

  async #copy(source: number): Promise<Pixels> {
    const connection = this.#connection;
    const reported = { session: 0, width: 0, height: 0, format: 0 };
    const made: { frame?: number; picture?: SharedPicture } = {};
    try {
      await this.#step((done, failed) => {
        reported.session = connection.create((opcode, event) => {
          if (opcode === sessionEvents.size) [reported.width, reported.height] = [event.uint(), event.uint()];
          else if (opcode === sessionEvents.format) {
            const format = event.uint();
            if (isReadable(format)) reported.format = format;
          } else if (opcode === sessionEvents.done) done();
          else if (opcode === sessionEvents.stopped) failed();
        });
        connection.send(this.#sessions, createSession, reported.session, source, withoutPointer);
      });
      const { session, width, height, format } = reported;
      const picture = new SharedPicture(connection, this.#shm, {
        width,
        height,
        format,
        stride: width * bytesPerPixel,
      });
      made.picture = picture;
      await this.#step((done, failed) => {
        const frame = connection.create((opcode) => {
          if (opcode === frameEvents.ready) done();
          else if (opcode === frameEvents.failed) failed();
        });
        made.frame = frame;
        connection.send(session, sessionRequests.createFrame, frame);
        connection.send(frame, frameRequests.attach, picture.buffer);
        connection.send(frame, frameRequests.damage, 0, 0, width, height);
        connection.send(frame, frameRequests.capture);
      });
      const all = { x: 0, y: 0, width, height };
      return partOf(picture.read(), picture.format, all, { upsideDown: false, transform: 0 });
    } finally {
      if (made.frame !== undefined) connection.send(made.frame, frameRequests.destroy);
      connection.send(reported.session, sessionRequests.destroy);
      made.picture?.free();
    }
  }

  /** @throws AppError `timeout`, CompositorLost */
  async #step(work: (done: () => void, failed: () => void) => void): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#connection.wait<undefined>((done, failed) => {
        const none = () => failed(new AppError('timeout', 'The compositor made no picture of the window.'));
        timer = setTimeout(none, withinMs);
        work(() => done(undefined), none);
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
