/* oxlint-disable typescript/no-deprecated -- The SDK advises its high-level McpServer; build-server.ts says why not. */
import type { Server, ServerContext } from '@modelcontextprotocol/server';
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

/** One client: where its calls keep what they found. `name` is what it calls itself; only calls are counted. */
export type SessionOf = (clientName: string, asks: 'list' | 'call') => ToolSession;

/**
 * Who tells a client that a resource has changed: this server itself, the transport, which then must know who subscribed,
 * or no one.
 */
export type Subscriptions = 'server' | 'transport' | 'none';

/** Answers the tools on behalf of the client that made a request. */
export type AskFor = (context: ServerContext) => AskTool;
