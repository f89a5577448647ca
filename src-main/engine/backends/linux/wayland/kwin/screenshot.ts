import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { z } from 'zod';
import { AppError } from '#contract/errors';
import type { Rect } from '#contract/model/geometry';
import type { Pixels } from '../../../../backend.ts';
import { socketPath } from '../../dbus/address.ts';
import { Incoming } from '../../dbus/incoming.ts';
import { messageType, writeCall, type Call, type Message } from '../../dbus/message.ts';
import { Writer } from '../../dbus/writer.ts';
import type { CompositorWindow, PictureSource } from '../compositor.ts';
import { partOf } from '../pixels.ts';
import { CompositorLost } from '../wire/failure.ts';
import type { Outputs } from '../wire/outputs.ts';
import { connectTo, openPipe, sendWith } from '../wire/socket.ts';
import type { KWinWindow } from './windows.ts';

/**
 * The data are sent through a pipe, whose descriptor is passed with the call: a separate connection, since Node passes none.
 */
const face = 'org.kde.KWin.ScreenShot2';
const path = '/org/kde/KWin/ScreenShot2';
const withinMs = 5_000;
/** `wl_shm` names of QImage's 32-bit formats: https://doc.qt.io/qt-5/qimage.html#Format-enum */
const blueFirst = 0;
const qtFormats = new Set([4, 5, 6]);

const noSuchOutput = `${face}.Error.InvalidScreen`;
/** KWin 6.7's error without textures to draw into, e.g. without a GPU. */
const cancelled = `${face}.Error.Cancelled`;
const noSuchObject = 'org.freedesktop.DBus.Error.UnknownObject';

/** Whether KWin permits screenshots to this program; `none` if it offers them to nobody. */
export type PictureAccess = 'granted' | 'refused' | 'none';

class Refused extends CompositorLost {
  readonly errorName: string;

  constructor(errorName: string) {
    super(`it refused: ${errorName}`);
    this.errorName = errorName;
  }
}

const answer = z.object({ width: z.number(), height: z.number(), stride: z.number(), format: z.number() });

/** Screenshots by KWin of outputs and windows, including covered ones. KWin offers them to permitted programs. */
export class ScreenShot implements PictureSource {
  readonly #address: string;
  readonly #outputs: Outputs;

  constructor(address: string, outputs: Outputs) {
    this.#address = address;
    this.#outputs = outputs;
  }

  async part(object: number, part: Rect): Promise<Pixels> {
    const name = this.#outputs.list().find((output) => output.object === object)?.name;
    if (name === undefined) throw new CompositorLost('the output is gone');
    const { data, format } = await this.#picture('CaptureScreen', name, []);
    return partOf(data, format, part, { upsideDown: false, transform: 0 });
  }

  async window(window: CompositorWindow): Promise<Pixels> {
    const options = [['include-decoration', { signature: 'b', value: true }]];
    const { data, format } = await this.#picture('CaptureWindow', (window as KWinWindow).internalId, options);
    const all = { x: 0, y: 0, width: format.width, height: format.height };
    return partOf(data, format, all, { upsideDown: false, transform: 0 });
  }

  /**
   * Queries an output that does not exist, an error reported only to permitted programs. KWin 6 offers the service only if it
   * renders with OpenGL.
   */
  async access(): Promise<PictureAccess> {
    try {
      await this.#capture('CaptureScreen', '', []);
      return 'granted';
    } catch (error) {
      const name = error instanceof Refused ? error.errorName : '';
      if (name === noSuchObject) return 'none';
      return name === noSuchOutput ? 'granted' : 'refused';
    }
  }

