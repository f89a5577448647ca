import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { RestrictedFiles } from '../base/restricted-files/restricted-files.ts';
import type { Engine } from '../engine/engine.ts';
import type { WireError } from '#contract/errors';
import type { KeyChord } from '#contract/model/recordings/action';
import type { Point } from '#contract/model/geometry';
import type { Effect } from '#contract/model/permissions/permission';
import type { Settings } from '#contract/model/settings';
import type { Resolution } from '#contract/model/runs/trace';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import type { ToolType } from '#contract/model/tools/tool-call';
import type { CallersDesktops } from './desktop-host.ts';
import type { KeptFiles } from './session/kept-files.ts';
import type { SkillHost } from './skill-host.ts';
import type { ToolSession } from './session/tool-session.ts';
import type { CallEnd } from './observer.ts';

/** A call as its caller may read it again; secret text is masked. */
export interface CallNote {
  readonly call: number;
  /** ISO 8601, when it ended. */
  readonly at: string;
  readonly tool: string;
  /** Their beginnings, if they are long. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly decision: CallEnd['decision'];
  /** The rule or the answer behind the decision. */
  readonly decided_by: string;
  readonly elapsed_ms: number;
  /** Code of the error; null if all went well. */
  readonly error: string | null;
  /** The beginning of the result, or of the error. */
  readonly text: string;
}

export type { Effect };

/** What a tool may use. The signal aborts when the caller, the deadline or the user's halt ends the call. */
export interface ToolContext {
  readonly engine: Engine;
  readonly session: ToolSession;
  readonly settings: Settings;
  /** What tools keep from call to call, also after this process. */
  readonly files: KeptFiles;
  /** The user's own files, in folders that the user allowed. */
  readonly userFiles: RestrictedFiles;
  /** Recorded skills; null if nothing is kept. */
  readonly skills: SkillHost | null;
  /** Desktops of the caller's own; null if there are none. */
  readonly desktops: CallersDesktops | null;
  readonly signal: AbortSignal;
  /** Tokens that the rows of an answer may take, in its text and in its data each; without end where no model reads it. */
  readonly room: number;
  /** True if lines of windows and elements should leave out where these are. */
  readonly withoutPlaces?: boolean;
  /** True if the typed text belongs to a password field or was declared secret: it must not be echoed. */
  readonly secret: boolean;
  /** @throws AppError `permission_denied` for a window that would have been asked about, and was not there then */
  admit(window: ActsIn): void;
  /** Names of the tools that the caller may call. */
  readonly commands: readonly string[];
  /** A line in the log, for a person who looks why something went as it did. */
  log(message: string): void;
  /** What the caller called before, oldest first. */
  ownCalls(): readonly CallNote[];
  /** Reports how the element was found, for the trace and the result. */
  resolved(resolution: Resolution): void;
  /** 0 to 1; must grow. */
  progress(fraction: number, message: string): void;
}

export interface ToolResult {
  /** Carries everything a model needs: some clients show it nothing else. */
  readonly text: string;
  /** The same as plain JSON, for programs. Never together with an image: some clients drop the image then. */
  readonly data?: unknown;
  /** What the caller must know beside the result, e.g. that a list is cut; shown with the text and with the data. */
  readonly note?: string;
  /** The text is JSON for programs: over MCP the note is in a block of its own, so that the first is JSON alone. */
  readonly jsonAlone?: boolean;
  readonly image?: { readonly mimeType: 'image/png'; readonly bytes: Uint8Array };
  /** The answer of another server, handed on as it is; `text` and `data` are then for the trace. */
  readonly foreign?: CallToolResult;
}

