import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { watchedFetch } from './connect.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

/** Returns the address of a server, which knows its own port. */
async function serve(answer: (request: IncomingMessage, ...rest: [Parameters<RequestListener>[1]]) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((listening) => server.once('listening', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (url: string) =>
  watchedFetch(() => undefined)(url, { method: 'POST', body: 'arguments', headers: { 'x-key': 'secret' } });

it.each([301, 302, 303, 307, 308])('sends nothing to another server where one redirects with %i', async (status) => {
  const reached: string[] = [];
  const other = await serve((request, response) => {
    reached.push(request.url ?? '');
    response.end();
  });
  const one = await serve((_, response) => response.writeHead(status, { location: `${other}/mcp` }).end());
  await expect(post(`${one}/mcp`)).rejects.toMatchObject({
    code: 'server_unavailable',
    message: expect.stringContaining(other) as string,
  });
  expect(reached).toEqual([]);
});

it('follows a server to another path of its own, with the same call', async () => {
  const one = await serve((request, response) => {
    if (request.url === '/mcp') response.writeHead(307, { location: '/mcp/' }).end();
    else void text(request).then((body) => response.end(`${request.url} ${request.method} ${body}`));
  });
  expect(await (await post(`${one}/mcp`)).text()).toBe('/mcp/ POST arguments');
});

it('ends where a server redirects to itself for ever', async () => {
  const one = await serve((_, response) => response.writeHead(307, { location: '/mcp' }).end());
  await expect(post(`${one}/mcp`)).rejects.toMatchObject({ code: 'server_unavailable' });
});
