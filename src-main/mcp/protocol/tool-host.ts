import type { CallToolResult, Tool as WireTool } from '@modelcontextprotocol/server';
import type { Disposable } from '../../base/async/disposable.ts';
import type { ToolScope } from '../../tools/registry.ts';
import type { ToolSession } from '../../tools/session/tool-session.ts';

/** Longer names of callers are truncated: they appear in questions and lists, and in every logged line of a call. */
const longest = 80;

export function shortName(name: string): string {
  return name.length > longest ? `${name.slice(0, longest)}…` : name;
}

/** A hosted client, by the session of its calls. */
export interface HostedClient {
  readonly session: ToolSession;
  /** The name it gives itself. */
  readonly name: string;
}

export interface HostedCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** 0 to 1; must grow. */
  readonly progress: (fraction: number, message: string) => void;
}

/** Gives each client its own tools, instead of shared ones. */
export interface ToolHost {
  /** Each name once. */
  list(client: HostedClient): Promise<readonly WireTool[]>;
  /** Never throws: a failed call is a result. */
  call(client: HostedClient, call: HostedCall): Promise<CallToolResult>;
  /** The client is gone, and its state can be discarded. A client that returns under the name is a new one. */
  leave(session: ToolSession): void;
}

/** The tools that an address serves. */
export interface ServedScope extends ToolScope {
  /** Replaces `shown` and `callable`, which then only give the kinds of tools. */
  readonly host?: ToolHost | undefined;
  /** Answers are for a program, which gets all of them; by default for a model, with its limit. */
  readonly whole?: boolean;
  /** An addition to the instructions on how to begin. */
  readonly note?: string | undefined;
  /** Calls back when other tools are served from now on; missing if they never are. */
  readonly watch?: (changed: () => void) => Disposable;
}
