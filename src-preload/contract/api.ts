import type { WindowId } from '#contract/model/windows/window';
import { z } from 'zod';
import { method, type Contract, type Client } from './define.ts';
import type { WireError } from './errors.ts';
import type { HeldBarState, PickBarState, RecordBarState } from './events.ts';
import {
  type AuditState,
  permissionAnswer,
  type Effect,
  type Grant,
  type CeilingView,
  type HaltState,
  type PermissionAnswer,
} from './model/permissions/permission.ts';
import { elementId, treeView } from './model/schemas/element.ts';
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
/** Longer texts are no scripts that a person edits. */
const editedText = z.string().max(5_000_000);
const oneRun = z.object({ run: z.string() });
const twoRuns = oneRun.extend({ with: z.string() });
const oneCall = oneRun.extend({ call: z.number().int().positive() });

/** A picture as the renderer gets it: PNG bytes survive structured clone. */
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
  /** The words of the selector fit others too: only an ordinal, a path or nearness chose among them. */
  readonly byPlace: boolean;
  /** How many elements were looked at; if the app looked itself, how many it told of. */
  readonly scanned: number;
  readonly truncated: boolean;
  readonly elapsedMs: number;
}

/** What the elements of a pattern call or a replayed step did, as tools report it. */
export interface ToolOutcome {
  readonly text: string;
  readonly elapsedMs: number;
}

export type RecorderStatus = 'idle' | 'recording';

export interface RecorderState {
  readonly status: RecorderStatus;
  /** Milliseconds since the epoch when the recording started; null when idle. */
  readonly startedAt: number | null;
  /** The recording is under way and rests: nothing that is done becomes a step. */
  readonly paused?: true;
  readonly recording: Recording;
  /** Where it was saved or opened; null if it was not. */
  readonly path: string | null;
  readonly dirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Something the user must know about the recording, e.g. that the engine restarted; empty otherwise. */
  readonly notice: string;
  /** Its steps are from the last time the app ran and have not been saved, changed or recorded on since. */
  readonly leftUnsaved?: true;
  /** Why what is not saved is not kept on disk either, so that a crash would lose it; missing if it is kept. */
  readonly unkept?: string;
  /** It comes from elsewhere: what it would start, a sentence each; missing for this user's own. */
  readonly foreign?: readonly string[];
}

/** What a recording can be exported to. */
export interface ExportFormat {
  readonly id: string;
  /** As a menu names it. */
  readonly label: string;
  /** Under what heading a menu lists it. */
  readonly group: 'Tool calls' | 'Scripts' | 'For people and agents';
  /** JSON Schema of one that can be edited and taken back as steps. */
  readonly schema?: object;
}

/** Why tool calls that were edited are none; `line` is 1-based. */
export interface CallsProblem {
  readonly line: number;
  readonly message: string;
}

/** What clicks an element, in one language. */
export interface ElementCode extends Pick<ExportedScript, 'text' | 'language'> {
  /** The id of an {@link ExportFormat}. */
  readonly format: string;
  readonly label: string;
}

/** `lines[i]` is the 1-based first and last line of the code for step i; the last is before the first if it has none. */
export interface ExportedScript {
  readonly text: string;
  readonly lines: readonly (readonly [first: number, last: number])[];
  /** As the editor of the page names it; one that it does not know is shown without colours. */
  readonly language: string;
  readonly extension: string;
  /** Of a format that is a folder with more than this text: what it is called. */
  readonly folder?: string;
}

export type StepStatus = 'pending' | 'running' | 'passed' | 'healed' | 'failed' | 'skipped';

