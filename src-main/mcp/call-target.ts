import { withDeadline } from '../base/deadline.ts';
import type { Engine } from '../engine/engine.ts';
import type { ActsIn, Tool } from './define-tool.ts';
import { windowQuery } from './target-input.ts';
import { findWindow } from './target-window.ts';
import type { ToolSession } from './tool-session.ts';

/** How long one may look for the window a question is about, in milliseconds. */
const lookMs = 2_000;

/**
 * The app a call would act in, as the permission window names it and grants are kept for: the window its arguments name,
 * else the selected one.
 */
export async function describeTarget(
  options: { readonly engine: Engine; readonly session: ToolSession; readonly signal: AbortSignal },
  tool: Tool,
  input: Record<string, unknown>,
): Promise<string> {
  const query = windowQuery.safeParse(input['window']);
  const wanted = query.success ? query.data : undefined;
  try {
    return await withDeadline(
      { signal: options.signal, timeoutMs: lookMs, what: 'Looking for the window' },
      async (signal) => {
        const context = { ...options, signal };
        return nameOf((await tool.actsIn?.(context, input)) ?? (await findWindow(context, wanted)));
      },
    );
  } catch {
    return wanted ? JSON.stringify(wanted) : 'no window';
  }
}

function nameOf({ app, title, id }: ActsIn): string {
  return app || title || id;
}
