import { once } from 'node:events';
import type { Socket } from 'node:net';
import { quoted } from '#contract/foreign-text';
import { BusUnavailable } from './failure.ts';

/**
 * The socket path of a D-Bus address such as `unix:path=/run/user/0/bus,guid=…`; the first usable of a list. Syntax:
 * https://dbus.freedesktop.org/doc/dbus-specification.html#addresses
 * @throws BusUnavailable if no entry names a unix socket
 */
export function socketPath(address: string): string {
  for (const entry of address.split(';')) {
    if (!entry.startsWith('unix:')) continue;
    const options = new Map(entry.slice('unix:'.length).split(',').map(keyAndValue));
    const path = options.get('path');
    if (path) return path;
    const abstract = options.get('abstract');
    // The abstract namespace is denoted by a leading NUL.
    if (abstract) return `\0${abstract}`;
  }
  throw new BusUnavailable(`${quoted(address)} names no unix socket`);
}

function keyAndValue(option: string): [string, string] {
  const [key = '', value = ''] = option.split('=', 2);
  return [key, unescapeValue(value)];
}

function unescapeValue(value: string): string {
  return Buffer.from(
    value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

/**
 * Authenticates with the EXTERNAL mechanism, for which the kernel passes our user id.
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