export interface StepResult {
  readonly step: string;
  readonly status: StepStatus;
  readonly elapsedMs: number;
  /** What happened, or why it failed and what to do. */
  readonly message: string;
  /** It was done, and nothing was looked for that would show that it worked. */
  readonly unproven?: true;
  /** For a healed step: the selector that was used. */
  readonly healedFrom?: string;
  /** For a healed step: where on the screen its element was found. */
  readonly bounds?: Rect;
  /** For a failed step: the error behind the message. */
  readonly error?: WireError;
  /** Its number in the trace of this run; missing if nothing was called. */
  readonly call?: number;
  /** In a group that is repeated: in which turn, counted from 1. */
  readonly turn?: number;
  /** For a step that was skipped by a condition: what is so instead, e.g. `no window “Tip” is open`. */
  readonly unmet?: string;
}

/** What a replay enters. `step`: the id of the one that does; `type`: what the recorded text looks like. */
export interface ReplayNeeds {
  readonly inputs: readonly {
    readonly name: string;
    readonly step: string;
    readonly label: string;
    readonly type: InputType;
    readonly value: string;
  }[];
  /** `known`: it comes from the environment. */
  readonly secrets: readonly { readonly name: string; readonly known: boolean }[];
}

/** How a window looked when a replayed step was done or stopped. */
export interface StopPicture {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  /** Screen pixels; null if that is not known. */
  readonly bounds: Rect | null;
}

export interface ReplayState {
  readonly status: 'idle' | 'running' | 'paused' | 'passed' | 'failed' | 'stopped';
  /** One for each step; of a step that is repeated that of its last turn. */
  readonly results: readonly StepResult[];
  /** Those of turns that were followed by another, in the order in which they ran; missing if there are none. */
  readonly earlier?: readonly StepResult[];
  readonly elapsedMs: number;
  /** The step before which it is paused; missing if it is not, or no step is left. */
  readonly next?: string;
  /** Steps before which every replay pauses, until they are removed; missing if there are none. */
  readonly breakpoints?: readonly string[];
}

/** A client of the MCP server. */
export interface ConnectedClient {
  readonly id: string;
  /** As it calls itself. */
  readonly name: string;
  /** Empty if it does not report. */
  readonly version: string;
  /** The wire it speaks: with sessions until 2025-11-25, without from 2026-07-28 on. */
  readonly era: '2025' | '2026';
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly calls: number;
  /** Milliseconds since the epoch; null if it has not called. */
  readonly lastCallAt: number | null;
}

/** What of a Computer is not there, and why; without a namespace where that is all of it. */
export interface ComputerProblem {
  readonly namespace: string;
  readonly type: ToolType;
  readonly message: string;
}

/** The tools of an agent in an app, as the configuration has them. */
export interface ComputerView {
  readonly agent: string;
  /** The program of the app, or `default`. */
  readonly root: string;
  /** The window of the app, by its title; missing if nobody window is meant. */
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

/** A configuration of Computers that the user chose. */
export interface ComputersView {
  readonly file: string;
  /** Why the file, or its last change, is not used: a line for each thing to mend; empty if nothing is. */
  readonly problem: string;
  /** Keys that mean nothing. */
  readonly warnings: readonly string[];
  /** Servers are being opened. */
  readonly opening: boolean;
  readonly computers: readonly ComputerView[];
}

/** The Computers that somebody has at this moment. */
export interface ComputersInUseView {
  /** A client of MCP, as it calls itself, or agents with a task of the user's. */
  readonly kind: 'client' | 'task';
  /** The name of the client, or the task. */
  readonly who: string;
  readonly computers: readonly ComputerView[];
}

export interface McpStatus {
  readonly state: 'off' | 'listening' | 'failed';
  readonly url: string;
  readonly token: string;
  /** Opens only the tools that look. */
  readonly readToken: string;
  readonly clients: readonly ConnectedClient[];
  /** Where a configuration is chosen: clients get its tools. */
  readonly computers: ComputersView | null;
  readonly inUse: readonly ComputersInUseView[];
  /** Files that report what agents may do at most; missing if there are none. */
  readonly ceiling?: readonly CeilingView[];
  /** Why it failed; empty otherwise. */
  readonly detail: string;
}

/** A program with an agent in it, as it is on this machine. */
export interface ClientView {
  readonly id: string;
  readonly title: string;
  /** Its settings file; it may not exist. */
  readonly file: string;
  readonly installed: boolean;
  /** `outdated`: the file says something else than what is true now, e.g. an old port. */
  readonly state: 'absent' | 'configured' | 'outdated' | 'unreadable';
  /** Why the file cannot be read; empty otherwise. */
  readonly problem: string;
  /** What goes into the file, with its token if it has one; empty while the server is off, and if there is no such file. */
  readonly snippet: string;
  readonly language: 'json' | 'toml' | 'yaml';
  /** Whether it can be installed by a link. */
  readonly link: boolean;
  /** It has a token of its own, which can be taken back. */
  readonly token: boolean;
  /** What the user does in the client afterwards. */
  readonly next: string;
}

export interface ClientChange {
  readonly file: string;
  readonly changed: boolean;
  /** Where the old file was kept; null if there was none, or nothing was changed. */
  readonly backup: string | null;
  /** Other users can read the file, and the token in it. */
  readonly open: boolean;
}

/** What came of connecting with exactly what a client's file reports. */
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
  /** What it acts on, as {@link callTarget} says it; may be empty. */
  readonly target: string;
  /** `asking`: the user has not answered yet whether it may be made. */
  readonly status: 'asking' | 'running' | 'ok' | 'failed' | 'denied';
  readonly elapsedMs: number;
  readonly text: string;
}

