import type { Disposable } from '../../../../../base/async/disposable.ts';
import type { FilterNews, KeyFilter } from '../../key-filters/key-calls.ts';
import { decodeCompoundText } from '../display/compound-text.ts';
import { XConnection } from '../display/connection.ts';
import { recordRequests } from './hook.ts';

/** https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#request_encoding */
const request = { changeProperty: 18, sendEvent: 25 } as const;
const clientMessage = 33;
/** Longer properties hold no message about a key. */
const mostBytes = 4096;
/** More than wait to be announced. */
const mostProperties = 64;

/** Message numbers and flags: https://www.x.org/releases/X11R7.7/doc/libX11/XIM/xim.html */
const message = { setFocus: 58, unsetFocus: 59, forwardEvent: 60, commit: 63 } as const;
const commitFlag = { text: 2, keysym: 4 } as const;
const keyPress = 2;

/** More than an app ever has pending. */
const mostPending = 256;

/**
 * Observes what an input server does with the keys of apps such as xterm, which show their keys to it through the X server.
 * @throws AppError `unsupported_platform` if the server cannot record
 */
export async function listenToXim(display: string, received: (news: FilterNews) => void): Promise<KeyFilter> {
  const traffic = new XimTraffic(received);
  const x = await XConnection.open(display);
  const protocol = await x.atom('_XIM_PROTOCOL').finally(() => x.close());
  const messages = new XimMessages(protocol, (to, data) => traffic.receive(to, data));
  const opcodes = [request.changeProperty, request.sendEvent];
  const recording: Disposable = await recordRequests(display, opcodes, (data) => messages.receive(data));
  return {
    get mayTake() {
      return traffic.isUsed;
    },
    dispose: () => recording.dispose(),
  };
}

/** Messages longer than an event are left in a property, which an event then names. */
class XimMessages {
  readonly #protocol: number;
  readonly #received: (to: number, data: Buffer) => void;
  readonly #properties = new Map<number, Buffer>();

  constructor(protocol: number, received: (to: number, data: Buffer) => void) {
    this.#protocol = protocol;
    this.#received = received;
  }

  receive(requests: Buffer): void {
    for (let at = 0; at + 24 <= requests.length;) {
      const length = 4 * requests.readUInt16LE(at + 2);
      if (length === 0) return;
      const one = requests.subarray(at, at + length);
      if (one[0] === request.changeProperty) this.#property(one);
      else if (one[0] === request.sendEvent && one.length >= 44) this.#event(one.readUInt32LE(4), one.subarray(12));
      at += length;
    }
  }

  #property(changed: Buffer): void {
    const [format, length] = [changed[16], changed.readUInt32LE(20)];
    if (format !== 8 || length > mostBytes) return;
    const name = changed.readUInt32LE(8);
    this.#properties.delete(name);
    this.#properties.set(name, Buffer.from(changed.subarray(24, 24 + length)));
    const [oldest] = this.#properties.keys();
    if (this.#properties.size > mostProperties && oldest !== undefined) this.#properties.delete(oldest);
  }

  #event(to: number, event: Buffer): void {
    if (((event[0] ?? 0) & 0x7f) !== clientMessage || event.readUInt32LE(8) !== this.#protocol) return;
    const data = event[1] === 8 ? event.subarray(12) : this.#properties.get(event.readUInt32LE(16));
    if (data && data.length >= 4) this.#received(to, data);
  }
}

interface Forwarded {
  /** The window it was sent to. */
  readonly to: number;
  /** Type, keycode and time of the key event. */
  readonly event: string;
  readonly keycode: number;
  readonly isPress: boolean;
}

/** An app forwards each press and release; the server sends back what it does not consume, in order. */
export class XimTraffic {
  readonly #received: (news: FilterNews) => void;
  #pending: readonly Forwarded[] = [];
  #isUsed = false;

  constructor(received: (news: FilterNews) => void) {
    this.#received = received;
  }

  /** Whether the app with focus forwards its keys. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** @param to the window it is sent to */
  receive(to: number, data: Buffer): void {
    const kind = data[0];
    if (kind === message.setFocus) this.#received({ type: 'asked' });
    else if (kind === message.unsetFocus) this.#isUsed = false;
    else if (kind === message.forwardEvent && data.length >= 20) this.#forwarded(to, data);
    else if (kind === message.commit && data.length >= 12) this.#committed(data);
  }

  #forwarded(to: number, data: Buffer): void {
    const [type, keycode] = [data.readUInt8(12) & 0x7f, data.readUInt8(13)];
    const event = `${type} ${keycode} ${data.readUInt32LE(16)}`;
    const at = this.#pending.findIndex((each) => each.event === event && each.to !== to);
    if (at < 0) {
      this.#isUsed = true;
      this.#pending = [...this.#pending, { to, event, keycode, isPress: type === keyPress }].slice(-mostPending);
      return;
    }
    this.#pending.slice(0, at + 1).forEach(({ isPress, keycode }, i) => {
      if (isPress) this.#received({ type: 'key', keycode, taken: i < at });
    });
    this.#pending = this.#pending.slice(at + 1);
  }

  #committed(data: Buffer): void {
    const flags = data.readUInt16LE(8);
    if ((flags & commitFlag.text) === 0) return;
    const at = (flags & commitFlag.keysym) === 0 ? 10 : 16;
    if (data.length < at + 2) return;
    const text = decodeCompoundText(data.subarray(at + 2, at + 2 + data.readUInt16LE(at)));
    this.#received({ type: 'commit', text });
  }
}
