import type { CallRecord, McpStatus, PermissionRequest, RecorderState, ReplayState } from './api.ts';
import type { Diff } from './model/diff.ts';
import type { ElementHit } from './model/element.ts';
import type { EngineStatus } from './model/engine.ts';
import type { Grant, HaltState } from './model/permission.ts';
import type { RunsState } from './model/run.ts';
import type { Settings } from './model/settings.ts';
import type { CallSummary } from './model/trace.ts';
import type { WindowInfo } from './model/window.ts';

export type PickEvent =
  | { readonly type: 'started' }
  | { readonly type: 'hovered'; readonly hit: ElementHit | null }
  | { readonly type: 'picked'; readonly hit: ElementHit }
  | { readonly type: 'ended'; readonly reason: 'picked' | 'cancelled' | 'failed'; readonly message: string };

/** Everything the main process announces. Events say what happened; they never command. */
export interface Events {
  'windows.changed': Diff<WindowInfo>;
  'engine.status': EngineStatus;
  'pick.changed': PickEvent;
  'recorder.changed': RecorderState;
  'replay.changed': ReplayState;
  'mcp.changed': McpStatus;
  'mcp.called': CallRecord;
  'runs.changed': RunsState;
  /** A call of the live run: when it starts, when it ends, and when a picture of it is there. */
  'runs.called': { readonly run: string; readonly call: CallSummary };
  'settings.changed': Settings;
  /** What of the settings file cannot be used now. */
  'settings.troubled': readonly string[];
  'grants.changed': readonly Grant[];
  'halt.changed': HaltState;
  'permissions.asked': readonly PermissionRequest[];
  /** A command of the application menu or a global shortcut, by its id. */
  'app.command': { readonly command: string };
}

export type Topic = keyof Events;

export const topics = [
  'windows.changed',
  'engine.status',
  'pick.changed',
  'recorder.changed',
  'replay.changed',
  'mcp.changed',
  'mcp.called',
  'runs.changed',
  'runs.called',
  'settings.changed',
  'settings.troubled',
  'grants.changed',
  'halt.changed',
  'permissions.asked',
  'app.command',
] as const satisfies readonly Topic[];
