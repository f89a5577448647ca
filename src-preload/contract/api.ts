import type { WindowId } from '#contract/model/windows/window';
import { z } from 'zod';
import { method, type Contract, type Client } from './define.ts';
import type { WireError } from './errors.ts';
import type { Events, HeldBarState, PickBarState, RecordBarState } from './events.ts';
import {
  type AuditState,
  permissionAnswer,
  type Effect,
  type Grant,
  type CeilingView,
  type HaltState,
  type PermissionAnswer,
} from './model/permissions/permission.ts';
import { elementId, pastLook, treeView } from './model/schemas/element.ts';
import type { ElementDetails, ElementHit, ElementNode } from './model/elements/element.ts';
import type { EventPage } from './model/elements/element-event.ts';
import type { Capabilities, Check, Desktops, EngineStatus, Monitor, Unseen } from './model/engine.ts';
import type { Point, Rect } from './model/geometry.ts';
import { point, rect } from './model/schemas/geometry.ts';
import { patternCall } from './model/schemas/pattern.ts';
import { ocrLanguage, type OcrResult, type OcrStatus } from './model/ocr.ts';
import { captureTarget } from './model/picture.ts';
import type { OwnDesktopInfo } from './model/own-desktop.ts';
import type { RecentFile } from './model/app/opened-file.ts';
import type { FindingsReport } from './model/findings.ts';
import type { Condition } from './model/recordings/condition.ts';
import { madeStep, step, wholeRecording, type Recording, type InputType } from './model/recordings/recording.ts';
import { stepGroup } from './model/recordings/step-group.ts';
import {
  runFormat,
  type AgentStepDetails,
  type CallDetails,
  type CallPlace,
  type OpenedRun,
  type RerunOutcome,
  type RunsState,
} from './model/runs/run.ts';
import { type RankedSelector } from './model/elements/selector.ts';
import type { TreeLook } from './model/elements/tree-look.ts';
import { trialCondition, type TrialReport } from './model/elements/selector-trial.ts';
import type { TriedSelector } from './model/elements/tried-selector.ts';
import type { WindowInfo } from './model/windows/window.ts';
import type { SnapshotComparison } from './model/windows/window-snapshot.ts';
import { windowAction, windowId, windowMatch } from './model/schemas/window.ts';
import type { Snapshot } from './model/elements/diff.ts';
import {
  stepLocation,
  type ComparedSteps,
  type Explanation,
  type RunComparison,
  type RunsFound,
  type RecordingComparison,
} from './model/runs/run-analysis.ts';
import { breakpoint, release, type DebugState } from './model/runs/debug.ts';
import { keyedProvider, modelKey, type ModelKeysView } from './model/agents/model-provider.ts';
import { againTask, newTask, type AgentsState } from './model/agents/task.ts';
import { settingsChange, type Settings } from './model/settings.ts';
import type { ToolType } from './model/tools/tool-call.ts';
import type { Caller } from './model/tools/tool-call.ts';
import { blobName } from './model/runs/blob-name.ts';
import { type TreeChange } from './model/runs/trace.ts';

const nothing = z.object({});
const index = z.number().int().nonnegative();
/** Maximum length of a script that users edit. */
const editedText = z.string().max(5_000_000);
const oneRun = z.object({ run: z.string() });
const twoRuns = oneRun.extend({ with: z.string() });
const oneCall = oneRun.extend({ call: z.number().int().positive() });

/** A picture as the renderer receives it: PNG bytes survive structured clone. */
export interface PictureView {
  readonly png: Uint8Array;
  readonly bounds: Rect;
  readonly scale: number;
}

export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly platform: string;
  readonly backend: string;
  readonly capabilities: Capabilities;
  readonly monitors: readonly Monitor[];
  readonly desktops: Desktops;
  readonly unseen?: Unseen;
}

export interface FindResult {
  readonly matches: readonly ElementNode[];
  /** May be more than `matches` holds. */
  readonly total: number;
  /** The selector's words match others too: only an ordinal, a path or nearness singles out one. */
  readonly byPlace: boolean;
  /** Number of elements examined; if the app searched itself, the number it returned. */
  readonly scanned: number;
  readonly truncated: boolean;
  readonly elapsedMs: number;
}

/** Effect of a pattern call or a replayed step, as tools report it. */
export interface ToolOutcome {
  readonly text: string;
  readonly elapsedMs: number;
}

export type RecorderStatus = 'idle' | 'recording';

