import { ProtocolError, type CallToolResult, type Tool as WireTool } from '@modelcontextprotocol/client';
import { linkSignals } from '../../base/link-signals.ts';
import { AppError, errorCatalog, fromWire, toWire, type ErrorCode, type WireError } from '#contract/errors';
import { textOf } from '../action-result.ts';
import { reasonOf, type Link } from './connect.ts';

export interface RemoteCall {
  readonly name: string;
  readonly parameters: Record<string, unknown>;
  /** Its abort is sent on: the server is told to cancel. */
  readonly signal: AbortSignal;
  readonly progress: (fraction: number, message: string) => void;
}

/** A server of another process or machine. It is connected once, and again after it was lost. */
export interface Remote {
  /** As it listed them when it was first connected. */
  readonly tools: readonly WireTool[];
  /**
   * @throws AppError `tool_failed` or the server's own code where the tool failed, `server_unavailable` where the server was
   * lost before or during the call; by then it has been connected again, or the message says why not
   */
  call(call: RemoteCall): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** The longest timer there is; how long a call may take is the tool-runner's affair. */
const forEverMs = 2 ** 31 - 1;

/** @param open connects; it is called again whenever the server was lost */
export async function openRemote(namespace: string, open: () => Promise<Link>): Promise<Remote> {
  let link: Promise<Link> | null = null;
  /** Set while a server was lost and no caller has been told yet. */
  let lost: Link | null = null;
  let closed = false;

  function ready(): Promise<Link> {
    if (closed) return Promise.reject(new AppError('cancelled', `The server “${namespace}” was closed.`));
    if (link) return link;
    const opening = (link = open());
    opening.then(
      (opened) => opened.gone.addEventListener('abort', () => drop(opening, opened), { once: true }),
      () => (link = null),
    );
    return opening;
  }

  function drop(opening: Promise<Link>, opened: Link): void {
    if (link !== opening) return;
    link = null;
    if (closed) return;
    lost = opened;
    opened.close().catch(() => undefined);
  }

  /** Connects again and says so: whoever calls must know that what the server remembered is gone. */
  async function comeBack(from: Link): Promise<AppError> {
    lost = null;
    const words = from.lastWords();
    const said = words ? ` It last said “${words.split('\n').at(-1) ?? ''}”.` : '';
    const ended = `The server “${namespace}” was lost.${said}`;
    return ready().then(
      () =>
        new AppError('server_unavailable', `${ended} It is there again, and may remember nothing of before.`, {
          hint: 'Look whether the last call took effect, then try again.',
          delivery: 'unknown',
        }),
      (error: unknown) =>
        new AppError('server_unavailable', `${ended} ${toWire(error).message}`, { hint: toWire(error).hint }),
    );
  }

  const first = await ready();
  const { tools } = await first.client.listTools();
  return {
    tools,
    async call({ name, parameters, signal, progress }) {
      if (lost) throw await comeBack(lost);
      const using = await ready();
      const ends = linkSignals([signal, using.gone]);
      try {
        const result = await using.client.callTool(
          { name, arguments: parameters },
          {
            ...{ signal: ends.signal, timeout: forEverMs },
            onprogress: ({ progress: done, total, message = '' }) => progress(total ? done / total : 0, message),
          },
        );
        if (result.isError) throw failureOf(namespace, result);
        return result;
      } catch (error) {
        if (signal.aborted || error instanceof AppError) throw error;
        if (error instanceof ProtocolError) throw refused(namespace, error);
        if (!using.gone.aborted) await forget(using);
        throw await comeBack(using);
      } finally {
        ends.dispose();
      }
    },
    async close() {
      closed = true;
      const open = await link?.catch(() => null);
      await open?.close();
    },
  };

  /** A connection that fails without being closed, as over HTTP, where a server that restarted knows no session. */
  async function forget(used: Link): Promise<void> {
    const current = await link?.catch(() => null);
    if (current === used) link = null;
    used.close().catch(() => undefined);
  }
}

/** The server's failure in its own words; where it speaks as we do, with its code. */
function failureOf(namespace: string, { content, structuredContent }: CallToolResult): AppError {
  const error = (structuredContent as { error?: Partial<WireError> } | undefined)?.error;
  if (error?.message && error.hint && isCode(error.code)) return fromWire({ ...error } as WireError);
  return new AppError('tool_failed', textOf(content) || 'It gave no reason.', {
    hint: `That is the answer of the server “${namespace}”.`,
  });
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalog, code);
}

function refused(namespace: string, error: ProtocolError): AppError {
  return new AppError('tool_failed', `${reasonOf(error)}.`, {
    hint: `The server “${namespace}” refused the call.`,
    cause: error,
  });
}