/** What an agent of a task asks whom it works for; only the permission window may answer. */
export interface AgentRequest {
  /** `question`: a text is the answer. `confirmation`: an act is only done after a yes. */
  readonly kind: 'question' | 'confirmation';
  readonly id: string;
  /** Which agent asks. */
  readonly agent: string;
  /** Words of a model. */
  readonly text: string;
  /** What would be done after a yes; empty for a question. */
  readonly action: string;
  /** Milliseconds since the epoch; at that time nobody has answered, and nothing is done. */
  readonly deadline: number;
}

/** What waits for the user in the permission window. */
export type OpenQuestion = PermissionRequest | AgentRequest;

/** The window of a question; `bounds` are those of the picture on the screen, in physical pixels. */
export interface TargetPicture {
  readonly png: Uint8Array;
  readonly bounds: Rect;
}

/** The same for a held call, with the point that it would press; null if unknown. */
export interface HeldPicture extends TargetPicture {
  readonly at: Point | null;
}

/** May a call be made? Only the permission window may answer. */
export interface PermissionRequest {
  readonly kind: 'permission';
  readonly id: string;
  readonly caller: Caller;
  readonly tool: string;
  readonly effect: Effect;
  readonly title: string;
  /** What it would do, with the window it would do it in. */
  readonly sentence: string;
  readonly target: string;
  /** Of the window it would see or work in; empty if it does not exist yet. */
  readonly windowTitle: string;
  readonly windowId: WindowId | null;
  /** What the app calls the elements that it would work on; none if that is not known. */
  readonly named?: readonly string[];
  /** Where on the screen it would press, in physical pixels; none if that is not known. */
  readonly places?: readonly Point[];
  /** Its arguments; what nobody may see is masked. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Why it is asked, e.g. `the sensitive app “keepass*”`. */
  readonly reason: string;
  /** The apps in which an answer for the session denies the tool; none if none is known, and then it does so there. */
  readonly apps: readonly string[];
  /** The answers that are possible; `deny` and `deny-session` always are. */
  readonly offers: readonly PermissionAnswer[];
  /** Milliseconds since the epoch; at that time the answer is no. */
  readonly deadline: number;
  /** Its caller stopped waiting: an answer counts where the same is asked again within a minute. */
  readonly hasLapsed?: boolean;
}

const oneDesktop = z.object({ id: z.string().max(100) });
const viewerName = z.string().min(1).max(100);

