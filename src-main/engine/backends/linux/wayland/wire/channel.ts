import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { receiveWith } from './socket.ts';

/** How what a compositor sends is heard. */
export interface Channel {
  close(): void;
}

export interface Hearing {
  readonly heard: (chunk: Buffer, fds: readonly number[]) => void;
  /** @param why a clause about the compositor */
  readonly ended: (why: string) => void;
}

/** By Node, which drops descriptors. */
export function streamed(fd: number, { heard, ended }: Hearing): Channel {
  const socket = new Socket({ fd });
  socket.on('data', (chunk) => heard(chunk, []));
  socket.on('error', () => ended('its connection broke'));
  socket.on('close', () => ended('it has ended'));
  return { close: () => void socket.destroy() };
}

/** How often it is looked at, in milliseconds: in haste for so long after something came, then at leisure. */
const haste = { everyMs: 3, forMs: 1_000 } as const;
const leisureMs = 40;
const chunkBytes = 1 << 16;

/** By looking again and again, which descriptors outlive. */
export function polled(fd: number, { heard, ended }: Hearing): Channel {
  const buffer = Buffer.alloc(chunkBytes);
  let isOpen = true;
  let lastAt = Date.now();
  const look = () => {
    try {
      for (let found = receiveWith(fd, buffer); found && isOpen; found = receiveWith(fd, buffer)) {
        lastAt = Date.now();
        heard(Buffer.from(buffer.subarray(0, found.length)), found.fds);
      }
    } catch {
      ended('it has ended');
    }
    if (isOpen) timer = setTimeout(look, Date.now() - lastAt < haste.forMs ? haste.everyMs : leisureMs);
  };
  let timer = setTimeout(look, 0);
  return {
    close() {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      closeSync(fd);
    },
  };
}