export interface RecorderState {
  readonly status: RecorderStatus;
  /** Milliseconds since the epoch when the recording started; null when idle. */
  readonly startedAt: number | null;
  /** Paused: user input does not become steps. */
  readonly paused?: true;
  readonly recording: Recording;
  /** Where it was saved or opened; null if unsaved. */
  readonly path: string | null;
  readonly dirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Important information about the recording, e.g. that the engine restarted; empty otherwise. */
  readonly notice: string;
  /** Its steps are from the previous run of the app and have not been saved, changed or extended since. */
  readonly leftUnsaved?: true;
  /** Why unsaved steps are not kept on disk either, so that a crash would lose them; missing if they are kept. */
  readonly unkept?: string;
  /** What a third party's recording would start, a sentence each; missing for this user's own. */
  readonly foreign?: readonly string[];
}

/** What a recording can be exported to. */
export interface ExportFormat {
  readonly id: string;
  /** Its menu label. */
  readonly label: string;
  /** Its menu heading. */
  readonly group: 'Tool calls' | 'Scripts' | 'For people and agents';
  /** JSON Schema of a format that can be edited and parsed back into steps. */
  readonly schema?: object;
}

/** Why edited text cannot be parsed as tool calls; `line` is 1-based. */
export interface CallsProblem {
  readonly line: number;
  readonly message: string;
}

/** Code that clicks an element, in one language. */
export interface ElementCode extends Pick<ExportedScript, 'text' | 'language'> {
  /** The id of an {@link ExportFormat}. */
  readonly format: string;
  readonly label: string;
}

/** `lines[i]` is the 1-based first and last line of the code for step i; the last is before the first if it has none. */
export interface ExportedScript {
  readonly text: string;
  readonly lines: readonly (readonly [first: number, last: number])[];
  /** Language id of the page's editor; an unknown one is shown without colours. */
  readonly language: string;
  readonly extension: string;
  /** Folder name of a format that exports more files than this text. */
  readonly folder?: string;
}

export type StepStatus = 'pending' | 'running' | 'passed' | 'healed' | 'failed' | 'skipped';

export interface StepResult {
  readonly step: string;
  readonly status: StepStatus;
  readonly elapsedMs: number;
  /** The effect, or why it failed and what to do. */
  readonly message: string;
  /** Done, but nothing was checked that would prove it. */
  readonly unproven?: true;
  /** For a healed step: the selector that was used. */
  readonly healedFrom?: string;
  /** For a healed step: bounds of its element on the screen. */
  readonly bounds?: Rect;
  /** For a failed step: the error behind the message. */
  readonly error?: WireError;
  /** Its number in this run's trace; missing without a call. */
  readonly call?: number;
  /** In a repeated group: the turn, counted from 1. */
  readonly turn?: number;
  /** For a step skipped by a condition: the actual state, e.g. `no window “Tip” is open`. */
  readonly unmet?: string;
}

/** An input of a replay. `step`: id of the step that enters it; `type`: what the recorded text looks like. */
export interface ReplayNeeds {
  readonly inputs: readonly {
    readonly name: string;
    readonly step: string;
    readonly label: string;
    readonly type: InputType;
    readonly value: string;
  }[];
  /** `known`: the environment provides it. */
  readonly secrets: readonly { readonly name: string; readonly known: boolean }[];
}

/** A window's look when a replayed step was done or stopped. */
export interface StopPicture {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** Screen pixels; null if unknown. */
  readonly bounds: Rect | null;
}

export interface ReplayState {
  readonly status: 'idle' | 'running' | 'paused' | 'passed' | 'failed' | 'stopped';
  /** One per step; of a repeated step, the result of its last turn. */
  readonly results: readonly StepResult[];
  /** Results of turns followed by another, in execution order; missing if none. */
  readonly earlier?: readonly StepResult[];
  readonly elapsedMs: number;
  /** The step before which it is paused; missing if not paused, or no step is left. */
  readonly next?: string;
  /** Steps before which every replay pauses, until removed; missing if none. */
  readonly breakpoints?: readonly string[];
}

/** A client of the MCP server. */
export interface ConnectedClient {
  readonly id: string;
  /** The name it reports. */
  readonly name: string;
  /** Empty if not reported. */
  readonly version: string;
  /** The protocol era: with sessions until 2025-11-25, without from 2026-07-28 on. */
  readonly era: '2025' | '2026';
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly calls: number;
  /** Milliseconds since the epoch; null before the first call. */
  readonly lastCallAt: number | null;
}

/** Missing parts of a Computer, and why; without a namespace if the whole Computer is missing. */
export interface ComputerProblem {
  readonly namespace: string;
  readonly type: ToolType;
  readonly message: string;
}

