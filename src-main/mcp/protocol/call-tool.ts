import type { CallToolResult } from '@modelcontextprotocol/server';
import { rowTokens } from '../../tools/answers/room.ts';
import type { ToolRunner } from '../../tools/runner/tool-runner.ts';
import { toCallToolResult } from './result.ts';
import type { HostedCall, HostedClient, ServedScope } from './tool-host.ts';

export interface ClientCall extends HostedCall {
  /** The client asked to be told that the call goes on. */
  readonly receivesProgress: boolean;
}

/** A client's call of a tool, and its answer. Never throws: a failed call is a result. */
export async function callTool(
  { runner, scope }: { readonly runner: ToolRunner; readonly scope: ServedScope },
  client: HostedClient,
  { receivesProgress, ...call }: ClientCall,
): Promise<CallToolResult> {
  if (scope.host) return scope.host.call(client, call);
  const { name, parameters, signal, progress } = call;
  const outcome = await runner.run(name, parameters, {
    caller: { kind: 'agent', name: client.name },
    session: client.session,
    tools: scope.callable,
    signal,
    room: scope.whole ? Infinity : rowTokens,
    progress,
    waitsUntil: Date.now() + clientTimeoutMs(client.name, receivesProgress),
  });
  return withPictureHint(toCallToolResult(outcome, scope.whole), client.name);
}

/**
 * Clients that give their model only the text of a result, by the name they give themselves: nanocoder 1.30.0, and
 * Copilot CLI 1.0.102 with a provider of the user's own (untested with GitHub's).
 */
const withoutPictures = /^nanocoder|copilot/i;

const pictureHint =
  'If no picture reached you, your client passes none on: snapshot and get_text have the window in words.';

/** The result, with the way to go on without its picture for a client that may keep it from its model. */
export function withPictureHint(result: CallToolResult, client: string): CallToolResult {
  if (!withoutPictures.test(client) || !result.content.some(({ type }) => type === 'image')) return result;
  // Some pass on the first text alone.
  const [first, ...others] = result.content;
  if (first?.type !== 'text') return { ...result, content: [{ type: 'text', text: pictureHint }, ...result.content] };
  return { ...result, content: [{ ...first, text: `${first.text}\n${pictureHint}` }, ...others] };
}

/** How long a client waits for the answer of a call before it gives up and tells its model, in milliseconds. */
interface ClientTimeout {
  readonly name: RegExp;
  readonly ms: number;
  /** Longer, where it receives every few seconds that the call goes on. */
  readonly withProgressMs?: number;
}

/** A person at the machine needs no longer, and nobody else can act meanwhile. */
const mostMs = 300_000;

/** Default timeout of the SDK's clients, with or without progress notifications. */
const usualMs = 60_000;

/** An answer has to reach the client in time. */
const marginMs = 2_000;

/**
 * By the name they give themselves, as of November 2026: Codex 0.171, Claude Code 2.1.332, Gemini CLI 0.61.0, Qwen Code
 * 0.24.4, Copilot CLI 1.0.102, OpenCode 1.18.33. Cline 3.0.65, nanocoder 1.30.0 and Continue CLI 1.5.47 use the
 * default.
 */
const knownClients: readonly ClientTimeout[] = [
  { name: /^codex/i, ms: 300_000 },
  { name: /^claude/i, ms: 330_000 },
  { name: /^gemini/i, ms: 330_000 },
  { name: /^qwen/i, ms: 300_000 },
  { name: /copilot/i, ms: 180_000, withProgressMs: mostMs },
  { name: /^opencode/i, ms: usualMs, withProgressMs: mostMs },
];

/**
 * How long a question about a call of this client may stay open, in milliseconds from the call.
 * @param receivesProgress whether it asked to be told that the call goes on
 */
export function clientTimeoutMs(client: string, receivesProgress: boolean): number {
  const { ms = usualMs, withProgressMs = ms } = knownClients.find(({ name }) => name.test(client)) ?? {};
  return Math.min(receivesProgress ? withProgressMs : ms, mostMs) - marginMs;
}