  /** @throws AppError `unsupported_platform` if KWin offers none, CompositorLost */
  async #picture(member: string, what: string, options: readonly unknown[]) {
    try {
      return await this.#capture(member, what, options);
    } catch (error) {
      if (!(error instanceof Refused) || error.errorName !== cancelled) throw error;
      throw new AppError('unsupported_platform', 'KWin cannot take the picture. It needs a GPU for that.', {
        hint: 'Use the element tree.',
        cause: error,
      });
    }
  }

  async #capture(member: string, what: string, options: readonly unknown[]) {
    const native = ['native-resolution', { signature: 'b', value: true }];
    const { read, write } = openPipe();
    const call: Call = {
      destination: 'org.kde.KWin',
      path,
      interface: face,
      member,
      signature: 'sa{sv}h',
      body: [what, [native, ...options], 0],
      descriptors: 1,
    };
    const reading = readAll(read);
    reading.catch(() => undefined);
    const reply = await callWith(this.#address, call, write);
    const found = answer.safeParse(Object.fromEntries(reply.body()[0] as Map<string, unknown>));
    if (!found.success || !qtFormats.has(found.data.format))
      throw new CompositorLost('it gives pictures that cannot be read');
    const { width, height, stride } = found.data;
    const data = await reading;
    if (data.length < stride * height) throw new CompositorLost('it gives half a picture');
    return { data, format: { format: blueFirst, width, height, stride } };
  }
}

/** A call with a descriptor, which is closed afterwards. @throws CompositorLost */
async function callWith(address: string, call: Call, fd: number): Promise<Message> {
  let socket: Socket | null = null;
  try {
    const fdOfBus = connectTo(socketPath(address));
    socket = new Socket({ fd: fdOfBus });
    const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    for (const line of [`\0AUTH EXTERNAL ${uid}\r\n`, 'NEGOTIATE_UNIX_FD\r\n']) {
      const received = next(socket);
      sendWith(fdOfBus, Buffer.from(line), []);
      await received;
    }
    const bus = 'org.freedesktop.DBus';
    const hello = { destination: bus, path: '/org/freedesktop/DBus', interface: bus, member: 'Hello' };
    const replyTo = receiveReplies(socket);
    const greeted = replyTo(1);
    sendWith(fdOfBus, Buffer.concat([Buffer.from('BEGIN\r\n'), written(1, hello)]), []);
    // A descriptor that arrives before the bus has read this is lost.
    await greeted;
    const answered = replyTo(2);
    sendWith(fdOfBus, written(2, call), [fd]);
    return await answered;
  } catch (error) {
    throw error instanceof CompositorLost ? error : new CompositorLost('the session bus takes no picture for us');
  } finally {
    socket?.destroy();
    closeSync(fd);
  }
}

function written(serial: number, call: Call): Buffer {
  const writer = new Writer();
  writeCall(writer, serial, call);
  return Buffer.from(writer.bytes());
}

/** The answer to the call with a serial number. */
function receiveReplies(socket: Socket): (serial: number) => Promise<Message> {
  const incoming = new Incoming();
  const waiting = new Map<number, (message: Message) => void>();
  socket.on('data', (chunk) => {
    for (const message of incoming.add(chunk)) waiting.get(message.replySerial)?.(message);
  });
  return (serial) =>
    inTime(socket, (done, failed) => {
      waiting.set(serial, (message) => {
        if (message.type === messageType.reply) done(message);
        else failed(new Refused(message.errorName));
      });
    });
}

function next(socket: Socket): Promise<Buffer> {
  return inTime(socket, (done) => void socket.once('data', done));
}

function readAll(fd: number): Promise<Buffer> {
  const pipe = new Socket({ fd, writable: false });
  const chunks: Buffer[] = [];
  return inTime<Buffer>(pipe, (done) => {
    pipe.on('data', (chunk) => chunks.push(chunk));
    pipe.on('end', () => done(Buffer.concat(chunks)));
  }).finally(() => pipe.destroy());
}

/** @throws CompositorLost if the stream breaks or times out */
function inTime<T>(
  socket: Socket,
  work: (done: (value: T) => void, failed: (error: CompositorLost) => void) => void,
): Promise<T> {
  const result = new Promise<T>((resolve, reject) => {
    const fail = (error: CompositorLost) => {
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => fail(new CompositorLost('it gives no picture')), withinMs);
    socket.once('error', () => fail(new CompositorLost('it breaks off')));
    socket.once('close', () => fail(new CompositorLost('it breaks off')));
    work((value) => {
      clearTimeout(timer);
      resolve(value);
    }, fail);
  });
  // It may fail before or after it is awaited.
  result.catch(() => undefined);
  return result;
}
