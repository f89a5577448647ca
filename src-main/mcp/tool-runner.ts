import type { WireError } from '#contract/errors';
import type { Caller } from '#contract/model/tool-call';
import type { Resolution } from '#contract/model/trace';
import type { Tool, ToolResult } from './define-tool.ts';
import type { ToolSession } from './tool-session.ts';

export interface RunOptions {
  readonly caller: Caller;
  readonly session: ToolSession;
  readonly signal?: AbortSignal;
  readonly progress?: (fraction: number, message: string) => void;
}

/** Never thrown: a failed call is a result too. */
export type RunOutcome = {
  readonly elapsedMs: number;
  readonly resolution?: Resolution;
} & ({ readonly ok: true; readonly result: ToolResult } | { readonly ok: false; readonly error: WireError });

/**
 * THE choke point: every tool call of anyone, agent, replay or the user's own click, passes here.
 * find → parse → permit → trace before → act → verify → trace after → shape.
 */
export interface ToolRunner {
  readonly tools: readonly Tool[];
  /** `key` is `action::click_input`; the dotted form is accepted. */
  run(key: string, parameters: unknown, options: RunOptions): Promise<RunOutcome>;
  /** Ends every call under way with `cancelled`. */
  haltAll(): void;
}
