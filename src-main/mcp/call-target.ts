import { withDeadline } from '../base/deadline.ts';
import { elementId, parseElementId } from '#contract/model/element';
import { windowId } from '#contract/model/window';
import type { ActsIn, LookContext, Tool } from './define-tool.ts';
import { windowQuery, type WindowQuery } from './target-input.ts';
import { findWindow } from './target-window.ts';
import type { ToolSession } from './tool-session.ts';

/** How long one may look for the window a question is about, in milliseconds. */
const lookMs = 2_000;

type Input = Readonly<Record<string, unknown>>;

/** The app a call would act in, as the permission window names it and grants are kept for. */
export async function describeTarget(options: LookContext, tool: Tool, input: Input): Promise<string> {
  const window = await callTarget(options, tool, input);
  if (window) return window.app || window.title || window.id;
  const query = named(options.session, input);
  return query ? JSON.stringify(query) : 'no window';
}

/** What a call would act in, as it is now: the window its arguments name, else the selected one; null where there is none. */
export async function callTarget(options: LookContext, tool: Tool, input: Input): Promise<ActsIn | null> {
  try {
    return await withDeadline(
      { signal: options.signal, timeoutMs: lookMs, what: 'Looking for the window' },
      async (signal) => {
        const context = { ...options, signal };
        return (await tool.actsIn?.(context, input)) ?? (await findWindow(context, named(options.session, input)));
      },
    );
  } catch {
    return null;
  }
}

/** The window that arguments name in one of their ways: itself, an element of it, or a control listed in it. */
function named(session: ToolSession, { window, element, id }: Input): WindowQuery | undefined {
  const query = windowQuery.safeParse(window);
  if (query.success) return query.data;
  const handle = windowId.safeParse(window);
  if (handle.success) return { handle: handle.data };
  const control = elementId.safeParse(element ?? (typeof id === 'string' ? session.controls.get(id)?.id : undefined));
  return control.success ? { handle: parseElementId(control.data).window } : undefined;
}
