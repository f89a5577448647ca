import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/node';

/** What a tool call may weigh, in bytes. */
export const maxBodyBytes = 4 * 1024 * 1024;

/** Answers the request and returns false where it must not be served. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Host and Origin must be this machine, against DNS rebinding; and since any page on any local port passes that, the
 * bearer token is required on every request.
 */
export function createGuard(token: string): Guard {
  const validHost = localhostHostValidation();
  const validOrigin = localhostOriginValidation();
  const authorized = createTokenCheck(token);
  return (request, response) => {
    if (!validHost(request, response) || !validOrigin(request, response)) return false;
    if (authorized(request.headers.authorization)) return true;
    response.setHeader('WWW-Authenticate', 'Bearer realm="deskscope"');
    return refuse(response, 401, -32_000, 'A bearer token is required: copy it from Deskscope.');
  };
}

/** Compares digests: the time it takes says nothing about the token, nor about its length. */
function createTokenCheck(token: string): (header: string | undefined) => boolean {
  const wanted = digest(token);
  return (header) => {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(given), wanted) && token !== '';
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Answers with a JSON-RPC error; false, so that guards can return it. */
export function refuse(response: ServerResponse, status: number, code: number, message: string): false {
  if (response.headersSent) return false;
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
  return false;
}

/** Without the query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

export type Body = { readonly ok: true; readonly json: unknown } | { readonly ok: false };

/** The JSON of a POST, or its refusal already answered: 413 for too much, 400 for what is not JSON. */
export async function readBody(request: IncomingMessage, response: ServerResponse): Promise<Body> {
  const chunks: Buffer[] = [];
  let size = Number(request.headers['content-length'] ?? 0);
  if (size <= maxBodyBytes) {
    size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBodyBytes) break;
      chunks.push(chunk);
    }
  }
  if (size > maxBodyBytes) {
    response.setHeader('Connection', 'close');
    return { ok: refuse(response, 413, -32_000, `A request may have ${maxBodyBytes} bytes.`) };
  }
  try {
    return { ok: true, json: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch {
    return { ok: refuse(response, 400, -32_700, 'Parse error: the body is not JSON.') };
  }
}
