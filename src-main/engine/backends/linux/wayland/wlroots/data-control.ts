import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { AppError } from '#contract/errors';
import { sleep } from '../../../../../base/async/deadline.ts';
import { once } from '../../../../../base/async/once.ts';
import type { Clipboard, Lack } from '../compositor.ts';
import { WaylandConnection } from '../wire/connection.ts';
import type { EventReader } from '../wire/message.ts';
import { openPipe } from '../wire/socket.ts';

/**
 * The standard protocol, and its older predecessor with the same requests and events. KWin 6.7 has only the first, KWin 6.3 and
 * sway 1.7 the second, sway 1.12 both. https://wayland.app/protocols/ext-data-control-v1
 */
const dataControls = ['ext_data_control_manager_v1', 'zwlr_data_control_manager_v1'] as const;
export type DataControlName = (typeof dataControls)[number];

/** The protocol that the compositor offers; null if there is none. */
export function offeredDataControl(connection: Pick<WaylandConnection, 'globals'>): DataControlName | null {
  return dataControls.find((name) => connection.globals(name).length > 0) ?? null;
}

const managerRequests = { createSource: 0, getDevice: 1 } as const;
const deviceRequests = { setSelection: 0 } as const;
const deviceEvents = { offer: 0, selection: 1 } as const;
const sourceRequests = { offer: 0, destroy: 1 } as const;
const sourceEvents = { send: 0, cancelled: 1 } as const;
const offerRequests = { receive: 0, destroy: 1 } as const;
const offerEvents = { offer: 0 } as const;

const textTypes = ['text/plain;charset=utf-8', 'text/plain', 'UTF8_STRING', 'STRING', 'TEXT'];
/** Clipboard managers skip data with this marker: https://phabricator.kde.org/D12539 */
const hint = { type: 'x-kde-passwordManagerHint', content: 'secret' } as const;

/** Limits for keeping the user's clipboard meanwhile: number of types, bytes, and milliseconds to read it. */
const kept = { types: 40, bytes: 64_000_000, withinMs: 2_000 } as const;
/** Time for clipboard managers to read the clipboard, in milliseconds. */
const settleMs = 60;
/** Time for a pasting app to request all it needs, in milliseconds: others may have requested it first. */
const servedMs = 200;
/** Timeout for an app to request the text to paste, in milliseconds. */
const pasteMs = 3_000;

type Contents = ReadonlyMap<string, Buffer>;

interface Source {
  readonly id: number;
  readonly contents: Contents;
  /** Number of requests. */
  asked: number;
  isCurrent: boolean;
}

/** The clipboard through data-control. We provide the restored content until the next copy, or until this engine ends. */
export class DataControl implements Clipboard {
  readonly #connection: WaylandConnection;
  readonly #manager: number;
  readonly #device: number;
  readonly #offers = new Map<number, string[]>();
  #offer: number | null = null;
  #own: Source | null = null;

  private constructor(connection: WaylandConnection, name: DataControlName) {
    this.#connection = connection;
    const seat = connection.bind('wl_seat', 1);
    this.#manager = connection.bind(name, 1);
    this.#device = connection.create((opcode, event) => this.#handle(opcode, event));
    connection.send(this.#manager, managerRequests.getDevice, this.#device, seat);
  }

  /** @throws CompositorLost */
  static async open(path: string, name: DataControlName): Promise<DataControl> {
    const clipboard = new DataControl(await WaylandConnection.open(path, true), name);
    await clipboard.#connection.sync();
    return clipboard;
  }

  async lend(text: string, paste: () => Promise<void>): Promise<boolean> {
    // Includes a copy that was just made.
    await this.#connection.sync();
    const before = await this.#contents();
    const data = Buffer.from(text);
    const lent = this.#set(
      new Map([...textTypes.map((type) => [type, data] as const), [hint.type, Buffer.from(hint.content)]]),
    );
    try {
      await this.#connection.sync();
      await sleep(settleMs);
      const asked = lent.asked;
      await paste();
      const end = Date.now() + pasteMs;
      while (lent.asked === asked && lent.isCurrent && Date.now() < end) await sleep(settleMs / 4);
      await sleep(servedMs);
      return lent.asked > asked;
    } finally {
      // A copy made by the user meanwhile takes precedence.
      if (lent.isCurrent) this.#restore(before);
    }
  }

  close(): void {
    this.#connection.close();
  }

