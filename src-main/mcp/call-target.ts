import { withDeadline } from '../base/deadline.ts';
import type { TargetWindow } from '../permissions/gate.ts';
import { elementId, parseElementId } from '#contract/model/element';
import { windowId } from '#contract/model/window';
import { effectOf, type ActsIn, type LookContext, type Tool } from './define-tool.ts';
import { windowQuery, type WindowQuery } from './target-input.ts';
import { findWindow } from './target-window.ts';
import type { ToolSession } from './tool-session.ts';

/** How long one may look for what a question is about, in milliseconds. */
export const lookMs = 2_000;

type Input = Readonly<Record<string, unknown>>;

/** What a call would act in, as it is now: the window its arguments name, else the selected one; null where there is none. */
export async function callTarget(options: LookContext, tool: Tool, input: Input): Promise<ActsIn | null> {
  const query = named(options.session, input);
  if (!tool.actsIn && !query && !options.session.selected) return null;
  try {
    return await withDeadline(
      { signal: options.signal, timeoutMs: lookMs, what: 'Looking for the window' },
      async (signal) => {
        const context = { ...options, signal };
        return (await tool.actsIn?.(context, input)) ?? (await findWindow(context, query));
      },
    );
  } catch {
    return null;
  }
}

/** The windows that policy must know of: those a call would show, or the one it would act in, also before it exists. */
export async function judgedWindows(
  options: LookContext,
  {
    tool,
    input,
    target,
  }: { readonly tool: Tool; readonly input: Input; readonly target: () => Promise<ActsIn | null> },
): Promise<readonly TargetWindow[]> {
  const shows = typeof tool.shows === 'function' ? tool.shows(input) : (tool.shows ?? 'window');
  if (effectOf(tool, input) === 'observe' && shows === 'names') return [];
  if (shows === 'desktop') return windowsInSight(options);
  const found = await target();
  if (found) return [found];
  const query = named(options.session, input);
  if (!query?.app && !query?.title) return [];
  return [{ app: query.app ?? '', title: query.title ?? '' }];
}

async function windowsInSight({ engine, signal }: LookContext): Promise<readonly TargetWindow[]> {
  const { items } = await engine.listWindows({}, { signal });
  return items.filter(({ state }) => state !== 'minimized');
}

/** How a call names its window, for a question about one that is not there. */
export function wantedWindow(session: ToolSession, input: Input): string {
  const query = named(session, input);
  return query ? JSON.stringify(query) : 'no window';
}

/** The window that arguments name in one of their ways: itself, an element of it, or a control listed in it. */
function named(session: ToolSession, { window, element, id }: Input): WindowQuery | undefined {
  const query = typeof window === 'object' ? windowQuery.safeParse(window) : null;
  if (query?.success) return query.data;
  const handle = typeof window === 'string' ? windowId.safeParse(window) : null;
  if (handle?.success) return { handle: handle.data };
  const known =
    (typeof element === 'string' ? (session.refs.idOf(element) ?? element) : undefined) ??
    (typeof id === 'string' ? (session.controls.get(id)?.id ?? id) : undefined);
  // Most ids are a listed control's or a ref: to have a schema refuse them costs more than the call.
  const control = known?.startsWith('window:') ? elementId.safeParse(known) : null;
  return control?.success ? { handle: parseElementId(control.data).window } : undefined;
}
