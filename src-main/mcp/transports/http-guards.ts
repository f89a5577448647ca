import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/node';
import { asInProtocol, isTooDeep, maxBodyBytes, tooDeep, tooLarge } from './client-message.ts';
import { withoutMark } from '../../base/byte-order-mark.ts';
import type { Access } from '../../permissions/access.ts';

/**
 * Up to this size, a refused body is still received and discarded: closing a connection over unread data makes Windows
 * drop the pending refusal.
 */
const discardedBytes = 2 * maxBodyBytes;

export interface Tokens {
  /** Opens every tool; acting may still ask the user. */
  readonly full: string;
  /** Opens the tools that only look; nothing if it is missing. */
  readonly read?: string | undefined;
  /** Ids of clients by their own tokens, which have full access; queried at every request. */
  readonly clients?: (() => ReadonlyMap<string, string>) | undefined;
}

/** A token's access and its holder: `full`, `read`, or {@link holderOf} a client. */
export interface Passed {
  readonly access: Access;
  readonly holder: string;
}

/** The access of the request's token, or null if it was refused and answered. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => Passed | null;

/**
 * Host and Origin must be this machine, against DNS rebinding; and since any page on any local port passes that, the
 * bearer token is required on every request.
 */
export function createGuard(tokens: Tokens): Guard {
  const validHost = localhostHostValidation();
  const validOrigin = localhostOriginValidation();
  const passedBy = createTokenCheck(tokens);
  return (request, response) => {
    if (!validHost(request, response) || !validOrigin(request, response)) return null;
    const passed = passedBy(request.headers.authorization);
    if (passed) return passed;
    response.setHeader('WWW-Authenticate', 'Bearer realm="deskscope"');
    return refuse(response, 401, -32_000, 'A bearer token is required: copy it from Deskscope.');
  };
}

/** Answers 429 and returns false if a token is used too often; all clients of a token count as one. */
export type RequestLimit = (holder: string, response: ServerResponse) => boolean;

/** @param perSecond how many requests a token may make in any second that begins with its first */
export function createRequestLimit(perSecond: () => number, now: () => number = Date.now): RequestLimit {
  const seconds = new Map<string, { readonly from: number; count: number }>();
  return (holder, response) => {
    const last = seconds.get(holder);
    const second = last && now() - last.from < 1_000 ? last : { from: now(), count: 0 };
    seconds.set(holder, second);
    if (++second.count <= perSecond()) return true;
    response.setHeader('Retry-After', '1');
    refuse(response, 429, -32_000, `Too many requests: ${perSecond()} a second are served. Wait a second.`);
    return false;
  };
}

/** Compares digests: the time it takes reveals nothing about the token or its length. */
function createTokenCheck({ full, read = '', clients }: Tokens): (header: string | undefined) => Passed | null {
  const wanted = { full: digest(full), read: digest(read) };
  return (header) => {
    const given = digest(/^Bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '');
    const isFull = timingSafeEqual(given, wanted.full) && full !== '';
    const isRead = timingSafeEqual(given, wanted.read) && read !== '';
    let holder: string | null = null;
    for (const [token, client] of clients?.() ?? [])
      if (timingSafeEqual(given, digest(token))) holder = holderOf(token, client);
    if (isFull) return { access: 'full', holder: 'full' };
    if (holder !== null) return { access: 'full', holder };
    return isRead ? { access: 'read', holder: 'read' } : null;
  };
}

/** A client and its current token: a new token makes a new holder. */
export function holderOf(token: string, client: string): string {
  return `${client} ${digest(token).toString('hex').slice(0, 16)}`;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Answers with an error; null, so that guards can return it. `code` is JSON-RPC's. */
export type Refuse = (response: ServerResponse, status: number, code: number, message: string) => null;

/** Answers with a JSON-RPC error. */
export const refuse: Refuse = (response, status, code, message) => {
  if (response.headersSent) return null;
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
  return null;
};

/** Without the query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

export type Body = { readonly json: unknown } | null;

/**
 * The JSON of a POST, or null with its refusal already answered: 413 for too much, 400 for invalid or too deep JSON.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refuse = refuse,
): Promise<Body> {
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
    if (size > discardedBytes) response.setHeader('Connection', 'close');
    return refusal(response, 413, -32_000, tooLarge);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (isTooDeep(text)) return refusal(response, 400, -32_600, tooDeep);
  try {
    return { json: asInProtocol(JSON.parse(withoutMark(text))) };
  } catch {
    return refusal(response, 400, -32_700, 'Parse error: the body is not JSON.');
  }
}