  #handle(opcode: number, event: EventReader): void {
    if (opcode === deviceEvents.offer) {
      const id = event.uint();
      const types: string[] = [];
      this.#offers.set(id, types);
      this.#connection.adopt(
        id,
        (offered, reported) => void (offered === offerEvents.offer && types.push(reported.text())),
      );
    } else if (opcode === deviceEvents.selection) {
      this.#offer = event.uint() || null;
      for (const id of this.#offers.keys()) if (id !== this.#offer) this.#forget(id);
    }
  }

  #forget(offer: number): void {
    this.#offers.delete(offer);
    this.#connection.send(offer, offerRequests.destroy);
  }

  /** @throws AppError `busy` if it cannot be kept */
  async #contents(): Promise<Contents> {
    if (this.#own?.isCurrent) return this.#own.contents;
    const offer = this.#offer;
    const types = offer === null ? undefined : this.#offers.get(offer);
    if (offer === null || types === undefined) return new Map();
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), kept.withinMs);
    try {
      const found = await Promise.all(
        [...new Set(types)]
          .slice(0, kept.types)
          .map(async (type) => [type, await this.#receive(offer, type, end.signal)] as const),
      );
      return new Map(found);
    } catch {
      throw new AppError(
        'busy',
        'The clipboard has content that cannot be restored afterwards, so nothing was pasted.',
        {
          hint: 'Use set_value if the field supports it, or copy something smaller first.',
          delivery: 'not_delivered',
        },
      );
    } finally {
      clearTimeout(timer);
      end.abort();
    }
  }

  #receive(offer: number, type: string, signal: AbortSignal): Promise<Buffer> {
    const { read, write } = openPipe();
    this.#connection.send(offer, offerRequests.receive, type, { fd: write });
    closeSync(write);
    return readAll(read, kept.bytes, signal);
  }

  #restore(contents: Contents): void {
    if (contents.size > 0) this.#set(contents);
    else {
      this.#own = null;
      this.#connection.send(this.#device, deviceRequests.setSelection, null);
    }
  }

  #set(contents: Contents): Source {
    const connection = this.#connection;
    const id = connection.create((opcode, event) => {
      if (opcode === sourceEvents.send) {
        const type = event.text();
        if (type !== hint.type) source.asked++;
        give(event.fd(), contents.get(type) ?? Buffer.alloc(0));
      } else if (opcode === sourceEvents.cancelled && source.isCurrent) {
        // KWin may report it twice.
        source.isCurrent = false;
        connection.send(id, sourceRequests.destroy);
      }
    });
    const source: Source = { id, contents, asked: 0, isCurrent: true };
    connection.send(this.#manager, managerRequests.createSource, id);
    for (const type of contents.keys()) connection.send(id, sourceRequests.offer, type);
    connection.send(this.#device, deviceRequests.setSelection, id);
    this.#own = source;
    return source;
  }
}

/** A reader that stops reading blocks nobody. */
function give(fd: number, data: Buffer): void {
  const pipe = new Socket({ fd, readable: false });
  pipe.on('error', () => pipe.destroy());
  pipe.end(data);
}

function readAll(fd: number, mostBytes: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pipe = new Socket({ fd, writable: false });
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = () => {
      pipe.destroy();
      reject(new Error('it is too much, or too slow'));
    };
    signal.addEventListener('abort', fail, { once: true });
    pipe.on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostBytes) fail();
    });
    pipe.on('error', fail);
    pipe.on('end', () => {
      signal.removeEventListener('abort', fail);
      pipe.destroy();
      resolve(Buffer.concat(chunks));
    });
  });
}

/** The clipboard, on a connection opened at the first paste. */
interface LazyClipboard {
  readonly clipboard?: Clipboard;
  readonly lacks: readonly Lack[];
  close(): void;
}

export function openClipboard(connection: WaylandConnection, path: string): LazyClipboard {
  const name = offeredDataControl(connection);
  if (name === null) {
    const why =
      'The compositor does not offer ext_data_control_manager_v1, so characters that no key types are not pasted.';
    return { lacks: [{ name: 'Clipboard', why, instead: 'Set the value of a field.' }], close: () => undefined };
  }
  let opened: DataControl | null = null;
  const open = once(async () => (opened = await DataControl.open(path, name)));
  return {
    lacks: [],
    clipboard: { lend: async (text, paste) => (await open()).lend(text, paste) },
    close: () => opened?.close(),
  };
}