/** Everything the main window may ask of the main process. */
export const api = {
  'app.info': method(nothing).returns<AppInfo>(),
  'app.diagnose': method(nothing).returns<readonly Check[]>(),
  'app.copyText': method(z.object({ text: z.string() })).returns<void>(),
  /** Asks for a file in our own dialog and writes the text; null if the user changed their mind. */
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

  /** Answers once the window differs from in the look `since`, after a second at the latest. */
  'tree.follow': method(
    z.object({
      window: windowId,
      view: treeView.default('raw'),
      since: index.nullable(),
      waitMs: z.number().int().nonnegative().max(5_000).default(1_000),
    }),
  ).returns<TreeLook>(),
  /** Answers what the app announced after the event `since`, after `waitMs` at the latest. */
  'events.follow': method(
    z.object({ window: windowId, since: index, waitMs: z.number().int().nonnegative().max(5_000) }),
  ).returns<EventPage>(),
  /** Saves the elements of a window as they are now to a file that the user chooses; null if they changed their mind. */
  'snapshot.save': method(z.object({ window: windowId })).returns<string | null>(),
  /** Of two snapshots that the user chooses, or of one and a window now; null if they changed their mind. */
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
  /** What hinders people and tests in a window. */
  'tree.findings': method(z.object({ window: windowId })).returns<FindingsReport>(),
  'element.details': method(z.object({ element: elementId })).returns<ElementDetails>(),
  'element.selectors': method(z.object({ element: elementId })).returns<readonly RankedSelector[]>(),
  /** What clicks an element, in every language that has code for one step. */
  'element.code': method(z.object({ element: elementId })).returns<readonly ElementCode[]>(),
  /** A cell of a table, counted from 0. */
  'element.cell': method(z.object({ element: elementId, row: index, column: index })).returns<ElementNode>(),
  'element.at': method(point).returns<ElementHit | null>(),
  'element.find': method(z.object({ window: windowId, selector: z.string() })).returns<FindResult>(),
  /** What a selector finds now; with `outline` each match gets a numbered box on the desktop. */
  'element.try': method(
    z.object({
      within: z.union([windowId, windowMatch]),
      selector: z.string().max(2_000),
      outline: z.boolean().default(true),
    }),
  ).returns<TriedSelector>(),
  'element.focus': method(z.object({ element: elementId })).returns<ToolOutcome>(),
  'element.runPattern': method(z.object({ element: elementId, call: patternCall })).returns<ToolOutcome>(),
  'picture.capture': method(captureTarget).returns<PictureView>(),
  'picture.ocr': method(z.object({ target: captureTarget, language: ocrLanguage.optional() })).returns<OcrResult>(),
  'picture.ocrStatus': method(nothing).returns<OcrStatus>(),

  'highlight.show': method(
    z.object({ bounds: rect, label: z.string(), element: elementId.optional() }),
  ).returns<void>(),
  'highlight.hide': method(nothing).returns<void>(),
  /** At once; or after `delayMs` what the pointer is on then, without a click: so menus and tool tips are reached. */
  'pick.start': method(z.object({ delayMs: z.number().int().nonnegative().max(60_000).default(0) })).returns<void>(),
  'pick.stop': method(nothing).returns<void>(),

  'recorder.state': method(nothing).returns<RecorderState>(),
  /** What is done from now on goes behind the step `after`, or to the end. */
  'recorder.start': method(z.object({ window: windowId.optional(), after: z.string().optional() })).returns<void>(),
  'recorder.stop': method(nothing).returns<void>(),
  'recorder.pause': method(nothing).returns<void>(),
  'recorder.resume': method(nothing).returns<void>(),
  'recorder.clear': method(nothing).returns<void>(),
  'recorder.removeSteps': method(z.object({ steps: z.array(z.string()).min(1) })).returns<void>(),
  /** Puts a step at an index, or last, into the group beside it that is named; answers its id. */
  'recorder.insertStep': method(z.object({ step: madeStep, at: index, group: z.string().nullish() })).returns<string>(),
  /** Puts a step at an index that waits for an element to show, or for its window to open; answers its id. */
  'recorder.insertCheck': method(
    z.object({ of: z.enum(['element', 'window']), element: elementId, at: index, group: z.string().nullish() }),
  ).returns<string>(),
  /** Has a step expect afterwards what an element shows now: a text, a state, or that it is there. */
  'recorder.expect': method(z.object({ step: z.string(), element: elementId })).returns<void>(),
  /** Has a step act on another element, as that is now. */
  'recorder.retarget': method(z.object({ step: z.string(), element: elementId })).returns<void>(),
  /** Into the group beside its new place that is named; out of all where that is null; it stays in its own otherwise. */
  'recorder.moveStep': method(z.object({ step: z.string(), to: index, group: z.string().nullish() })).returns<void>(),
  /** Moves a step or a group one place, into and out of groups. */
  'recorder.nudge': method(z.object({ id: z.string(), by: z.union([z.literal(1), z.literal(-1)]) })).returns<void>(),
  /** Makes steps that stand together a group; answers its id. */
  'recorder.group': method(z.object({ steps: z.array(z.string()).min(1), name: z.string() })).returns<string>(),
  'recorder.ungroup': method(z.object({ group: z.string() })).returns<void>(),
  'recorder.updateGroup': method(stepGroup).returns<void>(),
  'recorder.moveGroup': method(z.object({ group: z.string(), to: index })).returns<void>(),
  /** What an element shows as a condition that holds now, to be taken for a step or a group. */
  'recorder.conditionOn': method(z.object({ element: elementId })).returns<Condition>(),
  'recorder.updateStep': method(step).returns<void>(),
  /** Has a step enter a secret in the place of its text, which the recording then holds no longer. */
  'recorder.makeSecret': method(z.object({ step: z.string() })).returns<void>(),
  /** Switches steps on or off. */
  'recorder.enable': method(z.object({ steps: z.array(z.string()).min(1), enabled: z.boolean() })).returns<void>(),
  /** Asks for a folder in which what is not saved is kept from now on; null if the user changed their mind. */
  'recorder.keepElsewhere': method(nothing).returns<string | null>(),
  'recorder.undo': method(nothing).returns<void>(),
  'recorder.redo': method(nothing).returns<void>(),
  /** Asks for a file in our own dialog; null if the user changed their mind. */
  'recorder.save': method(nothing).returns<string | null>(),
  /** In the order in which they are offered. */
  'recorder.formats': method(nothing).returns<readonly ExportFormat[]>(),
  /** `format` is the id of one. */
  'recorder.export': method(z.object({ format: z.string() })).returns<ExportedScript>(),
  /** What is wrong with tool calls that are being edited. */
  'recorder.checkCalls': method(z.object({ text: editedText })).returns<CallsProblem | null>(),
  /** Takes the steps that they say in place of those of the recording; can be undone. */
  'recorder.useCalls': method(z.object({ text: editedText })).returns<void>(),
  'recorder.saveExport': method(z.object({ format: z.string() })).returns<string | null>(),
  'recorder.load': method(wholeRecording).returns<void>(),
  /** The person has read a recording from elsewhere, and takes it for their own. */
  'recorder.trust': method(nothing).returns<void>(),

  'replay.state': method(nothing).returns<ReplayState>(),
  /** Settles when it ended. `steps` alone, or all that are switched on `from` one; pauses before `until`, or at once. */
  'replay.start': method(
    z.object({
      steps: z.array(z.string()).optional(),
      from: z.string().optional(),
      until: z.string().optional(),
      stepwise: z.boolean().optional(),
      /** Other texts than the recorded ones, by the names of the inputs; for this replay. */
      inputs: z.record(z.string(), z.string()).optional(),
      /** For this replay, and kept nowhere. */
      secrets: z.record(z.string(), z.string()).optional(),
    }),
  ).returns<void>(),
  'replay.needs': method(nothing).returns<ReplayNeeds>(),
  /** Of a step that stopped or was healed in the last replay; null if there is none. */
  'replay.picture': method(z.object({ step: z.string() })).returns<StopPicture | null>(),
  'replay.stop': method(nothing).returns<void>(),
  'replay.pause': method(nothing).returns<void>(),
  'replay.resume': method(z.object({ until: z.string().optional() })).returns<void>(),
  'replay.stepOver': method(nothing).returns<void>(),
  'replay.setBreakpoint': method(z.object({ step: z.string(), on: z.boolean() })).returns<void>(),

  /** Asks in our own dialog for a recording or a run, and opens it; `file.opened` reports it. */
  'files.choose': method(z.object({ kind: z.enum(['file', 'folder']) })).returns<void>(),
  /** Newest first; `files.recent` reports changes. */
  'files.recent': method(nothing).returns<readonly RecentFile[]>(),
  /** Opens one of the recent files, as `files.choose` does; one that is gone is forgotten. */
  'files.openRecent': method(z.object({ path: z.string() })).returns<void>(),
  'files.forgetRecent': method(z.object({ path: z.string() })).returns<void>(),
  /** The page receives now: what was handed over to the app before is opened, and from now on at once. */
  'files.follow': method(nothing).returns<void>(),

  'runs.list': method(nothing).returns<RunsState>(),
  /** Runs in which all words were seen, thought, done or answered at one place. The next search ends it with an error. */
  'runs.search': method(z.object({ text: z.string().trim().min(1).max(1_000) })).returns<RunsFound>(),
  /** `anew` where a list could not be read: its index is made again from its trace. */
  'runs.open': method(oneRun.extend({ reload: z.boolean().optional() })).returns<OpenedRun>(),
  /** Where a call of this session of the app was traced, by its number in the log of calls; null if that is not known. */
  'runs.placeOf': method(z.object({ call: z.number().int().positive() })).returns<CallPlace | null>(),
  'runs.call': method(oneCall).returns<CallDetails>(),
  'runs.treeChange': method(oneCall).returns<TreeChange | null>(),
  'runs.step': method(z.object({ run: z.string(), step: z.number().int().positive() })).returns<AgentStepDetails>(),
  /** A picture, or a text in UTF-8; null if it is missing, as after a crash. */
  'runs.blob': method(z.object({ run: z.string(), blob: blobName })).returns<Uint8Array | null>(),
  /** In the user's name, with these arguments. */
  'runs.rerun': method(oneCall.extend({ parameters: z.record(z.string(), z.unknown()) })).returns<RerunOutcome>(),
  /** Asks where; null if the user changed their mind. */
  'runs.export': method(oneRun.extend({ format: runFormat })).returns<string | null>(),
  /** Opens what was done in it as a recording; `file.opened` reports it. */
  'runs.asRecording': method(oneRun).returns<void>(),
  /** Null for a run that did not fail, or is live. */
  'runs.why': method(oneRun).returns<Explanation | null>(),
  /** The first place where two runs part, and what in them belongs together. */
  'runs.compare': method(twoRuns).returns<RunComparison>(),
  /** Beside a recording that the user chooses in our own dialog; null if they changed their mind. */
  'runs.compareRecording': method(oneRun).returns<RecordingComparison | null>(),
  /** One pair of such a comparison; a place is null if that run has nothing there. */
  'runs.compareAt': method(
    twoRuns.extend({ a: stepLocation.nullable(), b: stepLocation.nullable() }),
  ).returns<ComparedSteps>(),
  'runs.reveal': method(oneRun).returns<void>(),
  'runs.remove': method(oneRun).returns<void>(),

  'agents.state': method(nothing).returns<AgentsState>(),
  /** Settles when it has started; `agents.changed` reports what becomes of it. */
  'agents.start': method(newTask).returns<void>(),
  /** Settles as `agents.start`. Nothing is done on a desktop that is not as it was before that step. */
  'agents.again': method(againTask).returns<void>(),
  'agents.stop': method(nothing).returns<void>(),
  /** Where the keys of providers are; no method tells a key. */
  'models.keys': method(nothing).returns<ModelKeysView>(),
  /** Kept in the system's keychain; `inFile` where the user wants it in a file of theirs instead. */
  'models.setKey': method(
    z.strictObject({ provider: keyedProvider, key: modelKey, inFile: z.boolean() }),
  ).returns<ModelKeysView>(),
  'models.removeKey': method(z.strictObject({ provider: keyedProvider })).returns<ModelKeysView>(),

  'debug.state': method(nothing).returns<DebugState>(),
  /** Holds every act of agents, and each step and answer of a task. */
  'debug.pause': method(nothing).returns<void>(),
  'debug.continue': method(nothing).returns<void>(),
  'debug.step': method(nothing).returns<void>(),
  /** The agents are held, and what the person does becomes steps of their run. */
  'debug.takeOver': method(nothing).returns<void>(),
  /** Settles when the last act was reported; agents that waited are told what was done, and look again. */
  'debug.handBack': method(nothing).returns<void>(),
  'debug.release': method(z.object({ id: z.string(), how: release })).returns<void>(),
  'debug.setBreakpoints': method(z.object({ breakpoints: z.array(breakpoint).max(100) })).returns<void>(),

  /** Desktops apart from the person's, the oldest first. */
  'desktops.list': method(nothing).returns<readonly OwnDesktopInfo[]>(),
  /** Settles with its id when it is ready. */
  'desktops.start': method(nothing).returns<string>(),
  'desktops.stop': method(oneDesktop).returns<void>(),
  'desktops.launch': method(oneDesktop.extend({ command: z.string().trim().min(1).max(1_000) })).returns<void>(),
  /** Opens its live view, in RFB, under a name of the page's; `desktops.picture` brings what it reports. */
  'desktops.watch': method(oneDesktop.extend({ viewer: viewerName })).returns<void>(),
  /** Without a name: all that are open. */
  'desktops.unwatch': method(z.object({ viewer: viewerName.optional() })).returns<void>(),
  'desktops.send': method(
    z.object({ viewer: viewerName, bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= 1_000_000) }),
  ).returns<void>(),
  /** Settles once what acts there has paused. */
  'desktops.takeOver': method(oneDesktop).returns<void>(),
  'desktops.giveBack': method(oneDesktop).returns<void>(),
  'mcp.status': method(nothing).returns<McpStatus>(),
  /** Listens once more where that failed, on the port of the settings. */
  'mcp.retry': method(nothing).returns<void>(),
  'mcp.disconnect': method(z.object({ id: z.string() })).returns<void>(),
  /** A new token; the old one opens nothing from now on. */
  'mcp.renewToken': method(z.object({ which: z.enum(['full', 'read']) })).returns<McpStatus>(),
  'mcp.calls': method(nothing).returns<readonly CallRecord[]>(),
  /** Known clients by their ids. */
  'clients.list': method(nothing).returns<readonly ClientView[]>(),
  'clients.write': method(z.object({ client: z.string() })).returns<ClientChange>(),
  'clients.remove': method(z.object({ client: z.string() })).returns<ClientChange>(),
  'clients.check': method(z.object({ client: z.string() })).returns<ClientCheck>(),
  /** What goes into the client's file, with a token of its own, made if it has none. */
  'clients.snippet': method(z.object({ client: z.string() })).returns<string>(),
  'clients.openLink': method(z.object({ client: z.string() })).returns<void>(),
  /** Asks for a file in our own dialog; null if the user changed their mind. */
  'clients.saveBundle': method(nothing).returns<string | null>(),
  /** Answers that are remembered, for this session and for always. */
  'grants.list': method(nothing).returns<readonly Grant[]>(),
  /** Every ordinary act of a client in an app from now on, until revoked; apps and clients as lists name them. */
  'grants.allow': method(
    z.object({ client: z.string().trim().min(1).max(200), app: z.string().trim().min(1).max(200) }),
  ).returns<void>(),
  'grants.revoke': method(z.object({ id: z.string() })).returns<void>(),
  'halt.state': method(nothing).returns<HaltState>(),
  'halt.pull': method(nothing).returns<void>(),
  'halt.resume': method(nothing).returns<void>(),
  'audit.state': method(nothing).returns<AuditState>(),
  'settings.get': method(nothing).returns<Settings>(),
  /** What of the settings file cannot be used, each a sentence. */
  'settings.problems': method(nothing).returns<readonly string[]>(),
  'settings.set': method(settingsChange).returns<Settings>(),
  /** Asks in our own dialog for a configuration of Computers, and uses it. */
  'settings.chooseMcpConfig': method(nothing).returns<Settings>(),
} satisfies Contract;

