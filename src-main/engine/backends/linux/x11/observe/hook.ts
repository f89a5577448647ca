import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import { disposable, DisposableStore, type Disposable } from '../../../../../base/async/disposable.ts';
import type { RecordRange, RecordReply, XRecord } from '../display/extensions.ts';
import { XConnection } from '../display/connection.ts';
import type { ServerClock } from '../display/server-clock.ts';
import { eventCode, type DeviceEvent } from '../input/device.ts';
import { MissingInput, listenRaw, type RawPress } from './missing.ts';

const eventSize = 32;
/** The opcode of ChangeKeyboardMapping: https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#request_encoding */
const changeKeyboardMapping = 100;

/** A source of input that may break off. */
export interface InputReading {
  readonly event: (event: DeviceEvent) => void;
  /** A program gave keys other keysyms before the events that follow. */
  readonly remapped?: (keys: RemappedKeys) => void;
  /** An unreported press or release; its position and modifiers are unknown. */
  readonly missing?: (event: DeviceEvent) => void;
  /** The server ended the connection: no more events follow. */
  readonly brokenOff: () => void;
}

/** Keysyms by keycode, in the columns of the core protocol. */
export type RemappedKeys = ReadonlyMap<number, readonly number[]>;

/**
 * Reports all input of the session, including our own, through the RECORD extension. Uses a separate connection, which is busy
 * while it records; closing it ends the recording.
 * @throws AppError `unsupported_platform` if the server cannot record
 */
export async function recordInput(
  display: string,
  clock: Pick<ServerClock, 'at'>,
  { event, remapped, missing, brokenOff }: InputReading,
): Promise<Disposable> {
  const owned = new DisposableStore();
  const count = owned.add(new MissingInput(({ code, detail }) => missing?.(unplaced(code, detail))));
  const reading = {
    event(reported: RecordedEvent) {
      event(reported);
      if (reported.code !== eventCode.motion) count.reported(reported);
    },
    remapped,
    brokenOff() {
      owned.dispose();
      brokenOff();
    },
  };
  owned.add(await recordEvents(display, clock, { first: eventCode.keyPress, last: eventCode.motion }, reading));
  // The detection of gaps is optional.
  const counted = (press: RawPress) => {
    const receivedAt = performance.now();
    count.counted(press, receivedAt - clock.at(press.stamp, receivedAt));
  };
  const raw = await listenRaw(display, counted).catch(() => null);
  if (raw) owned.add(raw);
  return owned;
}

function unplaced(code: number, detail: number): DeviceEvent {
  return { code, detail, state: 0, x: 0, y: 0, time: performance.now() };
}

/** Same for keys only, each press once regardless of its duration: avoids the cost of a thousand pointer events a second. */
export function recordKeys(
  display: string,
  clock: Pick<ServerClock, 'at'>,
  { event, remapped, brokenOff }: InputReading,
): Promise<Disposable> {
  const reading = { event: withoutRepeats(event), remapped, brokenOff };
  return recordEvents(display, clock, { first: eventCode.keyPress, last: eventCode.keyRelease }, reading);
}

/** The server repeats the press of a held key, without releases; it reports several at once, and late. */
function withoutRepeats(listener: (event: DeviceEvent) => void): (event: DeviceEvent) => void {
  const held = new Set<number>();
  return (event) => {
    const repeats = event.code === eventCode.keyPress && held.has(event.detail);
    if (event.code === eventCode.keyPress) held.add(event.detail);
    else held.delete(event.detail);
    if (!repeats) listener(event);
  };
}

interface RecordedEvent extends DeviceEvent {
  /** The server's time. */
  readonly stamp: number;
}

interface RecordReading extends Pick<InputReading, 'brokenOff'> {
  readonly event: (event: RecordedEvent) => void;
  readonly remapped: InputReading['remapped'] | undefined;
}

interface EventRange {
  readonly first: number;
  readonly last: number;
}

