import type { AuditState, Grant, HaltState } from './model/permissions/permission.ts';
import type { CallRecord, McpStatus, OpenQuestion, RecorderState, ReplayState } from './api.ts';
import type { WireError } from './errors.ts';
import type { DebugState, Held } from './model/runs/debug.ts';
import type { Diff } from './model/elements/diff.ts';
import type { ElementHit } from './model/elements/element.ts';
import type { TrialProgress } from './model/elements/selector-trial.ts';
import type { EngineStatus } from './model/engine.ts';
import type { OpenedFile, RecentFile } from './model/app/opened-file.ts';
import type { RunProgress, RunsState } from './model/runs/run.ts';
import type { Settings } from './model/settings.ts';
import type { CallSummary } from './model/runs/trace.ts';
import type { AgentsState } from './model/agents/task.ts';
import type { WindowInfo } from './model/windows/window.ts';

export type PickEvent =
  /** When the hovered element is picked without a click, in milliseconds since the epoch. */
  | { readonly type: 'waiting'; readonly until: number }
  | { readonly type: 'started' }
  /** Another app, mostly with an open menu, has grabbed the pointer: the pick key picks, and a click goes to that app. */
  | { readonly type: 'shared' }
  /** Number of matches of the hovered element's best selector; 0 if it has none. */
  | { readonly type: 'rated'; readonly matches: number }
  | { readonly type: 'hovered'; readonly hit: ElementHit | null }
  | { readonly type: 'picked'; readonly hit: ElementHit }
  | { readonly type: 'ended'; readonly reason: 'picked' | 'cancelled' }
  | { readonly type: 'ended'; readonly reason: 'failed'; readonly error: WireError };

/** State of the small bar while Deskscope is hidden for a pick. */
export interface PickBarState {
  readonly phase: 'waiting' | 'picking' | 'shared';
  /** When the hovered element is picked, in milliseconds since the epoch; null if a click picks. */
  readonly until: number | null;
  /** The hovered element, and its app; empty if none. */
  readonly element: string;
  readonly app: string;
  /** Number of matches of its best selector; null until known. */
  readonly matches: number | null;
  /** The global pick key. */
  readonly key: string;
}

/** State and commands of the small bar during a recording. */
export interface RecordBarState {
  readonly steps: number;
  /** The last step, as a sentence; empty before the first. */
  readonly last: string;
  readonly paused: boolean;
  /** Whether the last step can be undone. */
  readonly canTakeBack: boolean;
  /** The element hovered for a check, empty if none; null if no check is pending. */
  readonly pointing: string | null;
  /** Result of the last check, or why it failed; empty if nothing to report. */
  readonly message: string;
  /** The agent that requested the recording, and its question; null for the user's own. */
  readonly shownTo: { readonly agent: string; readonly goal: string } | null;
}

/** State and commands of the small bar while something of an agent's is held and the main window is not focused. */
export interface HeldBarState {
  /** The oldest held item; null if none. */
  readonly held: Held | null;
  /** Number of further held items. */
  readonly waiting: number;
  /** The user has taken over: agents wait until they hand back. */
  readonly takenOver: boolean;
  /** Whether `heldKeys` work globally: not on Wayland. */
  readonly keysWork: boolean;
}

/** All events of the main process. Events report what happened; they never command. */
export interface Events {
  'windows.changed': Diff<WindowInfo>;
  'engine.status': EngineStatus;
  'pick.changed': PickEvent;
  'trial.changed': TrialProgress;
  'pick.bar': PickBarState;
  'record.bar': RecordBarState;
  'held.bar': HeldBarState;
  'recorder.changed': RecorderState;
  'replay.changed': ReplayState;
  'agents.changed': AgentsState;
  'debug.changed': DebugState;
  /** RFB data of a desktop's live view, by the viewer's name; null at its end. */
  'desktops.picture': { readonly viewer: string; readonly bytes: Uint8Array | null };
  /** Where the user inspects, picks and records; null is their own desktop. */
  'desktops.inspected': {
    readonly id: string | null;
    /** The one that was left because it ended. */
    readonly ended: string | null;
  };
  'mcp.changed': McpStatus;
  'mcp.called': CallRecord;
  'runs.changed': RunsState;
  /** A call of a live run: at its start, at its end, and when a picture of it is ready. */
  'runs.called': { readonly run: string; readonly call: CallSummary };
  /** Events of a live run's agents. */
  'runs.progress': RunProgress;
  'file.opened': OpenedFile;
  'files.recent': readonly RecentFile[];
  /** A file handed to the app could not be opened. */
  'file.refused': WireError;
  'settings.changed': Settings;
  /** The currently invalid settings. */
  'settings.troubled': readonly string[];
  'grants.changed': readonly Grant[];
  'halt.changed': HaltState;
  /** The audit log cannot be written, has lost a line, or can be written again. */
  'audit.changed': AuditState;
  'permissions.asked': readonly OpenQuestion[];
  /** Why a yes would not count now; empty if it would. Repeated while a question is shown. */
  'permissions.looked': { readonly objection: string };
  /** A command of the application menu or a global shortcut, by its id. */
  'app.command': { readonly command: string };
}

export type Topic = keyof Events;

export const topics = [
  'windows.changed',
  'engine.status',
  'pick.changed',
  'trial.changed',
  'pick.bar',
  'record.bar',
  'held.bar',
  'recorder.changed',
  'replay.changed',
  'agents.changed',
  'debug.changed',
  'desktops.picture',
  'desktops.inspected',
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