export type Api = typeof api;
export type ApiClient = Client<Api>;

/** Everything the bar may ask that represents Deskscope while it picks. */
export const pickBarApi = {
  'bar.state': method(nothing).returns<PickBarState>(),
  'bar.stop': method(nothing).returns<void>(),
} satisfies Contract;

export type PickBarApi = typeof pickBarApi;

/** Everything the bar may ask that stands above all while a recording is under way. */
export const recordBarApi = {
  'bar.state': method(nothing).returns<RecordBarState>(),
  /** Its top left, in the pixels of the page. */
  'bar.move': method(z.object({ x: z.number().int(), y: z.number().int() })).returns<void>(),
  /** Pauses, or goes on. */
  'bar.pause': method(nothing).returns<void>(),
  /** Lets the user point at what the last step is to show from now on; asked again, it lets that be. */
  'bar.check': method(nothing).returns<void>(),
  'bar.takeBack': method(nothing).returns<void>(),
  'bar.stop': method(nothing).returns<void>(),
  /** Stops, and hands nothing over to who asked to be shown. */
  'bar.discard': method(nothing).returns<void>(),
} satisfies Contract;

export type RecordBarApi = typeof recordBarApi;

const heldOne = z.object({ id: z.string() });

/** Everything the bar may ask that stands above all while something is held. */
export const heldBarApi = {
  'bar.state': method(nothing).returns<HeldBarState>(),
  /** Lets go of what is shown, by its id. */
  'bar.run': method(heldOne).returns<void>(),
  'bar.deny': method(heldOne).returns<void>(),
  /** Lets go of everything, and holds no more than breakpoints report. */
  'bar.resume': method(nothing).returns<void>(),
  /** The window that a held call would act in; null if unknown. */
  'bar.picture': method(heldOne).returns<HeldPicture | null>(),
  /** Brings the main window to the front. */
  'bar.show': method(nothing).returns<void>(),
} satisfies Contract;

export type HeldBarApi = typeof heldBarApi;

/** Everything the permission window may ask, and nothing else. */
export const permissionApi = {
  'permissions.pending': method(nothing).returns<readonly OpenQuestion[]>(),
  /** `at` is when the person pressed, in milliseconds since the epoch. */
  'permissions.decide': method(z.object({ id: z.string(), answer: permissionAnswer, at: z.number() })).returns<void>(),
  /** The answer to an agent's question; `at` as above. */
  'permissions.reply': method(
    z.object({ id: z.string(), text: z.string().trim().min(1).max(10_000), at: z.number() }),
  ).returns<void>(),
  /** Of the window an open question is about; null if it has none. */
  'permissions.icon': method(z.object({ id: z.string() })).returns<Uint8Array | null>(),
  /** That window as it looks now, no wider than 640 pixels; null if it has none, or it cannot be pictured. */
  'permissions.picture': method(z.object({ id: z.string() })).returns<TargetPicture | null>(),
} satisfies Contract;

export type PermissionApi = typeof permissionApi;
