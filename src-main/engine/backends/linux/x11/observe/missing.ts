import { performance } from 'node:perf_hooks';
import { type Disposable, disposable } from '../../../../../base/async/disposable.ts';
import { eventCode, type DeviceEvent } from '../input/device.ts';
import { XConnection } from '../display/connection.ts';

/** How long the one may come after the other, in milliseconds. */
const comesWithinMs = 1_000;
/** Where this process was held up for that long, the one may have come already and wait to be read; milliseconds. */
const readWithinMs = 50;
/** What is read so long after it came about, in milliseconds, shows that this process was behind; so it may be for a while. */
const lateMs = 50;
const lateForMs = 2_000;
/** What is reported by RECORD alone, as repeats of a key that is held, is kept for no more than this. */
const maxReported = 20_000;

interface Counted extends RawPress {
  /** RECORD may have left it out. */
  readonly mayMiss: boolean;
}

/**
 * Finds what RECORD leaves out. While the socket of who listens is full, as it is where its process gets no processor for a
 * third of a second, the server forgets what it was about to tell: `FlushClient` in its os/io.c takes the length of what is
 * to be written before RECORD adds to it. Raw events are not forgotten: one that is followed by another of which RECORD told,
 * or by nothing for a second, is missing. Where this process keeps up, what RECORD does not report about has come to nobody, as keys
 * that a help for shaking hands leaves out.
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

  /** RECORD told of it. */
  reported(press: RawPress): void {
    const at = this.#counted.findIndex((each) => isSame(each, press));
    if (at >= 0) this.#lose(at, 1);
    else if (this.#reported.push(press) > maxReported) this.#reported.shift();
  }

  /** There was such a raw event, so long ago. */
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

  /** Those in front of `count` are missing; then `found` were not. */
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

/** Buttons are reported by their logical number in one way and by their physical one in the other. */
function isSame(a: RawPress, b: RawPress): boolean {
  const isKey = a.code === eventCode.keyPress || a.code === eventCode.keyRelease;
  return a.code === b.code && a.stamp === b.stamp && (!isKey || a.detail === b.detail);
}

/** A press or release as a device made it. `stamp` is the server's time, the same wherever it reports the event. */
export interface RawPress extends Pick<DeviceEvent, 'code' | 'detail'> {
  readonly stamp: number;
}

/**
 * Reports presses and releases by raw events of the X Input Extension, anyone who has grabbed the devices. They report neither
 * where nor with which modifiers, but the server loses none of them. Null if the server has no such extension.
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
