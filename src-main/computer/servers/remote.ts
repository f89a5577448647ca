import type { CallToolResult, ProtocolError, Tool as WireTool } from '@modelcontextprotocol/client';
import { AppError, errorCatalog, fromWire, type ErrorCode, type WireError, toWire } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { linkSignals } from '../../base/async/deadline.ts';
import { contentText } from '../tool-call.ts';
import { loadMcpClient, reasonOf, type Link } from './connect.ts';

export interface RemoteCall {
  readonly name: string;
  readonly parameters: Record<string, unknown>;
  /** An abort is forwarded: the server is told to cancel. */
  readonly signal: AbortSignal;
  readonly progress: (fraction: number, message: string) => void;
}

/** A server of another process or machine. It is connected once, and reconnected after a loss. */
export interface Remote {
  /** As listed at the first connection. */
  readonly tools: readonly WireTool[];
  /**
   * @throws AppError `tool_failed` or the server's own code if the tool failed, `server_unavailable` if the server was
   * lost before or during the call; by then it has been reconnected, or the message names the reason why not
   */
  call(call: RemoteCall): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** The longest timer there is; how long a call may take is the tool-runner's affair. */
const forEverMs = 2 ** 31 - 1;

/** @param open connects; it is called again whenever the server was lost. @throws AppError `server_unavailable` */
export async function openRemote(namespace: string, open: () => Promise<Link>): Promise<Remote> {
  const keeper = await keepLink(namespace, open);
  return {
    tools: keeper.tools,
    close: () => keeper.close(),
    async call(call) {
      const link = await keeper.ready();
      let result: CallToolResult;
      try {
        result = await callTool(link, call);
      } catch (error) {
        if (call.signal.aborted) throw error;
        if (error instanceof (await loadMcpClient()).ProtocolError) throw refused(namespace, error);
        throw await keeper.replace(link);
      }
      if (result.isError) throw failureOf(namespace, result);
      return result;
    },
  };
}

async function callTool({ client, gone }: Link, call: RemoteCall): Promise<CallToolResult> {
  const ends = linkSignals([call.signal, gone]);
  try {
    return await client.callTool(
      { name: call.name, arguments: call.parameters },
      {
        signal: ends.signal,
        timeout: forEverMs,
        onprogress: ({ progress, total, message = '' }) => call.progress(total ? progress / total : 0, message),
      },
    );
  } finally {
    ends.dispose();
  }
}

/** The server's failure in its own words; where it speaks as we do, with its code. */
function failureOf(namespace: string, { content, structuredContent }: CallToolResult): AppError {
  const error = (structuredContent as { error?: Partial<WireError> } | undefined)?.error;
  if (error?.message && error.hint && isCode(error.code)) return fromWire({ ...error } as WireError);
  return new AppError('tool_failed', contentText(content) || 'It gave no reason.', {
    hint: `That is the answer of the server ${quoted(namespace)}.`,
  });
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalog, code);
}

function refused(namespace: string, error: ProtocolError): AppError {
  return new AppError('tool_failed', `${reasonOf(error)}.`, {
    hint: `The server ${quoted(namespace)} refused the call.`,
    cause: error,
  });
}

/** One connection to a server, recreated whenever it was lost. */
interface LinkKeeper {
  /** As the server listed them when it was first connected. */
  readonly tools: readonly WireTool[];
  /** @throws AppError `server_unavailable` once, where the server was lost since the last call; then it is there again */
  ready(): Promise<Link>;
  /** The error for users of a failed connection. By then there is a new one, or the error names the reason why not. */
  replace(failed: Link): Promise<AppError>;
  close(): Promise<void>;
}

/**
 * Connects at once.
 * @param open connects, each time again
 * @throws AppError `server_unavailable`
 */
async function keepLink(namespace: string, open: () => Promise<Link>): Promise<LinkKeeper> {
  let tools: readonly WireTool[] | undefined;
  let current: Promise<Link> | null = null;
  /** The one that `current` came to. */
  let active: Link | null = null;
  /** Set while a server was lost and no caller has been reported yet. */
  let lost: Link | null = null;
  let closed = false;

  /** The client needs the tools for correct calls: what to validate, and what goes into headers. */
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
  const output = words ? ` It last said ${quoted(words.split('\n').at(-1) ?? '')}.` : '';
  return new AppError('server_unavailable', `The server ${quoted(namespace)} was lost.${output} ${now}`, {
    hint: 'Check whether the last call took effect before you repeat it.',
    delivery: 'unknown',
  });
}

/** Each name once, as MCP requires. @throws AppError `server_unavailable`; the connection is closed then */
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
