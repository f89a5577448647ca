/** How long a client waits for the answer of a call before it gives up and tells its model so, in milliseconds. */
interface Patience {
  readonly name: RegExp;
  readonly ms: number;
  /** Longer, where it hears every few seconds that the call goes on. */
  readonly withProgressMs?: number;
}

/** No person who is there needs longer, and nobody else can act meanwhile. */
const mostMs = 300_000;
/** What a client of the SDK waits by default, whether it hears of progress or not. */
const usualMs = 60_000;
/** An answer has to reach the client in time. */
const marginMs = 2_000;

/**
 * By what they call themselves, as seen in November 2026: Codex 0.171, Claude Code 2.1.332, Gemini CLI 0.61.0, Qwen Code 0.24.4,
 * Copilot CLI 1.0.102, OpenCode 1.18.33. Cline 3.0.65, nanocoder 1.30.0 and Continue CLI 1.5.47 wait as usual.
 */
const known: readonly Patience[] = [
  { name: /^codex/i, ms: 300_000 },
  { name: /^claude/i, ms: 330_000 },
  { name: /^gemini/i, ms: 330_000 },
  { name: /^qwen/i, ms: 300_000 },
  { name: /copilot/i, ms: 180_000, withProgressMs: mostMs },
  { name: /^opencode/i, ms: usualMs, withProgressMs: mostMs },
];

/**
 * How long a question about a call of this client may stand, in milliseconds from the call.
 * @param hearsProgress whether it asked to be told that the call goes on
 */
export function patienceOf(client: string, hearsProgress: boolean): number {
  const { ms = usualMs, withProgressMs = ms } = known.find(({ name }) => name.test(client)) ?? {};
  return Math.min(hearsProgress ? withProgressMs : ms, mostMs) - marginMs;
}
