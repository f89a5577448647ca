import type { AuditState, Grant, HaltState } from './model/permissions/permission.ts';
import type { CallRecord, McpStatus, OpenQuestion, RecorderState, ReplayState } from './api.ts';
import type { WireError } from './errors.ts';
import type { DebugState, Held } from './model/runs/debug.ts';
import type { Diff } from './model/elements/diff.ts';
import type { ElementHit } from './model/elements/element.ts';
import type { EngineStatus } from './model/engine.ts';
import type { OpenedFile, RecentFile } from './model/app/opened-file.ts';
import type { RunProgress, RunsState } from './model/runs/run.ts';
import type { Settings } from './model/settings.ts';
import type { CallSummary } from './model/runs/trace.ts';
import type { AgentsState } from './model/agents/task.ts';
import type { WindowInfo } from './model/windows/window.ts';

export type PickEvent =
  /** What the pointer is on at that time, in milliseconds since the epoch, is picked without a click. */
  | { readonly type: 'waiting'; readonly until: number }
  | { readonly type: 'started' }
  /** Another app, mostly with an open menu, holds the pointer: the key of the pick picks, and a click goes to that app. */
  | { readonly type: 'shared' }
  /** How many elements the best selector of what is hovered matches; 0 if it has none. */
  | { readonly type: 'rated'; readonly matches: number }
  | { readonly type: 'hovered'; readonly hit: ElementHit | null }
  | { readonly type: 'picked'; readonly hit: ElementHit }
  | { readonly type: 'ended'; readonly reason: 'picked' | 'cancelled' }
  | { readonly type: 'ended'; readonly reason: 'failed'; readonly error: WireError };

/** What the small bar reports while Deskscope has stepped aside for a pick. */
export interface PickBarState {
  readonly phase: 'waiting' | 'picking' | 'shared';
  /** When what the pointer is on is picked, in milliseconds since the epoch; null if a click does. */
  readonly until: number | null;
  /** What the pointer is on, and its app; empty for nothing. */
  readonly element: string;
  readonly app: string;
  /** How many elements its best selector matches; null before that is known. */
  readonly matches: number | null;
  /** The key that works whichever app has the keyboard. */
  readonly key: string;
}

/** What the small bar reports and offers while a recording is under way. */
export interface RecordBarState {
  readonly steps: number;
  /** The last step, as a sentence; empty before the first. */
  readonly last: string;
  readonly paused: boolean;
  /** There is a step that can be taken back. */
  readonly canTakeBack: boolean;
  /** What is pointed at for a check, empty for nothing; null if nothing is to be pointed at. */
  readonly pointing: string | null;
  /** What became of the last check, or why there is none; empty if there is nothing to say. */
  readonly message: string;
  /** Whom it is recorded for, and what they want to learn; null if it is the person's own. */
  readonly shownTo: { readonly agent: string; readonly goal: string } | null;
}

/** What the small bar reports and offers while something of an agent's is held and the main window is not in front. */
export interface HeldBarState {
  /** What was held first; null for nothing. */
  readonly held: Held | null;
  /** How many more are held behind it. */
  readonly waiting: number;
  /** A person works in the agents' place: nothing goes until they hand back. */
  readonly takenOver: boolean;
  /** Whether `heldKeys` work in any app: not on Wayland. */
  readonly keysWork: boolean;
}

/** Everything the main process announces. Events report what happened; they never command. */
export interface Events {
  'windows.changed': Diff<WindowInfo>;
  'engine.status': EngineStatus;
  'pick.changed': PickEvent;
  'pick.bar': PickBarState;
  'record.bar': RecordBarState;
  'held.bar': HeldBarState;
  'recorder.changed': RecorderState;
  'replay.changed': ReplayState;
  'agents.changed': AgentsState;
  'debug.changed': DebugState;
  /** What a desktop's live view reports, in RFB, by the name under which it is watched; null at its end. */
  'desktops.picture': { readonly viewer: string; readonly bytes: Uint8Array | null };
  'mcp.changed': McpStatus;
  'mcp.called': CallRecord;
  'runs.changed': RunsState;
  /** A call of a live run: when it starts, when it ends, and when a picture of it is there. */
  'runs.called': { readonly run: string; readonly call: CallSummary };
  /** What the agents of a live run tell. */
  'runs.progress': RunProgress;
  'file.opened': OpenedFile;
  'files.recent': readonly RecentFile[];
  /** What was handed over from outside the window could not be opened. */
  'file.refused': WireError;
  'settings.changed': Settings;
  /** What of the settings file cannot be used now. */
  'settings.troubled': readonly string[];
  'grants.changed': readonly Grant[];
  'halt.changed': HaltState;
  /** The audit log cannot be written any more, has lost a line, or can be written again. */
  'audit.changed': AuditState;
  'permissions.asked': readonly OpenQuestion[];
  /** Why a yes would not count at this moment; empty if it would. Told again and again while a question is shown. */
  'permissions.looked': { readonly objection: string };
  /** A command of the application menu or a global shortcut, by its id. */
  'app.command': { readonly command: string };
}

export type Topic = keyof Events;

export const topics = [
  'windows.changed',
  'engine.status',
  'pick.changed',
  'pick.bar',
  'record.bar',
  'held.bar',
  'recorder.changed',
  'replay.changed',
  'agents.changed',
  'debug.changed',
  'desktops.picture',
  'mcp.changed',
  'mcp.called',
  'runs.changed',
  'runs.called',
  'runs.progress',
  'file.opened',
  'files.recent',
  'file.refused',
  'settings.changed',
  'settings.troubled',
  'grants.changed',
  'halt.changed',
  'audit.changed',
  'permissions.asked',
  'permissions.looked',
  'app.command',
] as const satisfies readonly Topic[];
