import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Transport } from '@modelcontextprotocol/client';
import type { ClientCheck } from '#contract/api';
import { AppError } from '#contract/errors';
import { linkSignals } from '../../base/async/deadline.ts';
import { readWire } from './clients.ts';
import type { Wire } from './connection.ts';
import type { KnownClient } from './known.ts';
import type { Places } from './places.ts';

const deadlineMs = 10_000;

/**
 * Reads a client's file back and connects with exactly its settings, as the client would: lists the tools and leaves.
 * The file may contain the token; the result never does.
 * @throws AppError `file_error`, `not_found`; `cancelled` by the signal
 */
export async function checkClient(client: KnownClient, places: Places, options: CheckOptions): Promise<ClientCheck> {
  return checkWire(client.title, await readWire(client, places), options);
}

export interface CheckOptions {
  readonly version: string;
  readonly signal?: AbortSignal;
}

/** Connects as a client with these settings would. @throws AppError `cancelled` by the signal */
export async function checkWire(title: string, wire: Wire, options: CheckOptions): Promise<ClientCheck> {
  const began = performance.now();
  const linked = linkSignals([AbortSignal.timeout(deadlineMs), options.signal]);
  const request = { signal: linked.signal, timeout: deadlineMs };
  // Loaded when needed: it is two thirds of a megabyte.
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const probe = new Client({ name: `Deskscope’s check of ${title}`, version: options.version });
  const transport = await transportOf(wire);
  try {
    await probe.connect(transport, request);
    const { tools } = await probe.listTools(undefined, request);
    return { ok: true, tools: tools.length, elapsedMs: performance.now() - began, text: '', hint: '' };
  } catch (error) {
    if (options.signal?.aborted) throw new AppError('cancelled');
    return { ok: false, tools: 0, elapsedMs: performance.now() - began, ...explain(wire, error) };
  } finally {
    if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession().catch(() => undefined);
    await probe.close();
    linked.dispose();
  }
}

async function transportOf(wire: Wire): Promise<Transport> {
  if (wire.kind === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    return new StreamableHTTPClientTransport(new URL(wire.url), { requestInit: { headers: { ...wire.headers } } });
  }
  const { command, args, env } = wire;
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  return new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: 'ignore' });
}

/** The cause in one sentence, and what to do about it. */
function explain(wire: Wire, error: unknown): { readonly text: string; readonly hint: string } {
  const place = wire.kind === 'http' ? new URL(wire.url).host : wire.command;
  const { code, detail } = causeOf(error);
  const again = 'Write the configuration again.';
  if (code === 'ECONNREFUSED') {
    return { text: `Nothing listens at ${place}.`, hint: `If Deskscope has another port now: ${again}` };
  }
  // On Windows a shell starts it, and all that is received is that the connection was closed.
  const missing = wire.kind === 'stdio' && path.isAbsolute(wire.command) && !existsSync(wire.command);
  if (code === 'ENOENT' || missing)
    return { text: `${place} cannot be started: there is no such program.`, hint: again };
  if (/\b401\b|unauthori[sz]ed|bearer token/i.test(detail)) {
    return { text: `${place} does not accept the token that the file holds.`, hint: again };
  }
  if (/timed? ?out|aborted/i.test(detail)) {
    return { text: `${place} does not answer within ${deadlineMs / 1000} seconds.`, hint: 'Restart Deskscope.' };
  }
  return { text: `${place} does not answer as an MCP server: ${secretless(detail, wire)}`, hint: again };
}

function causeOf(error: unknown): { readonly code: unknown; readonly detail: string } {
  let code: unknown;
  const detail: string[] = [];
  for (let cause = error; cause instanceof Error && detail.length < 4; cause = cause.cause) {
    code = (cause as NodeJS.ErrnoException).code ?? code;
    detail.push(`${cause.name}: ${cause.message}`);
  }
  return { code, detail: detail.join(' ') };
}

function secretless(text: string, wire: Wire): string {
  const secrets = wire.kind === 'http' ? Object.values(wire.headers) : Object.values(wire.env);
  const words = secrets.flatMap((secret) => [secret, ...secret.split(' ')]).filter((word) => word.length > 8);
  return words.reduce((rest, word) => rest.replaceAll(word, '…'), text).slice(0, 300);
}
