import { performance } from 'node:perf_hooks';
import { type Disposable, disposable } from '../../../../../base/async/disposable.ts';
import { eventCode, type DeviceEvent } from '../input/device.ts';
import { XConnection } from '../display/connection.ts';

/** Maximum delay between the two reports, in milliseconds. */
const comesWithinMs = 1_000;
/** If this process was blocked for that long, the other report may be pending; milliseconds. */
const readWithinMs = 50;
/** An event read this long after it happened, in milliseconds, indicates that this process was behind, perhaps for a while. */
const lateMs = 50;
const lateForMs = 2_000;
/** Limit for events reported by RECORD only, such as repeats of a held key. */
const maxReported = 20_000;

interface Counted extends RawPress {
  /** RECORD may have omitted it. */
  readonly mayMiss: boolean;
}

/**
 * Finds the events that RECORD drops. While the recorder's socket is full, as when its process gets no CPU for a third of a
 * second, the server drops pending data: `FlushClient` in its os/io.c takes the length to be written before RECORD appends to
 * it. Raw events are not dropped: a raw event is missing from RECORD if it is followed by another one that RECORD reported, or
 * by nothing for a second. While this process keeps up, events that RECORD does not report reached no client, such as keys
 * filtered out by bounce keys.
 */
export class MissingInput implements Disposable {
  readonly #missing: (press: RawPress) => void;
  readonly #now: () => number;
  #counted: Counted[] = [];
  #reported: RawPress[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lateUntil = 0;

  /** @param now milliseconds on any steady clock */
  constructor(missing: (press: RawPress) => void, now = () => performance.now()) {
    this.#missing = missing;
    this.#now = now;
  }

  /** RECORD reported it. */
  reported(press: RawPress): void {
    const at = this.#counted.findIndex((each) => isSame(each, press));
    if (at >= 0) this.#lose(at, 1);
    else if (this.#reported.push(press) > maxReported) this.#reported.shift();
  }

  /** A matching raw event happened this long ago. */
  counted(press: RawPress, ageMs: number): void {
    const now = this.#now();
    if (ageMs > lateMs) this.#lateUntil = now + lateForMs;
    const at = this.#reported.findIndex((each) => isSame(each, press));
    if (at < 0) {
      this.#counted.push({ ...press, mayMiss: now < this.#lateUntil });
      this.#wait();
      return;
    }
    this.#reported = this.#reported.slice(at + 1);
    this.#lose(this.#counted.length, 0);
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** The first `count` are missing; the following `found` are not. */
  #lose(count: number, found: number): void {
    const missing = this.#counted.slice(0, count);
    this.#counted = this.#counted.slice(count + found);
    this.#wait();
    for (const press of missing) if (press.mayMiss) this.#missing(press);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#counted.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#lose(this.#counted.length, 0), readWithinMs);
    }, comesWithinMs);
  }
}

/** One source reports logical button numbers, the other physical ones. */
function isSame(a: RawPress, b: RawPress): boolean {
  const isKey = a.code === eventCode.keyPress || a.code === eventCode.keyRelease;
  return a.code === b.code && a.stamp === b.stamp && (!isKey || a.detail === b.detail);
}

/** A press or release by a device. `stamp` is the server's time, the same in both reports of an event. */
export interface RawPress extends Pick<DeviceEvent, 'code' | 'detail'> {
  readonly stamp: number;
}

/**
 * Reports presses and releases by raw events of the X Input Extension, even during other clients' grabs. They lack position and
 * modifiers, but the server drops none. Null if the server lacks the extension.
 */
export async function listenRaw(display: string, listener: (press: RawPress) => void): Promise<Disposable | null> {
  const x = await XConnection.open(display);
  const input = await x.extension('xinput');
  if (!input) {
    x.close();
    return null;
  }
  const { RawKeyPress, RawKeyRelease, RawButtonPress, RawButtonRelease } = input.EventType;
  const codes = new Map([
    [RawKeyPress, eventCode.keyPress],
    [RawKeyRelease, eventCode.keyRelease],
    [RawButtonPress, eventCode.buttonPress],
    [RawButtonRelease, eventCode.buttonRelease],
  ]);
  x.onEvent(({ extension, evtype, time, detail }) => {
    const code = extension === input.majorOpcode ? codes.get(evtype ?? 0) : undefined;
    if (code !== undefined && time !== undefined && detail !== undefined) listener({ code, detail, stamp: time });
  });
  input.XISelectEvents(x.root, { deviceId: input.AllMasterDevices, mask: [...codes.keys()] });
  await x.sync();
  return disposable(() => x.close());
}
