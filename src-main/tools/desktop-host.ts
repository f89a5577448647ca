import type { Engine } from '../engine/engine.ts';
import type { Gate } from '../permissions/gate.ts';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Tool } from './define-tool.ts';
import type { ToolSession } from './session/tool-session.ts';

/** The servers that need only the engine, and nothing else of the user's. */
const engineAlone: ReadonlySet<string> = new Set([
  'AppUIExecutor',
  'CommandLineExecutor',
  'Deskscope',
  'Elements',
  'HostUIExecutor',
  'UICollector',
  'WindowManagement',
  'ui_automation',
]);

/** Whether a tool also works on a desktop other than the user's. */
export function worksOnDesktops({ namespace, foreign }: Tool): boolean {
  return !foreign && engineAlone.has(namespace);
}

/** A desktop that a caller has opened. */
export interface DesktopView {
  readonly id: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** How its programs are isolated from the user's, as a sentence. */
  readonly holds: string;
  /** A folder that its programs can write to, at the same path outside; it is kept. */
  readonly results: string;
  /** ISO 8601; when it ends at the latest. */
  readonly endsAt: string;
}

/** Desktops of one caller. */
export interface CallersDesktops {
  /** @throws AppError `rate_limited`, `unsupported_platform`, `timeout`, `cancelled` */
  open(signal: AbortSignal): Promise<DesktopView>;
  list(): readonly DesktopView[];
  /** @throws AppError `not_found` */
  close(id: string): Promise<void>;
}

/** Waits for the turn to act; returns a function that ends it. @throws AppError `cancelled` */
export type Turn = (signal: AbortSignal) => Promise<() => void>;

/** A desktop other than the user's, on which calls work. */
export interface CallDesktop {
  readonly id: string;
  readonly engine: Engine;
  /** Nothing on it belongs to the user, so there is nothing to ask about. */
  readonly gate: Gate;
  readonly turn: Turn;
}

/** The desktop of all calls of a task. */
export interface TaskDesktop extends CallDesktop {
  /** As in {@link DesktopHost}. */
  takes(tool: Tool): boolean;
}

/** The caller's own desktop that a call's arguments name. */
export interface EnteredDesktop extends CallDesktop {
  /** The caller's lists and selections there. */
  readonly session: ToolSession;
}

/** The desktops that callers open for themselves, inaccessible to each other. */
export interface DesktopHost {
  of(session: ToolSession, caller: Caller): CallersDesktops;
  /** @throws AppError `not_found` with the caller's desktops */
  enter(id: string, session: ToolSession, caller: Caller): EnteredDesktop;
  /** Whether a tool needs only the engine, and so works on any desktop. */
  takes(tool: Tool): boolean;
  /** The caller is gone, so its desktops end. */
  leave(session: ToolSession): void;
}
