import type { Engine } from '../engine/engine.ts';
import type { Gate } from '../permissions/gate.ts';
import type { Caller } from '#contract/model/tools/tool-call';
import type { Tool } from './define-tool.ts';
import type { ToolSession } from './session/tool-session.ts';

/** A desktop that a caller has opened. */
export interface DesktopView {
  readonly id: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** What stands between its programs and the person's own, a sentence. */
  readonly holds: string;
  /** A folder that its programs may write to, at the same path outside; it stays. */
  readonly results: string;
  /** ISO 8601, when it ends at the latest. */
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

/** Waits for the turn to act; answers what ends it. @throws AppError `cancelled` */
export type Turn = (signal: AbortSignal) => Promise<() => void>;

/** A desktop other than the person's own, on which calls work. */
export interface CallDesktop {
  readonly id: string;
  readonly engine: Engine;
  /** Within its walls nothing of the person's is there to ask about. */
  readonly gate: Gate;
  readonly turn: Turn;
}

/** Where all calls of a task work. */
export interface TaskDesktop extends CallDesktop {
  /** As in {@link DesktopHost}. */
  takes(tool: Tool): boolean;
}

/** Where a call works that its arguments send to a desktop of its caller's own. */
export interface EnteredDesktop extends CallDesktop {
  /** What the caller listed and selected there. */
  readonly session: ToolSession;
}

/** The desktops that callers open for themselves, each out of reach for the others. */
export interface DesktopHost {
  of(session: ToolSession, caller: Caller): CallersDesktops;
  /** @throws AppError `not_found` with those that the caller has */
  enter(id: string, session: ToolSession, caller: Caller): EnteredDesktop;
  /** Whether a tool works by the engine alone, and so on any desktop. */
  takes(tool: Tool): boolean;
  /** The caller is gone, and its desktops end. */
  leave(session: ToolSession): void;
}