/** An agent's tools in an app, as configured. */
export interface ComputerView {
  readonly agent: string;
  /** The program of the app, or `default`. */
  readonly root: string;
  /** Title of the app's window; missing if none is meant. */
  readonly process?: string;
  readonly servers: readonly {
    readonly namespace: string;
    readonly type: ToolType;
    readonly kind: 'local' | 'http' | 'stdio';
    /** How many tools it has here. */
    readonly tools: number;
  }[];
  readonly problems: readonly ComputerProblem[];
}

/** The user's configuration of Computers. */
export interface ComputersView {
  readonly file: string;
  /** Why the file, or its last change, is not used: a line per problem; empty if none. */
  readonly problem: string;
  /** Unknown keys. */
  readonly warnings: readonly string[];
  /** Servers are starting. */
  readonly opening: boolean;
  readonly computers: readonly ComputerView[];
}

/** Computers in use. */
export interface ComputersInUseView {
  /** An MCP client's reported name, or agents of a user's task. */
  readonly kind: 'client' | 'task';
  /** The name of the client, or the task. */
  readonly who: string;
  readonly computers: readonly ComputerView[];
}

export interface McpStatus {
  readonly state: 'off' | 'listening' | 'failed';
  readonly url: string;
  readonly token: string;
  /** Opens only the read-only tools. */
  readonly readToken: string;
  readonly clients: readonly ConnectedClient[];
  /** Address of a chosen configuration, whose tools clients get. */
  readonly computers: ComputersView | null;
  readonly inUse: readonly ComputersInUseView[];
  /** Policy files that limit agents; missing if none. */
  readonly ceiling?: readonly CeilingView[];
  /** Why it failed; empty otherwise. */
  readonly detail: string;
}

/** A program with an agent, as installed on this machine. */
export interface ClientView {
  readonly id: string;
  readonly title: string;
  /** Its settings file; it may not exist. */
  readonly file: string;
  readonly installed: boolean;
  /** `outdated`: the file differs from the current state, e.g. an old port. */
  readonly state: 'absent' | 'configured' | 'outdated' | 'unreadable';
  /** Why the file cannot be read; empty otherwise. */
  readonly problem: string;
  /** Text for the file, with its token if any; empty while the server is off, and without such a file. */
  readonly snippet: string;
  readonly language: 'json' | 'toml' | 'yaml';
  /** Whether a link can install it. */
  readonly link: boolean;
  /** It has its own token, which can be revoked. */
  readonly token: boolean;
  /** What the user must do in the client afterwards. */
  readonly next: string;
}

export interface ClientChange {
  readonly file: string;
  readonly changed: boolean;
  /** Path of the backup; null without an old file, or without a change. */
  readonly backup: string | null;
  /** Other users can read the file, including its token. */
  readonly open: boolean;
}

/** Result of connecting with exactly what a client's file says. */
export interface ClientCheck {
  readonly ok: boolean;
  readonly tools: number;
  readonly elapsedMs: number;
  /** The cause, and what to do; empty if it worked. */
  readonly text: string;
  readonly hint: string;
}

export interface CallRecord {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly tool: string;
  readonly caller: Caller;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Its target, as {@link callTarget} returns it; may be empty. */
  readonly target: string;
  /** `held`: the user holds it in the debugger. `asking`: the user has not answered the permission question yet. */
  readonly status: 'held' | 'asking' | 'running' | 'ok' | 'failed' | 'denied';
  readonly elapsedMs: number;
  readonly text: string;
}

/** A question of a task's agent to its user; only the permission window may answer. */
export interface AgentRequest {
  /** `question`: answered with a text. `confirmation`: the act waits for a yes. */
  readonly kind: 'question' | 'confirmation';
  readonly id: string;
  /** The asking agent. */
  readonly agent: string;
  /** A model's words. */
  readonly text: string;
  /** The act after a yes; empty for a question. */
  readonly action: string;
  /** Deadline in milliseconds since the epoch; without an answer, nothing is done. */
  readonly deadline: number;
}

/** Pending questions in the permission window. */
export type OpenQuestion = PermissionRequest | AgentRequest;

/** Picture of a question's window; `bounds` on the screen, in physical pixels. */
export interface TargetPicture {
  readonly png: Uint8Array;
  readonly bounds: Rect;
}

/** The same for a held call, with the point it would press; null if unknown. */
export interface HeldPicture extends TargetPicture {
  readonly at: Point | null;
}

