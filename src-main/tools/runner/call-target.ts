import { withDeadline } from '../../base/async/deadline.ts';
import type { TargetWindow } from '../../permissions/gate.ts';
import { quoted } from '#contract/foreign-text';
import type { KeyChord } from '#contract/model/recordings/action';
import { parseElementId } from '#contract/model/elements/element';
import { center, type Point } from '#contract/model/geometry';
import type { WindowId } from '#contract/model/windows/window';
import { windowId } from '#contract/model/schemas/window';
import { effectOf, reachOf, type ActsIn, type LookContext, type Tool } from '../define-tool.ts';
import { calledBy, windowOfKnown } from '../target/known-element.ts';
import { isSeen } from '../target/in-picture/seen-controls.ts';
import { windowArgument, type WindowArgument } from '../target/target-input.ts';
import { findWindow } from '../target/windows/target-window.ts';
import type { ToolSession } from '../session/tool-session.ts';
import { leavesDoubt, type Doubt } from './doubt.ts';

/** Time to look up the subject of a question, in milliseconds. */
export const lookMs = 2_000;

type Input = Readonly<Record<string, unknown>>;

/** The current target of a call: the window in its arguments, else the selected one; null if there is none. */
export async function callTarget(
  options: LookContext,
  { tool, input, doubt }: Omit<Asked, 'target'>,
): Promise<ActsIn | null> {
  const query = named(options.session, input);
  const { actsIn } = reachOf(tool, input);
  if (!actsIn && !query && partNamed(input) === undefined && !options.session.selected) return null;
  try {
    return await withDeadline(
      { signal: options.signal, timeoutMs: lookMs, what: 'Looking for the window' },
      async (signal) => {
        const context = { ...options, signal };
        return (await actsIn?.(context)) ?? (await windowMeant(context, input, query));
      },
    );
  } catch (error) {
    doubt?.failed(error);
    return null;
  }
}

/** Only a hit test finds the window at a point. */
async function windowMeant(context: LookContext, input: Input, query: WindowArgument | undefined): Promise<ActsIn> {
  const part = partNamed(input);
  const called = part === undefined ? null : calledBy(context.session, part);
  return called?.by === 'point' && part !== undefined ? windowOfKnown(context, part) : findWindow(context, query);
}

/**
 * The real windows that policy must check: those a call shows, or the one it acts in, even before it exists; those at the points
 * of its presses; and the one that its keys would reach.
 */
export async function policyWindows(options: LookContext, asked: Asked): Promise<readonly TargetWindow[]> {
  const { tool, input, target } = asked;
  const { shows = 'window' } = reachOf(tool, input);
  const observes = effectOf(tool, input) === 'observe';
  if (observes && shows === 'names') return [];
  if (shows === 'desktop') return windowsInSight(options);
  const found = await target();
  const windows = found ? [found] : wantedAs(options.session, input);
  if (observes || tool.handlesFrames) return windows;
  const [around, stray] = await Promise.all([windowsAtPoints(options, asked), misdirectedKeys(options, asked)]);
  const others = around.filter(({ id }) => id === undefined || id !== found?.id);
  const all = [...windows, ...others];
  const judged = await Promise.all(all.map((window) => withTerminal(options, window, asked.doubt)));
  return [...judged, ...(stray ? [stray] : [])];
}

/** The window as the engine lists it: policy also considers what the agent's view leaves out. */
export async function asListed({ engine, signal }: LookContext, seen: ActsIn | null): Promise<ActsIn | null> {
  if (!seen?.id) return seen;
  const { items } = await engine.listWindows({ includeHidden: true }, { signal });
  return items.find(({ id }) => id === seen.id) ?? seen;
}

/** The window that a call's keys would reach instead of the intended one; null if they go to the intended one. */
export async function misdirectedKeys(
  options: LookContext,
  { tool, input, target, doubt }: Asked,
): Promise<(TargetWindow & { readonly receiver: WindowId | null }) | null> {
  if (!reachOf(tool, input).keys) return null;
  const receiver = await options.engine.keyReceiver({}, { signal: options.signal }).catch((error: unknown) => {
    doubt?.failed(error);
    return null;
  });
  // Focus moves to the window that is brought to the front; a keyboard grab is kept.
  if (!receiver?.held || receiver.window === (await target())?.id) return null;
  const { app, title, className, window } = receiver;
  return { app, title, className, ...(window !== null && { id: window }), takesKeys: true, receiver: window };
}