async function recordEvents(
  display: string,
  clock: Pick<ServerClock, 'at'>,
  deviceEvents: EventRange,
  { event, remapped, brokenOff }: RecordReading,
): Promise<Disposable> {
  const { x, record } = await openRecord(display);
  await start(x, record, [{ coreRequests: only(changeKeyboardMapping), deviceEvents }], {
    events: (data) => decode(data, clock).forEach(event),
    requests: (data) => decodeRemaps(data).forEach((keys) => remapped?.(keys)),
  });
  x.onLost(brokenOff);
  return disposable(() => x.close());
}

/**
 * Reports requests of all clients with these opcodes, as they were sent.
 * @throws AppError `unsupported_platform` if the server cannot record
 */
export async function recordRequests(
  display: string,
  opcodes: readonly number[],
  requests: (data: Buffer) => void,
): Promise<Disposable> {
  const { x, record } = await openRecord(display);
  const ranges = opcodes.map((opcode) => ({ coreRequests: only(opcode) }));
  await start(x, record, ranges, { requests });
  return disposable(() => x.close());
}

const only = (number: number) => ({ first: number, last: number });

async function openRecord(display: string): Promise<{ readonly x: XConnection; readonly record: XRecord }> {
  const x = await XConnection.open(display);
  const record = await x.extension('record');
  if (record) return { x, record };
  x.close();
  throw new AppError('unsupported_platform', 'The X server has no RECORD extension, so input cannot be observed.');
}

/** Resolves when recording has begun: the server reports that before the first event. */
function start(
  x: XConnection,
  record: XRecord,
  ranges: readonly RecordRange[],
  on: { readonly events?: (data: Buffer) => void; readonly requests: (data: Buffer) => void },
): Promise<void> {
  const context = x.client.AllocID();
  record.CreateContext(context, 0, [record.CS.AllClients], ranges);
  return new Promise((resolve, reject) => {
    const onData = (reply: RecordReply) => {
      forgetKeptReplies(x, sequence);
      if (reply.category === record.Category.StartOfData) resolve();
      if (reply.category === record.Category.FromServer) on.events?.(reply.data);
      if (reply.category === record.Category.FromClient) on.requests(reply.data);
    };
    record.EnableContext(context, onData, (error) => {
      if (error) reject(error);
      return true;
    });
    const sequence = x.client.seq_num;
  });
}

/** The library buffers all replies of a multi-reply request until its end: hours of input here. */
function forgetKeptReplies(x: XConnection, sequence: number): void {
  const kept = x.client.replies[sequence]?.[3];
  if (Array.isArray(kept)) kept.length = 0;
}

/** Wire format: https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#event_encoding */
function decode(data: Buffer, clock: Pick<ServerClock, 'at'>): RecordedEvent[] {
  const receivedAt = performance.now();
  const events: RecordedEvent[] = [];
  for (let at = 0; at + eventSize <= data.length; at += eventSize) {
    const stamp = data.readUInt32LE(at + 4);
    events.push({
      code: data.readUInt8(at) & 0x7f,
      detail: data.readUInt8(at + 1),
      x: data.readInt16LE(at + 20),
      y: data.readInt16LE(at + 22),
      state: data.readUInt16LE(at + 28),
      stamp,
      time: clock.at(stamp, receivedAt),
    });
  }
  return events;
}

/** Programs that type a character without a key give it to one, press that, and take it back at once. */
function decodeRemaps(data: Buffer): RemappedKeys[] {
  const remaps: RemappedKeys[] = [];
  for (let at = 0; at + 8 <= data.length; at += 4 * Math.max(2, data.readUInt16LE(at + 2))) {
    if (data.readUInt8(at) !== changeKeyboardMapping) break;
    const [count, first, width] = [data.readUInt8(at + 1), data.readUInt8(at + 4), data.readUInt8(at + 5)];
    if (at + 8 + 4 * count * width > data.length) break;
    const row = (key: number) =>
      Array.from({ length: width }, (_, index) => data.readUInt32LE(at + 8 + 4 * (key * width + index)));
    remaps.push(new Map(Array.from({ length: count }, (_, key) => [first + key, row(key)])));
  }
  return remaps;
}