/** A permission question about a call. Only the permission window may answer. */
export interface PermissionRequest {
  readonly kind: 'permission';
  readonly id: string;
  readonly caller: Caller;
  readonly tool: string;
  readonly effect: Effect;
  readonly title: string;
  /** What the call would do, and in which window. */
  readonly sentence: string;
  readonly target: string;
  /** Of the target window; empty if it does not exist yet. */
  readonly windowTitle: string;
  readonly windowId: WindowId | null;
  /** The app's names of the target elements; empty if unknown. */
  readonly named?: readonly string[];
  /** Points on the screen it would press, in physical pixels; empty if unknown. */
  readonly places?: readonly Point[];
  /** Its arguments; secrets are masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Reason for asking, e.g. `the sensitive app “keepass*”`. */
  readonly reason: string;
  /** Apps in which a session-wide denial applies to the tool; empty if unknown, then it applies wherever the app is unknown. */
  readonly apps: readonly string[];
  /** Possible answers; always include `deny` and `deny-session`. */
  readonly offers: readonly PermissionAnswer[];
  /** Deadline in milliseconds since the epoch; then the answer is no. */
  readonly deadline: number;
  /** The caller stopped waiting: an answer counts if the same is asked again within a minute. */
  readonly hasLapsed?: boolean;
}

const oneDesktop = z.object({ id: z.string().max(100) });
const viewerName = z.string().min(1).max(100);