/** The chords of a call that the desktop intercepts. */
export async function desktopKeys(
  { engine, signal }: LookContext,
  { tool, input, doubt }: Omit<Asked, 'target'>,
): Promise<readonly KeyChord[]> {
  const { keys = [] } = reachOf(tool, input);
  if (keys.length === 0) return [];
  try {
    return await engine.desktopKeys({ keys }, { signal });
  } catch (error) {
    doubt?.failed(error);
    return [];
  }
}

interface Asked {
  readonly tool: Tool;
  readonly input: Input;
  readonly target: () => Promise<ActsIn | null>;
  /** Gets failed look-ups. */
  readonly doubt?: Doubt;
}

/** Window arguments that match no open window. */
function wantedAs(session: ToolSession, input: Input): readonly TargetWindow[] {
  const query = named(session, input);
  const { app = query?.called ?? '', title = query?.called ?? '' } = query ?? {};
  return app || title ? [{ app, title }] : [];
}

async function windowsAtPoints(options: LookContext, asked: Asked): Promise<readonly TargetWindow[]> {
  const points = await pointsOf(options, asked);
  const windows = points.map(({ x, y }) => options.engine.windowAt({ x, y }, { signal: options.signal }));
  const found = await Promise.all(windows).catch((error: unknown) => {
    asked.doubt?.failed(error);
    if (asked.doubt && leavesDoubt(error)) return [];
    throw error;
  });
  return found.map((window) => window ?? bareDesktop);
}

/** Without a window there, a press opens the window manager's menu. */
export const bareDesktop: TargetWindow = { id: null, app: '', title: 'the desktop', kind: 'desktop' };

/** The points of a call's presses, as far as known in advance. */
export async function pointsOf(
  options: LookContext,
  { tool, input, doubt }: Omit<Asked, 'target'>,
): Promise<readonly Point[]> {
  const part = partNamed(input);
  const called = part === undefined ? null : calledBy(options.session, part);
  const listed = called?.by === 'label' ? called.listed : null;
  const seen = listed && isSeen(listed) && listed.bounds ? [center(listed.bounds)] : [];
  const named = called?.by === 'point' ? [called.at] : seen;
  const own = await withDeadline(
    { signal: options.signal, timeoutMs: lookMs, what: 'Looking for the place' },
    (signal) => Promise.resolve(reachOf(tool, input).points?.({ ...options, signal }) ?? []),
  ).catch((error: unknown) => {
    doubt?.failed(error);
    return [];
  });
  return [...named, ...own];
}

async function withTerminal(
  { engine, signal }: LookContext,
  window: TargetWindow,
  doubt: Doubt | undefined,
): Promise<TargetWindow> {
  if (!window.id) return window;
  const { id } = window;
  const nothing =
    <T>(answer: T) =>
    (error: unknown) => {
      doubt?.failed(error);
      return answer;
    };
  const [runsTerminal, focused] = await Promise.all([
    engine.runsTerminal({ window: id }, { signal }).catch(nothing(null)),
    engine.focused({ window: id }, { signal }).catch(nothing(null)),
  ]);
  return {
    ...window,
    runsTerminal: runsTerminal === true || focused?.element.role.toLowerCase() === 'terminal',
    isUnseen: runsTerminal === null,
  };
}

async function windowsInSight({ engine, signal }: LookContext): Promise<readonly TargetWindow[]> {
  const { items } = await engine.listWindows({}, { signal });
  return items.filter(({ state }) => state !== 'minimized');
}

/** How a call names its window, for a question about a missing one. */
export function requestedWindow(session: ToolSession, input: Input): string {
  const query = named(session, input);
  return query ? `no open window: ${quoted(JSON.stringify(query))}` : 'no window';
}

/** The window that arguments name: by a listed control or an element in it, else directly. */
function named(session: ToolSession, input: Input): WindowArgument | undefined {
  const part = partNamed(input);
  const called = part === undefined ? null : calledBy(session, part);
  if (called && called.by !== 'point') return { handle: parseElementId(called.id).window };
  const { window } = input;
  const query = typeof window === 'object' ? windowArgument.safeParse(window) : null;
  if (query?.success) return query.data;
  const handle = typeof window === 'string' ? windowId.safeParse(window) : null;
  return handle?.success ? { handle: handle.data } : undefined;
}

/** The element in the arguments: a selector takes precedence over UFO's id. */
function partNamed({ element, id, selector }: Input): string | undefined {
  if (typeof element === 'string') return element;
  return typeof id === 'string' && selector === undefined ? id : undefined;
}
