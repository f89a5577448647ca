import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replyIn } from './wire.ts';

/** What the endpoint does with one request. */
export type Behaviour =
  | { readonly does: 'answer'; readonly text: string }
  /** A complete answer of the provider's, where a text is not enough. */
  | { readonly does: 'reply'; reply(request: Readonly<Record<string, unknown>>): object }
  | { readonly does: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Sends nothing, and keeps the connection open. */
  | { readonly does: 'hang' }
  /** Sends half an answer, and breaks the connection. */
  | { readonly does: 'cut' }
  /** Any body, with status 200. */
  | { readonly does: 'raw'; readonly body: string };

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * A real server on loopback that speaks the dialect of the requested address, and follows the given behaviours, one per
 * request.
 */
export async function serveModel(behaviours: readonly Behaviour[]) {
  const received: ReceivedRequest[] = [];
  const left = [...behaviours];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      received.push({ url: request.url ?? '', headers: request.headers, body });
      behave(left.shift() ?? { does: 'status', status: 500 }, { request, body }, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Asked {
  readonly request: IncomingMessage;
  readonly body: Readonly<Record<string, unknown>>;
}

function behave(behaviour: Behaviour, { request, body }: Asked, response: ServerResponse): void {
  switch (behaviour.does) {
    case 'answer': {
      send(response, 200, replyIn(request.url ?? '', behaviour.text));
      return;
    }
    case 'reply': {
      send(response, 200, JSON.stringify(behaviour.reply(body)));
      return;
    }
    case 'status': {
      const message = `refused, with ${keyIn(request.headers)}`;
      send(response, behaviour.status, JSON.stringify({ error: { message } }), behaviour.headers);
      return;
    }
    case 'raw': {
      send(response, 200, behaviour.body);
      return;
    }
    case 'cut': {
      const whole = replyIn(request.url ?? '', '{"a":1}');
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
      response.write(whole.slice(0, whole.length / 2), () => request.socket.destroy());
      return;
    }
    case 'hang':
      return;
  }
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

/** As the providers' clients send it. */
export function keyIn(headers: IncomingHttpHeaders): string {
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': gemini } = headers;
  return String(authorization ?? anthropic ?? gemini ?? 'no key');
}

async function read(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}
