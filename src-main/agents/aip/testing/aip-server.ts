import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';

const optional = z.string().nullish();

/** As pydantic checks it in microsoft/UFO, `aip/messages.py`: `ClientMessage`, and `Result` within it. */
const clientMessage = z.object({
  type: z.enum([
    'task',
    'heartbeat',
    'command_results',
    'error',
    'register',
    'task_end',
    'device_info_request',
    'device_info_response',
  ]),
  status: z.enum(['continue', 'completed', 'failed', 'ok', 'error']),
  client_type: z.literal('device'),
  session_id: optional,
  task_name: optional,
  client_id: z.string(),
  request: optional,
  action_results: z
    .array(
      z.object({
        status: z.enum(['success', 'failure', 'skipped', 'none']),
        error: optional,
        result: z.unknown(),
        namespace: optional,
        call_id: optional,
      }),
    )
    .nullish(),
  timestamp: z.iso.datetime(),
  request_id: optional,
  prev_response_id: optional,
  error: optional,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});
export type ReceivedMessage = z.output<typeof clientMessage>;

export interface AipServer {
  readonly url: URL;
  /** Messages of devices, oldest first; a message that UFO would refuse fails the test. */
  readonly received: ReceivedMessage[];
  /** The next message of that type that has not been returned yet. */
  next(type: ReceivedMessage['type']): Promise<ReceivedMessage>;
  /** Sends to the device that connected last. */
  post(message: object): void;
  /** Closes its connection. */
  drop(code?: number): void;
  close(): Promise<void>;
}

/** Behaves as UFO's server does: the first message registers, and is confirmed. */
export async function startAipServer(
  options: { readonly token?: string; readonly refuse?: string; readonly pongs?: boolean } = {},
): Promise<AipServer> {
  const { token, refuse, pongs = true } = options;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: pongs });
  await once(server, 'listening');
  const received: ReceivedMessage[] = [];
  const asked = new Set<ReceivedMessage>();
  let last: WebSocket | null = null;
  let wake = () => {};
  server.on('connection', (socket, request) => {
    if (token !== undefined && new URL(request.url ?? '', 'ws://x').searchParams.get('token') !== token) {
      socket.close(1008, 'Invalid or missing token');
      return;
    }
    last = socket;
    socket.on('message', (data: Buffer) => {
      const message = clientMessage.parse(JSON.parse(data.toString('utf8')));
      received.push(message);
      wake();
      if (message.type !== 'register') return;
      const answer = refuse === undefined ? { status: 'ok' } : { status: 'error', error: refuse };
      socket.send(JSON.stringify({ type: 'heartbeat', timestamp: new Date().toISOString(), ...answer }));
    });
  });
  return {
    url: new URL(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`),
    received,
    async next(type) {
      for (;;) {
        const found = received.find((message) => message.type === type && !asked.has(message));
        if (found) {
          asked.add(found);
          return found;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    post: (message) => last?.send(JSON.stringify(message)),
    drop: (code) => (code === undefined ? last?.terminate() : last?.close(code)),
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
