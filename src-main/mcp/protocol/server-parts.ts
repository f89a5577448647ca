/* oxlint-disable typescript/no-deprecated -- The SDK advises its high-level McpServer; build-server.ts says why not. */
import { type Server, type ServerContext, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { harmless } from '#contract/foreign-text';
import { toWire, type ErrorCode } from '#contract/errors';
import type { Log } from '../../base/log.ts';
import type { ToolSession } from '../../tools/session/tool-session.ts';
import type { AskTool } from '../../tools/runner/ask-tool.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import type { ServedScope } from './tool-host.ts';

export interface ServerParts {
  readonly runner: ToolRunner;
  readonly version: string;
  readonly log: Log;
  readonly scope: ServedScope;
}

export type ProtocolServer = Server;

/** The session of one client's calls. `name` is the one it gives itself; only calls are counted. */
export type SessionOf = (clientName: string, asks: 'list' | 'call') => ToolSession;

/**
 * The notifier of a client about a changed resource: this server itself, the transport, which must then know the
 * subscribers, or none.
 */
export type Subscriptions = 'server' | 'transport' | 'none';

/** Returns the tools on behalf of the client that made a request. */
export type AskFor = (context: ServerContext) => AskTool;

/** Errors caused by the client; all others are ours. */
const clientsFault: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['invalid_parameter', 'not_found', 'window_not_found']);

/**
 * A failure where the protocol has no result to put it in: resources, prompts, completions.
 * @throws ProtocolError with sentence and hint as its message, and the error itself as its data
 */
export function toProtocolError(error: unknown): never {
  const wire = toWire(error);
  const code = clientsFault.has(wire.code) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  throw new ProtocolError(code, harmless(`${wire.message} ${wire.hint}`), { error: wire });
}
