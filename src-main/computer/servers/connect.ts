import type { Client, Transport } from '@modelcontextprotocol/client';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { withDeadline, linkSignals } from '../../base/async/deadline.ts';
import { ceilingHere } from '../../permissions/ceiling.ts';
import { parseUrl } from '../../base/parse-url.ts';
import type { RemoteConfig } from '../config/schema.ts';

/** How long a server may take to start and answer, in milliseconds. */
const connectMs = 30_000;
/** How long a server may take to end a session, in milliseconds; after that, the connection is just closed. */
const goodbyeMs = 2_000;
/** How much of its standard error is kept, in characters. */
const lastWordsLength = 2_000;

/** Two thirds of a megabyte that a start need not wait for. */
export const loadMcpClient = () => import('@modelcontextprotocol/client');

/** A connected server. */
export interface Link {
  readonly client: Client;
  /** Aborts when the server is gone, for any reason but {@link Link.close}. */
  readonly gone: AbortSignal;
  /** The end of its standard error, for error messages. */
  lastWords(): string;
  readonly close: () => Promise<void>;
}

/** How a server is called in messages; arguments and headers may be secret. */
function whatItIs(config: RemoteConfig): string {
  return config.type === 'http' ? `at ${addressOf(config).origin}` : quoted(config.command);
}

/**
 * Connects to a server of another process. Over HTTP it is asked which wire era it speaks; a program is restarted.
 * @throws AppError `server_unavailable`
 */
export async function connect(config: RemoteConfig, version: string): Promise<Link> {
  if (config.type === 'http') ceilingHere().ensureHost(addressOf(config).href);
  else ceilingHere().ensureProgram(config.command);
  const gone = new AbortController();
  const opened = await (config.type === 'http' ? openHttp(config, gone) : openStdio(config));
  const modern = config.type === 'http' || config.era === 'modern';
  const { Client: McpClient } = await loadMcpClient();
  const client = new McpClient(
    { name: 'deskscope', version },
    { versionNegotiation: { mode: modern ? 'auto' : 'legacy' } },
  );
  const close = async () => {
    client.onclose = () => undefined;
    await opened.goodbye();
    await client.close();
  };
  try {
    await withDeadline({ timeoutMs: connectMs, what: 'Connecting' }, (signal) =>
      client.connect(opened.transport, { signal, timeout: connectMs }),
    );
  } catch (error) {
    await close().catch(() => undefined);
    await opened.transport.close().catch(() => undefined);
    throw unavailable(config, error, opened.lastWords());
  }
  client.onclose = () => gone.abort();
  return { client, gone: gone.signal, lastWords: () => opened.lastWords(), close };
}

interface Opened {
  readonly transport: Transport;
  lastWords(): string;
  /** A polite end of the session before the connection is closed. */
  goodbye(): Promise<void>;
}

async function openHttp(config: RemoteConfig & { type: 'http' }, gone: AbortController): Promise<Opened> {
  const { StreamableHTTPClientTransport } = await loadMcpClient();
  const transport = new StreamableHTTPClientTransport(addressOf(config), {
    requestInit: { headers: config.headers },
    fetch: watchedFetch(() => gone.abort()),
  });
  return {
    transport,
    lastWords: () => '',
    async goodbye() {
      if (transport.sessionId === undefined) return;
      const ending = withDeadline({ timeoutMs: goodbyeMs, what: 'Ending the session' }, () =>
        transport.terminateSession(),
      );
      await ending.catch(() => undefined);
    },
  };
}

async function openStdio({ command, start_args, env, cwd }: RemoteConfig & { type: 'stdio' }): Promise<Opened> {
  const { getDefaultEnvironment, StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const transport = new StdioClientTransport({
    command,
    args: [...start_args],
    cwd,
    stderr: 'pipe',
    env: { ...getDefaultEnvironment(), ...env },
  });
  let words = '';
  transport.stderr?.on('data', (data: Buffer) => (words = (words + data.toString()).slice(-lastWordsLength)));
  return { transport, lastWords: () => words.trim(), goodbye: () => Promise.resolve() };
}

function addressOf({ url, host, port, path }: RemoteConfig & { type: 'http' }): URL {
  return new URL(url ?? `http://${host}:${port}${path}`);
}

function unavailable(config: RemoteConfig, error: unknown, lastWords: string): AppError {
  const output = lastWords ? ` It said: ${lastWords.split('\n').slice(-3).join(' / ')}.` : '';
  return new AppError(
    'server_unavailable',
    `The server ${whatItIs(config)} did not answer: ${reasonOf(error)}.${output}`,
    {
      hint:
        config.type === 'http'
          ? 'Check host, port, path and headers of its entry, and that it runs.'
          : 'Check command, start_args, env and cwd of its entry; start it by hand to see what it says.',
      delivery: 'not_delivered',
      cause: error,
    },
  );
}

/** The innermost cause: `fetch failed` means nothing, `ECONNREFUSED` does. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const message = inner ? reasonOf(inner) : error.message || (error as NodeJS.ErrnoException).code || error.name;
  return message.replace(/[.\s]+$/, '');
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Servers that move a path to one with a slash at its end redirect once. */
const mostRedirects = 3;

/**
 * `fetch` for the SDK's HTTP transport, which has two gaps. It gives every request one and the same signal, on which listeners
 * would pile up: here each request has its own, freed at the end of its body. And where the answer to a call breaks off, the call
 * would wait for ever: `onBroken` is reported.
 *
 * A redirect leads to another path of the same server, or nowhere: nobody has allowed another one, and it would get the arguments
 * of the call and the headers, which may hold a key.
 */
export function watchedFetch(onBroken: (error: unknown) => void): Fetch {
  return async (url, init) => {
    const link = linkSignals([init?.signal ?? undefined]);
    let response: Response;
    try {
      response = await onOneServer(url, { ...init, signal: link.signal });
    } catch (error) {
      link.dispose();
      throw error;
    }
    if (!response.body) {
      link.dispose();
      return response;
    }
    const ended = (error?: unknown) => {
      if (error !== undefined && init?.method === 'POST' && !link.signal.aborted) onBroken(error);
      link.dispose();
    };
    const { status, statusText, headers } = response;
    return new Response(watch(response.body, ended), { status, statusText, headers });
  };
}

/** @throws AppError `server_unavailable` if it redirects to another server */
async function onOneServer(url: string | URL, init: RequestInit): Promise<Response> {
  let at = new URL(url);
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(at, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = parseUrl(location, at);
    const isSame = next?.origin === at.origin && [307, 308].includes(response.status);
    if (!next || !isSame || redirects === mostRedirects)
      throw new AppError(
        'server_unavailable',
        `it redirects to ${next?.origin ?? 'no address'}, which is not followed`,
        {
          hint: 'Set the server’s real location in the configuration.',
        },
      );
    at = next;
  }
}

/** The same bytes; `ended` is reported once, with the error where they break off. */
function watch(source: ReadableStream<Uint8Array>, ended: (error?: unknown) => void): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        ended();
        controller.close();
      } catch (error) {
        ended(error);
        controller.error(error);
      }
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
}