/** A tool of another MCP server, as that server describes it. */
export interface ForeignTool {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The tool's short form for models that pay for every word: its clients see fewer parameters, and get text alone unless they
 * request `structured`.
 */
export interface Brief {
  /** What clients are shown of `input`. */
  readonly shown: z.ZodObject;
  /** Words of wishes that its description lacks: only clients that search tools have a use for them. */
  readonly wishes?: string;
  /** Puts other forms of arguments into those of `input`; leaves alone what it does not know, and its own results. */
  reads(parameters: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

/** Arguments that may hold text nobody may log. */
export interface ToolSecrets<In extends z.ZodObject = z.ZodObject> {
  readonly fields: readonly string[];
  /** Looked up before anything is recorded; a failure or delay counts as yes. */
  apply(context: LookContext, input: z.output<In>): Promise<boolean>;
}

/** What may be used before anything is permitted: only to look. */
export type LookContext = Pick<ToolContext, 'engine' | 'session' | 'signal'>;

/** A window, or an app that has none yet. */
export type ActsIn = Pick<WindowInfo, 'title' | 'app'> & { readonly id: WindowId | null } & Partial<
    Pick<WindowInfo, 'className' | 'executable' | 'kind' | 'processId' | 'program'>
  >;

/**
 * What a call would see or touch, derived from its arguments and one look. Permission, display, hold and trace all read it here,
 * so they agree. Its looks may throw: then it is unknown.
 */
export interface Reach {
  /** What it would act in, if that is named in words of the tool's own; nothing if it is not known. */
  readonly actsIn?: (context: LookContext) => ActsIn | undefined | Promise<ActsIn | undefined>;
  /**
   * For observing tools, what they show: `window`, the default, for the content of the named or selected window; `desktop` for
   * everything visible; `names` for titles and bounds only.
   */
  readonly shows?: 'window' | 'desktop' | 'names';
  /** The chords it would press; empty if it only types. Missing if it leaves the keyboard alone. */
  readonly keys?: readonly KeyChord[];
  /** The screen pixels at which it would press or release the mouse, as far as known in advance. */
  readonly points?: (context: LookContext) => Promise<readonly Point[]>;
  /** What the elements are called that it would work on, where these are named in words of the tool's own. */
  readonly labels?: (context: LookContext) => Promise<readonly string[]>;
}

/** Milliseconds a tool call may take before it ends with `timeout`. */
export const defaultDeadlineMs = 30_000;

/** One tool is one literal: schemas, lists, docs and permission are derived from it. */
export interface ToolDefinition<In extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly namespace: string;
  readonly type: ToolType;
  /** By what it is asked for, where one tool does several things. */
  readonly effect: Effect | ((input: z.output<In>) => Effect);
  readonly title: string;
  /** The first sentence is what clients search. */
  readonly description: string;
  readonly input: In;
  /** What `data` of a result is, where programs gain from knowing; only for tools that look and answer no picture. */
  readonly output?: z.ZodType;
  /** One sentence for the permission window: what it would do with these arguments. */
  readonly sentence?: (input: z.output<In>) => string;
  /** What it would see or touch; the window and the element that its arguments name, by default. */
  readonly reach?: Reach | ((input: z.output<In>) => Reach);
  /** True if it moves, shows or closes windows, and reaches nothing in them. */
  readonly handlesFrames?: boolean;
  /** Tools that do the same under another name: what the user's rules deny of one is denied of this. */
  readonly deniedAs?: readonly string[];
  /** Throws for arguments that can be refused without a look at the desktop, so that nobody is asked about them. */
  readonly check?: (input: z.output<In>, settings: Settings) => void;
  /** Milliseconds one call may take, `timeout_ms` of its arguments not counted; {@link defaultDeadlineMs} by default. */
  readonly deadlineMs?: number | ((input: z.output<In>) => number);
  /** For acting tools: whether it may undo or overwrite something. True by default. */
  readonly destructive?: boolean;
  /** For acting tools: whether a second call has no further effect. */
  readonly idempotent?: boolean;
  readonly secrets?: ToolSecrets<In>;
  /** Set for the small set of tools. */
  readonly brief?: Brief;
  /** Set for tools of other servers: those check their arguments themselves, so that `input` takes any. */
  readonly foreign?: ForeignTool;
  /** The data of a failed call, where the tool's contract has a form of its own. The arguments may be unparsed. */
  readonly failure?: (error: WireError, input: Readonly<Record<string, unknown>>, elapsedMs: number) => object;
  run(context: ToolContext, input: z.output<In>): Promise<ToolResult>;
}

/** A tool whose input type is forgotten, as registries hold it; `input` parses before `run`. */
export type Tool = ToolDefinition;

/** What a call with these arguments would do. */
export function effectOf(tool: Tool, input: Record<string, unknown>): Effect {
  return typeof tool.effect === 'function' ? tool.effect(input) : tool.effect;
}

/** What a call with these arguments would see or touch. */
export function reachOf({ reach = {} }: Tool, input: Record<string, unknown>): Reach {
  return typeof reach === 'function' ? reach(input) : reach;
}

/** The most that any call of it would do. */
export function widestEffect(tool: Tool): Effect {
  return typeof tool.effect === 'function' ? 'act' : tool.effect;
}

/** Milliseconds a call with these arguments may take, `timeout_ms` of its arguments not counted. */
export function deadlineOf({ deadlineMs = defaultDeadlineMs }: Tool, input: Record<string, unknown>): number {
  return typeof deadlineMs === 'function' ? deadlineMs(input) : deadlineMs;
}

/** A {@link Tool} of whose arguments the type is still known. */
export type TypedTool<In extends z.ZodObject> = Omit<Tool, 'input'> & { readonly input: In };

/** Checks the literal against its own schema type. */
export function defineTool<In extends z.ZodObject>(tool: ToolDefinition<In>): TypedTool<In> {
  return tool as TypedTool<In>;
}