/** All methods of the main process for the main window. */
export const api = {
  'app.info': method(nothing).returns<AppInfo>(),
  'app.diagnose': method(nothing).returns<readonly Check[]>(),
  'app.copyText': method(z.object({ text: z.string() })).returns<void>(),
  /** Asks for a file in our own dialog and writes the text; null if cancelled. */
  'app.saveText': method(
    z.object({ name: z.string().min(1).max(200), extension: z.enum(['json', 'jsonl']), text: z.string() }),
  ).returns<string | null>(),
  'engine.status': method(nothing).returns<EngineStatus>(),
  'engine.restart': method(nothing).returns<void>(),

  'windows.list': method(nothing).returns<Snapshot<WindowInfo>>(),
  'windows.act': method(z.object({ window: windowId, action: windowAction })).returns<ToolOutcome>(),
  'windows.toMonitor': method(z.object({ window: windowId, monitor: index })).returns<ToolOutcome>(),
  'windows.toDesktop': method(z.object({ window: windowId, desktop: index })).returns<ToolOutcome>(),
  'windows.switchToNext': method(nothing).returns<ToolOutcome>(),
  'windows.icon': method(z.object({ window: windowId })).returns<Uint8Array | null>(),

  /** Returns once the window differs from the look `since`, after a second at the latest. */
  'tree.follow': method(
    z.object({
      window: windowId,
      view: treeView.default('raw'),
      since: index.nullable(),
      waitMs: z.number().int().nonnegative().max(5_000).default(1_000),
    }),
  ).returns<TreeLook>(),
  /** Returns the events after `since`, waiting at most `waitMs`. */
  'events.follow': method(
    z.object({ window: windowId, since: index, waitMs: z.number().int().nonnegative().max(5_000) }),
  ).returns<EventPage>(),
  /** Saves the current elements of a window to a chosen file; null if cancelled. */
  'snapshot.save': method(z.object({ window: windowId })).returns<string | null>(),
  /** Compares two chosen snapshots, or one with the current window; null if cancelled. */
  'snapshot.compare': method(z.object({ window: windowId.optional() })).returns<SnapshotComparison | null>(),
  /** One level, by pages of `limit`. */
  'tree.children': method(
    z.object({
      element: elementId,
      view: treeView.default('raw'),
      offset: index.default(0),
      limit: z.number().int().positive().max(5_000).default(1_000),
    }),
  ).returns<readonly ElementNode[]>(),
  /** From the window's root to the element, for revealing it in the tree. */
  'tree.ancestors': method(z.object({ element: elementId, view: treeView.default('raw') })).returns<
    readonly ElementNode[]
  >(),
  'tree.search': method(
    z.object({ window: windowId, text: z.string().min(1), limit: z.number().int().positive().max(1000).default(200) }),
  ).returns<FindResult>(),
  /** Accessibility problems of a window, for users and tests. */
  'tree.findings': method(z.object({ window: windowId })).returns<FindingsReport>(),
  'element.details': method(z.object({ element: elementId })).returns<ElementDetails>(),
  /** `look` finds them in the tree of a recent look of `tree.follow`. */
  'element.selectors': method(z.object({ element: elementId, look: pastLook.optional() })).returns<
    readonly RankedSelector[]
  >(),
  /** Code that clicks an element, in every language with code for one step. */
  'element.code': method(z.object({ element: elementId })).returns<readonly ElementCode[]>(),
  /** A cell of a table, counted from 0. */
  'element.cell': method(z.object({ element: elementId, row: index, column: index })).returns<ElementNode>(),
  'element.at': method(point).returns<ElementHit | null>(),
  'element.find': method(z.object({ window: windowId, selector: z.string() })).returns<FindResult>(),
  /** Current matches of a selector; with `outline` each gets a numbered box on the desktop. */
  'element.try': method(
    z.object({
      within: z.union([windowId, windowMatch]),
      selector: z.string().max(2_000),
      outline: z.boolean().default(true),
    }),
  ).returns<TriedSelector>(),
  /** Restarts the app on desktops apart from the user's and tries the element's selectors there; `trial.changed` shows progress. */
  'element.trial': method(
    z.object({ element: elementId, conditions: z.array(trialCondition).optional() }),
  ).returns<TrialReport>(),
  'element.stopTrial': method(nothing).returns<void>(),
  'element.focus': method(z.object({ element: elementId })).returns<ToolOutcome>(),
  'element.runPattern': method(z.object({ element: elementId, call: patternCall })).returns<ToolOutcome>(),
  'picture.capture': method(captureTarget).returns<PictureView>(),
  'picture.ocr': method(z.object({ target: captureTarget, language: ocrLanguage.optional() })).returns<OcrResult>(),
  'picture.ocrStatus': method(nothing).returns<OcrStatus>(),

  'highlight.show': method(
    z.object({ bounds: rect, label: z.string(), element: elementId.optional() }),
  ).returns<void>(),
  'highlight.hide': method(nothing).returns<void>(),
  /** Picks at once; or after `delayMs` the hovered element, without a click: this reaches menus and tooltips. */
  'pick.start': method(z.object({ delayMs: z.number().int().nonnegative().max(60_000).default(0) })).returns<void>(),
  'pick.stop': method(nothing).returns<void>(),

  'recorder.state': method(nothing).returns<RecorderState>(),
  /** Records behind the step `after`, or at the end. */
  'recorder.start': method(z.object({ window: windowId.optional(), after: z.string().optional() })).returns<void>(),
  'recorder.stop': method(nothing).returns<void>(),
  'recorder.pause': method(nothing).returns<void>(),
  'recorder.resume': method(nothing).returns<void>(),
  'recorder.clear': method(nothing).returns<void>(),
  'recorder.removeSteps': method(z.object({ steps: z.array(z.string()).min(1) })).returns<void>(),
  /** Inserts a step at an index, or last, into the named adjacent group; returns its id. */
  'recorder.insertStep': method(z.object({ step: madeStep, at: index, group: z.string().nullish() })).returns<string>(),
  /** Inserts a step at an index that waits for an element to show, or for its window to open; returns its id. */
  'recorder.insertCheck': method(
    z.object({ of: z.enum(['element', 'window']), element: elementId, at: index, group: z.string().nullish() }),
  ).returns<string>(),
  /** Adds an expectation to a step from the element's current state: a text, a state, or its presence. */
  'recorder.expect': method(z.object({ step: z.string(), element: elementId })).returns<void>(),
  /** Sets a step's target to another element, in its current state. */
  'recorder.retarget': method(z.object({ step: z.string(), element: elementId })).returns<void>(),
  /** Into the named group beside its new index; out of all if null; by default it stays in its own. */
  'recorder.moveStep': method(z.object({ step: z.string(), to: index, group: z.string().nullish() })).returns<void>(),
  /** Moves a step or a group one index, into and out of groups. */
  'recorder.nudge': method(z.object({ id: z.string(), by: z.union([z.literal(1), z.literal(-1)]) })).returns<void>(),
  /** Groups adjacent steps; returns the group's id. */
  'recorder.group': method(z.object({ steps: z.array(z.string()).min(1), name: z.string() })).returns<string>(),
  'recorder.ungroup': method(z.object({ group: z.string() })).returns<void>(),
  'recorder.updateGroup': method(stepGroup).returns<void>(),
  'recorder.moveGroup': method(z.object({ group: z.string(), to: index })).returns<void>(),
  /** An element's current state as a condition for a step or a group. */
  'recorder.conditionOn': method(z.object({ element: elementId })).returns<Condition>(),
  'recorder.updateStep': method(step).returns<void>(),
  /** Replaces a step's text by a secret; the recording no longer contains the text. */
  'recorder.makeSecret': method(z.object({ step: z.string() })).returns<void>(),
  /** Switches steps on or off. */
  'recorder.enable': method(z.object({ steps: z.array(z.string()).min(1), enabled: z.boolean() })).returns<void>(),
  /** Asks for a folder for unsaved steps from now on; null if cancelled. */
  'recorder.keepElsewhere': method(nothing).returns<string | null>(),
  'recorder.undo': method(nothing).returns<void>(),
  'recorder.redo': method(nothing).returns<void>(),
  /** Asks for a file in our own dialog; null if cancelled. */
  'recorder.save': method(nothing).returns<string | null>(),
  /** In menu order. */
  'recorder.formats': method(nothing).returns<readonly ExportFormat[]>(),
  /** `format` is the id of one. */
  'recorder.export': method(z.object({ format: z.string() })).returns<ExportedScript>(),
  /** Problems of edited tool calls. */
  'recorder.checkCalls': method(z.object({ text: editedText })).returns<CallsProblem | null>(),
  /** Replaces the recording's steps by the given calls; can be undone. */
  'recorder.useCalls': method(z.object({ text: editedText })).returns<void>(),
  'recorder.saveExport': method(z.object({ format: z.string() })).returns<string | null>(),
  'recorder.load': method(wholeRecording).returns<void>(),
  /** The user has reviewed a third party's recording, and trusts it like their own. */
  'recorder.trust': method(nothing).returns<void>(),

  'replay.state': method(nothing).returns<ReplayState>(),
  /** Settles at its end. `steps` only, or all enabled steps after `from`; pauses before `until`, or at once. */
  'replay.start': method(
    z.object({
      steps: z.array(z.string()).optional(),
      from: z.string().optional(),
      until: z.string().optional(),
      stepwise: z.boolean().optional(),
      /** Texts by input name, which replace the recorded ones in this replay. */
      inputs: z.record(z.string(), z.string()).optional(),
      /** For this replay only; never stored. */
      secrets: z.record(z.string(), z.string()).optional(),
    }),
  ).returns<void>(),
  'replay.needs': method(nothing).returns<ReplayNeeds>(),
  /** Of a step that stopped or was healed in the last replay; null if none. */
  'replay.picture': method(z.object({ step: z.string() })).returns<StopPicture | null>(),
  'replay.stop': method(nothing).returns<void>(),
  'replay.pause': method(nothing).returns<void>(),
  'replay.resume': method(z.object({ until: z.string().optional() })).returns<void>(),
  'replay.stepOver': method(nothing).returns<void>(),
  'replay.setBreakpoint': method(z.object({ step: z.string(), on: z.boolean() })).returns<void>(),

  /** Asks in our own dialog for a recording or a run and opens it; emits `file.opened`. */
  'files.choose': method(z.object({ kind: z.enum(['file', 'folder']) })).returns<void>(),
  /** Newest first; changes emit `files.recent`. */
  'files.recent': method(nothing).returns<readonly RecentFile[]>(),
  /** Opens a recent file, as `files.choose` does; a missing one is forgotten. */
  'files.openRecent': method(z.object({ path: z.string() })).returns<void>(),
  'files.forgetRecent': method(z.object({ path: z.string() })).returns<void>(),
  /** The page is ready: opens pending files, and from now on later ones at once. */
  'files.follow': method(nothing).returns<void>(),

  'runs.list': method(nothing).returns<RunsState>(),
  /** Runs in which all words were seen, thought, done or answered in one place. The next search ends this one with an error. */
  'runs.search': method(z.object({ text: z.string().trim().min(1).max(1_000) })).returns<RunsFound>(),
  /** `anew` if a list could not be read: rebuilds its index from its trace. */
  'runs.open': method(oneRun.extend({ reload: z.boolean().optional() })).returns<OpenedRun>(),
  /** Trace location of a call of this app session, by its number in the log of calls; null if unknown. */
  'runs.placeOf': method(z.object({ call: z.number().int().positive() })).returns<CallPlace | null>(),
  'runs.call': method(oneCall).returns<CallDetails>(),
  'runs.treeChange': method(oneCall).returns<TreeChange | null>(),
  'runs.step': method(z.object({ run: z.string(), step: z.number().int().positive() })).returns<AgentStepDetails>(),
  /** A picture, or a text in UTF-8; null if missing, e.g. after a crash. */
  'runs.blob': method(z.object({ run: z.string(), blob: blobName })).returns<Uint8Array | null>(),
  /** On behalf of the user, with these arguments. */
  'runs.rerun': method(oneCall.extend({ parameters: z.record(z.string(), z.unknown()) })).returns<RerunOutcome>(),
  /** Asks for a path; null if cancelled. */
  'runs.export': method(oneRun.extend({ format: runFormat })).returns<string | null>(),
  /** Saves a video encoded by the page. Asks for a path; null if cancelled. */
  'runs.saveVideo': method(oneRun.extend({ webm: z.instanceof(Uint8Array) })).returns<string | null>(),
  /** Converts its acts to a recording and opens it; emits `file.opened`. */
  'runs.asRecording': method(oneRun).returns<void>(),
  /** Null for a successful or live run. */
  'runs.why': method(oneRun).returns<Explanation | null>(),
  /** The first divergence of two runs, and their matching places. */
  'runs.compare': method(twoRuns).returns<RunComparison>(),
  /** Compares with a recording chosen in our own dialog; null if cancelled. */
  'runs.compareRecording': method(oneRun).returns<RecordingComparison | null>(),
  /** One pair of such a comparison; a place is null if that run has none there. */
  'runs.compareAt': method(
    twoRuns.extend({ a: stepLocation.nullable(), b: stepLocation.nullable() }),
  ).returns<ComparedSteps>(),
  'runs.reveal': method(oneRun).returns<void>(),
  'runs.remove': method(oneRun).returns<void>(),

  'agents.state': method(nothing).returns<AgentsState>(),
  /** Settles when it has started; `agents.changed` reports its progress. */
  'agents.start': method(newTask).returns<void>(),
  /** Settles like `agents.start`. Does nothing on a desktop that differs from the one before that step. */
  'agents.again': method(againTask).returns<void>(),
  'agents.stop': method(nothing).returns<void>(),
  /** Where provider API keys are stored; no method returns a key. */
  'models.keys': method(nothing).returns<ModelKeysView>(),
  /** Stored in the system's keychain; with `inFile`, in a file of the user instead. */
  'models.setKey': method(
    z.strictObject({ provider: keyedProvider, key: modelKey, inFile: z.boolean() }),
  ).returns<ModelKeysView>(),
  'models.removeKey': method(z.strictObject({ provider: keyedProvider })).returns<ModelKeysView>(),

  'debug.state': method(nothing).returns<DebugState>(),
  /** Holds every act of agents, and each step and answer of a task. */
  'debug.pause': method(nothing).returns<void>(),
  'debug.continue': method(nothing).returns<void>(),
  'debug.step': method(nothing).returns<void>(),
  /** Holds the agents, and records the user's actions as steps of their run. */
  'debug.takeOver': method(nothing).returns<void>(),
  /** Settles when the last act was reported; waiting agents are told about the acts, and look again. */
  'debug.handBack': method(nothing).returns<void>(),
  'debug.release': method(z.object({ id: z.string(), how: release })).returns<void>(),
  'debug.setBreakpoints': method(z.object({ breakpoints: z.array(breakpoint).max(100) })).returns<void>(),

  /** Deskscope's own desktops, oldest first. */
  'desktops.list': method(nothing).returns<readonly OwnDesktopInfo[]>(),
  /** Settles with its id when it is ready. */
  'desktops.start': method(nothing).returns<string>(),
  'desktops.stop': method(oneDesktop).returns<void>(),
  'desktops.launch': method(oneDesktop.extend({ command: z.string().trim().min(1).max(1_000) })).returns<void>(),
  /** Opens its live view, in RFB, under a name chosen by the page; `desktops.picture` delivers its data. */
  'desktops.watch': method(oneDesktop.extend({ viewer: viewerName })).returns<void>(),
  /** Without a name, closes all. */
  'desktops.unwatch': method(z.object({ viewer: viewerName.optional() })).returns<void>(),
  'desktops.send': method(
    z.object({ viewer: viewerName, bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= 1_000_000) }),
  ).returns<void>(),
  /** Settles once the desktop's agent has paused. */
  'desktops.takeOver': method(oneDesktop).returns<void>(),
  'desktops.giveBack': method(oneDesktop).returns<void>(),
  /** The user inspects, picks, records and replays there from now on; null is their own desktop. */
  'desktops.inspect': method(z.object({ id: oneDesktop.shape.id.nullable() })).returns<void>(),
  'desktops.inspected': method(nothing).returns<Events['desktops.inspected']>(),
  'mcp.status': method(nothing).returns<McpStatus>(),
  /** Retries a failed start of the server, on the port of the settings. */
  'mcp.retry': method(nothing).returns<void>(),
  'mcp.disconnect': method(z.object({ id: z.string() })).returns<void>(),
  /** A new token; the old one becomes invalid. */
  'mcp.renewToken': method(z.object({ which: z.enum(['full', 'read']) })).returns<McpStatus>(),
  'mcp.calls': method(nothing).returns<readonly CallRecord[]>(),
  /** Known clients by id. */
  'clients.list': method(nothing).returns<readonly ClientView[]>(),
  'clients.write': method(z.object({ client: z.string() })).returns<ClientChange>(),
  'clients.remove': method(z.object({ client: z.string() })).returns<ClientChange>(),
  'clients.check': method(z.object({ client: z.string() })).returns<ClientCheck>(),
  /** Text for the client's file, with its own token, created if missing. */
  'clients.snippet': method(z.object({ client: z.string() })).returns<string>(),
  'clients.openLink': method(z.object({ client: z.string() })).returns<void>(),
  /** Asks for a file in our own dialog; null if cancelled. */
  'clients.saveBundle': method(nothing).returns<string | null>(),
  /** Remembered answers, for this session and permanent. */
  'grants.list': method(nothing).returns<readonly Grant[]>(),
  /** Allows every ordinary act of a client in an app, until revoked; apps and clients by their names in lists. */
  'grants.allow': method(
    z.object({ client: z.string().trim().min(1).max(200), app: z.string().trim().min(1).max(200) }),
  ).returns<void>(),
  'grants.revoke': method(z.object({ id: z.string() })).returns<void>(),
  'halt.state': method(nothing).returns<HaltState>(),
  'halt.pull': method(nothing).returns<void>(),
  'halt.resume': method(nothing).returns<void>(),
  'audit.state': method(nothing).returns<AuditState>(),
  'settings.get': method(nothing).returns<Settings>(),
  /** Invalid parts of the settings file, a sentence each. */
  'settings.problems': method(nothing).returns<readonly string[]>(),
  'settings.set': method(settingsChange).returns<Settings>(),
  /** Asks in our own dialog for a configuration of Computers, and uses it. */
  'settings.chooseMcpConfig': method(nothing).returns<Settings>(),
} satisfies Contract;

