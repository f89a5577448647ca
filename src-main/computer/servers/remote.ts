import { ProtocolError, type CallToolResult, type Tool as WireTool } from '@modelcontextprotocol/client';
import { linkSignals } from '../../base/async/link-signals.ts';
import { AppError, errorCatalog, fromWire, type ErrorCode, type WireError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { textOf } from '../action-result.ts';
import { reasonOf, type Link } from './connect.ts';
import { keepLink } from './keep-link.ts';

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
        if (error instanceof ProtocolError) throw refused(namespace, error);
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
  return new AppError('tool_failed', textOf(content) || 'It gave no reason.', {
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
