import { once } from 'node:events';
import { WebSocket } from 'ws';
import { AppError } from '#contract/errors';
import { ceilingHere } from '../../permissions/ceiling.ts';

/** Same limit as UFO's own client: screenshots are large. Bytes. */
const maxMessage = 100 * 1024 * 1024;
/** How long the server may take to accept, and the interval in which it must show activity. Milliseconds. */
const connectMs = 20_000;
const aliveMs = 20_000;
/** RFC 6455, section 7.4.1: the code with which UFO's server rejects a wrong token. */
const policyViolation = 1008;

export interface LineOptions {
  readonly url: URL;
  /** UFO's server takes it as a query parameter. */
  readonly token: string | undefined;
  readonly aliveMs?: number;
  /** Called with each message, in order. */
  readonly received: (message: string) => void;
  readonly signal: AbortSignal;
}

/** A connection to a server. A server that stays silent counts as gone. */
export interface Line {
  send(message: object): void;
  /** Settles when the connection is closed. @throws AppError `permission_denied` if the server rejected us */
  readonly closed: Promise<void>;
  close(): void;
}

/** @throws AppError `server_unavailable`, `permission_denied`, `cancelled` */
export async function openLine(options: LineOptions): Promise<Line> {
  const { url, token, signal } = options;
  const address = new URL(url);
  if (token !== undefined) address.searchParams.set('token', token);
  ceilingHere().ensureHost(address.href);
  const socket = new WebSocket(address, { handshakeTimeout: connectMs, maxPayload: maxMessage });
  const close = () => socket.terminate();
  signal.addEventListener('abort', close, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', close));
  socket.on('message', (data: Buffer) => options.received(data.toString('utf8')));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  try {
    await once(socket, 'open');
  } catch (error) {
    if (signal.aborted) throw new AppError('cancelled');
    throw refusal(url, error);
  }
  // An error also closes the connection, which is handled there.
  socket.on('error', () => undefined);
  stayAlive(socket, options.aliveMs ?? aliveMs);
  return {
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    closed: closed.then((code) => {
      if (code === policyViolation) throw shutOut();
    }),
    close: () => socket.close(),
  };
}

/** The library's errors may quote the address, which contains the token. */
function refusal(url: URL, error: unknown): AppError {
  const { code = '' } = Object(error) as { code?: string };
  const [, status = ''] = /Unexpected server response: (\d+)/.exec(String(error)) ?? [];
  if (status === '401' || status === '403') return shutOut();
  const why = status ? `it answered ${status}` : code || 'it does not answer';
  return new AppError('server_unavailable', `${url.origin}${url.pathname} cannot be reached: ${why}.`);
}

function shutOut(): AppError {
  return new AppError('permission_denied', 'The server rejected this device.', {
    hint: 'Give the server’s key as the variable DESKSCOPE_DEVICE_TOKEN.',
  });
}

function stayAlive(socket: WebSocket, everyMs: number): void {
  let answered = true;
  socket.on('pong', () => (answered = true));
  const timer = setInterval(() => {
    if (!answered) socket.terminate();
    answered = false;
    socket.ping();
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
}