export type Api = typeof api;
export type ApiClient = Client<Api>;

/** All methods of the bar that represents Deskscope during a pick. */
export const pickBarApi = {
  'bar.state': method(nothing).returns<PickBarState>(),
  'bar.stop': method(nothing).returns<void>(),
} satisfies Contract;

export type PickBarApi = typeof pickBarApi;

/** All methods of the bar that stays on top during a recording. */
export const recordBarApi = {
  'bar.state': method(nothing).returns<RecordBarState>(),
  /** Its top left, in CSS pixels. */
  'bar.move': method(z.object({ x: z.number().int(), y: z.number().int() })).returns<void>(),
  /** Pauses or resumes. */
  'bar.pause': method(nothing).returns<void>(),
  /** Lets the user point at the expectation of the last step; a second call cancels. */
  'bar.check': method(nothing).returns<void>(),
  'bar.takeBack': method(nothing).returns<void>(),
  'bar.stop': method(nothing).returns<void>(),
  /** Stops, and returns nothing to the agent that asked for the recording. */
  'bar.discard': method(nothing).returns<void>(),
} satisfies Contract;

export type RecordBarApi = typeof recordBarApi;

const heldOne = z.object({ id: z.string() });

/** All methods of the bar that stays on top while a call is held. */
export const heldBarApi = {
  'bar.state': method(nothing).returns<HeldBarState>(),
  /** Releases the shown item, by its id. */
  'bar.run': method(heldOne).returns<void>(),
  'bar.deny': method(heldOne).returns<void>(),
  /** Releases everything, and holds only at breakpoints. */
  'bar.resume': method(nothing).returns<void>(),
  /** The target window of a held call; null if unknown. */
  'bar.picture': method(heldOne).returns<HeldPicture | null>(),
  /** Brings the main window to the front. */
  'bar.show': method(nothing).returns<void>(),
} satisfies Contract;

export type HeldBarApi = typeof heldBarApi;

/** All methods of the permission window. */
export const permissionApi = {
  'permissions.pending': method(nothing).returns<readonly OpenQuestion[]>(),
  /** `at` is when the user pressed, in milliseconds since the epoch. */
  'permissions.decide': method(z.object({ id: z.string(), answer: permissionAnswer, at: z.number() })).returns<void>(),
  /** The answer to an agent's question; `at` as above. */
  'permissions.reply': method(
    z.object({ id: z.string(), text: z.string().trim().min(1).max(10_000), at: z.number() }),
  ).returns<void>(),
  /** Picture of the window a pending question is about; null if none. */
  'permissions.icon': method(z.object({ id: z.string() })).returns<Uint8Array | null>(),
  /** That window's current look, at most 640 pixels wide; null if none, or if it cannot be captured. */
  'permissions.picture': method(z.object({ id: z.string() })).returns<TargetPicture | null>(),
} satisfies Contract;

export type PermissionApi = typeof permissionApi;
