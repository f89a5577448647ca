import type { CallToolResult, Tool as WireTool } from '@modelcontextprotocol/server';
import type { Disposable } from '../../base/async/disposable.ts';
import type { ToolScope } from '../../tools/registry.ts';
import type { ToolSession } from '../../tools/session/tool-session.ts';

/** A client of ours, by what its calls are kept in. */
export interface HostedClient {
  readonly session: ToolSession;
  /** What it calls itself. */
  readonly name: string;
}

export interface HostedCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** 0 to 1; must grow. */
  readonly progress: (fraction: number, message: string) => void;
}

/** Gives each client tools of its own, in place of those that all share. */
export interface ToolHost {
  /** Each name once. */
  list(client: HostedClient): Promise<readonly WireTool[]>;
  /** Never throws: a failed call is a result. */
  call(client: HostedClient, call: HostedCall): Promise<CallToolResult>;
  /** The client is gone, and what it had can go. Anyone who comes back under the name is a new one. */
  leave(session: ToolSession): void;
}

/** What an address serves. */
export interface ServedScope extends ToolScope {
  /** Answers in place of `shown` and `callable`, which then say no more than what kind of tools there are. */
  readonly host?: ToolHost | undefined;
  /** Answers are for a program, which gets all of them; for a model, which takes so much, by default. */
  readonly whole?: boolean;
  /** What clients are reported beside how to begin. */
  readonly note?: string | undefined;
  /** Calls back when other tools are served from now on; missing if they never are. */
  readonly watch?: (changed: () => void) => Disposable;
}
