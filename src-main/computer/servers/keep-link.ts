import type { Tool as WireTool } from '@modelcontextprotocol/client';
import { AppError, toWire } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { reasonOf, type Link } from './connect.ts';

/** One connection to a server, recreated whenever it was lost. */
export interface LinkKeeper {
  /** As the server listed them when it was first connected. */
  readonly tools: readonly WireTool[];
  /** @throws AppError `server_unavailable` once, where the server was lost since the last call; then it is there again */
  ready(): Promise<Link>;
  /** What to tell whoever used a connection that failed. By then there is a new one, or the error says why not. */
  replace(failed: Link): Promise<AppError>;
  close(): Promise<void>;
}

/**
 * Connects at once.
 * @param open connects, each time again
 * @throws AppError `server_unavailable`
 */
export async function keepLink(namespace: string, open: () => Promise<Link>): Promise<LinkKeeper> {
  let tools: readonly WireTool[] | undefined;
  let current: Promise<Link> | null = null;
  /** The one that `current` came to. */
  let active: Link | null = null;
  /** Set while a server was lost and no caller has been told yet. */
  let lost: Link | null = null;
  let closed = false;

  /** The client must know the tools to call them well: what to check, what goes into headers. */
  async function start(): Promise<Link> {
    const link = await open();
    const listed = await listTools(namespace, link);
    tools ??= listed;
    active = link;
    const onGone = () => {
      if (active === link && !closed) lost = link;
    };
    link.gone.addEventListener('abort', onGone, { once: true });
    return link;
  }

  function connected(): Promise<Link> {
    if (closed) return Promise.reject(new AppError('cancelled', `The server ${quoted(namespace)} was closed.`));
    const link = (current ??= start());
    link.catch(() => (current = null));
    return link;
  }

  async function replace(failed: Link): Promise<AppError> {
    lost = null;
    if (active === failed) active = current = null;
    failed.close().catch(() => undefined);
    return connected().then(
      () => lostError(namespace, failed, 'It is there again, and may remember nothing of before.'),
      (error: unknown) => lostError(namespace, failed, toWire(error).message),
    );
  }

  await connected();
  return {
    tools: tools ?? [],
    replace,
    async ready() {
      if (lost) throw await replace(lost);
      return connected();
    },
    async close() {
      closed = true;
      const link = await current?.catch(() => null);
      await link?.close();
    },
  };
}

function lostError(namespace: string, link: Link, now: string): AppError {
  const words = link.lastWords();
  const said = words ? ` It last said ${quoted(words.split('\n').at(-1) ?? '')}.` : '';
  return new AppError('server_unavailable', `The server ${quoted(namespace)} was lost.${said} ${now}`, {
    hint: 'Look whether the last call took effect before you repeat it.',
    delivery: 'unknown',
  });
}

/** Each name once, as MCP has it. @throws AppError `server_unavailable`; the connection is closed then */
async function listTools(namespace: string, { client, close }: Link): Promise<readonly WireTool[]> {
  try {
    const { tools } = await client.listTools();
    return [...new Map(tools.map((tool) => [tool.name, tool])).values()];
  } catch (error) {
    await close().catch(() => undefined);
    throw new AppError(
      'server_unavailable',
      `The server ${quoted(namespace)} did not list its tools: ${reasonOf(error)}.`,
      {
        cause: error,
      },
    );
  }
}
