import { once } from 'node:events';
import type { Socket } from 'node:net';
import { BusUnavailable } from './failure.ts';
import { quoted } from '#contract/foreign-text';

/**
 * Introduces us to the bus by the EXTERNAL mechanism: the kernel tells it who we are.
 * https://dbus.freedesktop.org/doc/dbus-specification.html#auth-mechanisms
 * @throws BusUnavailable, or the signal's reason
 */
export async function authenticate(socket: Socket, signal: AbortSignal): Promise<void> {
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  const answer = await converse(socket, `\0AUTH EXTERNAL ${uid}\r\n`, signal);
  if (!answer.startsWith('OK')) throw new BusUnavailable(`the bus answered ${quoted(answer.trim())}`);
  socket.write('BEGIN\r\n');
}

async function converse(socket: Socket, line: string, signal: AbortSignal): Promise<string> {
  const ended = new AbortController();
  try {
    if (socket.connecting) await once(socket, 'connect', { signal });
    socket.write(line);
    const closed = once(socket, 'close', { signal: ended.signal }).then(() => {
      throw new BusUnavailable('the bus closed the connection');
    });
    const [data] = (await Promise.race([once(socket, 'data', { signal }), closed])) as [Buffer];
    return data.toString('latin1');
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof BusUnavailable ? error : new BusUnavailable('the bus does not answer', error);
  } finally {
    ended.abort();
  }
}
