import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { withDeadline } from '../../base/async/deadline.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { ceilingHere } from '../../permissions/ceiling.ts';
import type { RemoteConfig } from '../config/schema.ts';
import { watchedFetch } from './watched-fetch.ts';

/** How long a server may take to start and answer, in milliseconds. */
const connectMs = 30_000;
/** How long a server may take to end a session, in milliseconds; then it is left to find out by itself. */
const goodbyeMs = 2_000;
/** How much of its complaints is kept, in characters. */
const lastWordsLength = 2_000;

/** A connected server. */
export interface Link {
  readonly client: Client;
  /** Aborts when the server is gone, for whatever reason but {@link Link.close}. */
  readonly gone: AbortSignal;
  /** What it last wrote to its standard error, for error messages. */
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
  const opened = config.type === 'http' ? openHttp(config, gone) : openStdio(config);
  const modern = config.type === 'http' || config.era === 'modern';
  const client = new Client(
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
  /** What is polite before the connection is cut. */
  goodbye(): Promise<void>;
}

function openHttp(config: RemoteConfig & { type: 'http' }, gone: AbortController): Opened {
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

function openStdio({ command, start_args, env, cwd }: RemoteConfig & { type: 'stdio' }): Opened {
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
  const said = lastWords ? ` It said: ${lastWords.split('\n').slice(-3).join(' / ')}.` : '';
  return new AppError(
    'server_unavailable',
    `The server ${whatItIs(config)} did not answer: ${reasonOf(error)}.${said}`,
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

/** The innermost cause says most: `fetch failed` means nothing, `ECONNREFUSED` does. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const message = inner ? reasonOf(inner) : error.message || (error as NodeJS.ErrnoException).code || error.name;
  return message.replace(/[.\s]+$/, '');
}
