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

/** A call as its caller may read it later; secret text is masked. */
export interface CallNote {
  readonly call: number;
  /** ISO 8601, when it ended. */
  readonly at: string;
  readonly tool: string;
  /** Truncated if long. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly decision: CallEnd['decision'];
  /** The rule or the answer behind the decision. */
  readonly decided_by: string;
  readonly elapsed_ms: number;
  /** Error code; null on success. */
  readonly error: string | null;
  /** The beginning of the result, or of the error. */
  readonly text: string;
}

export type { Effect };

/** What a tool may use. The signal aborts on cancellation, timeout or the user's halt. */
export interface ToolContext {
  readonly engine: Engine;
  readonly session: ToolSession;
  readonly settings: Settings;
  /** Data that tools keep between calls and restarts. */
  readonly files: KeptFiles;
  /** The user's own files, in folders that the user allowed. */
  readonly userFiles: RestrictedFiles;
  /** Recorded skills; null if nothing is stored. */
  readonly skills: SkillHost | null;
  /** The caller's own desktops; null if there are none. */
  readonly desktops: CallersDesktops | null;
  readonly signal: AbortSignal;
  /** Maximum tokens of an answer's rows, for text and data each; infinite if no model reads it. */
  readonly room: number;
  /** True if lines of windows and elements should omit positions. */
  readonly withoutPlaces?: boolean;
  /** True if the typed text is for a password field or was declared secret: it must not be echoed. */
  readonly secret: boolean;
  /** @throws AppError `permission_denied` for a window that would have needed a question, and was not there then */
  admit(window: ActsIn): void;
  /** Names of the tools that the caller may call. */
  readonly commands: readonly string[];
  /** Logs a line for later diagnosis. */
  log(message: string): void;
  /** The caller's earlier calls, oldest first. */
  ownCalls(): readonly CallNote[];
  /** Reports how the element was found, for the trace and the result. */
  resolved(resolution: Resolution): void;
  /** 0 to 1; must grow. */
  progress(fraction: number, message: string): void;
}

export interface ToolResult {
  /** Complete for a model: some clients show it nothing else. */
  readonly text: string;
  /** The same as plain JSON, for programs. Never together with an image, which some clients then drop. */
  readonly data?: unknown;
  /** Further information for the caller, e.g. that a list is cut; shown with the text and with the data. */
  readonly note?: string;
  /** The text is JSON for programs: over MCP the note is in a separate block, so that the first is pure JSON. */
  readonly jsonAlone?: boolean;
  readonly image?: { readonly mimeType: 'image/png'; readonly bytes: Uint8Array };
  /** The unchanged answer of another server; `text` and `data` are then for the trace. */
  readonly foreign?: CallToolResult;
}

/** A tool of another MCP server, as described by that server. */
export interface ForeignTool {
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The tool's short form for models that pay for every word: its clients see fewer parameters, and get only text unless they
 * request `structured`.
 */
export interface Brief {
  /** The part of `input` that clients see. */
  readonly shown: z.ZodObject;
  /** Search words that its description lacks, for clients that search tools. */
  readonly wishes?: string;
  /** Converts other forms of arguments to those of `input`; unknown ones and its own results are unchanged. */
  reads(parameters: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

/** Arguments that may contain text that must not be logged. */
export interface ToolSecrets<In extends z.ZodObject = z.ZodObject> {
  readonly fields: readonly string[];
  /** Checked before anything is recorded; a failure or delay counts as yes. */
  apply(context: LookContext, input: z.output<In>): Promise<boolean>;
}

/** What may be used before permission: only reads. */
export type LookContext = Pick<ToolContext, 'engine' | 'session' | 'signal'>;

/** A window, or an app without one. */
export type ActsIn = Pick<WindowInfo, 'title' | 'app'> & { readonly id: WindowId | null } & Partial<
    Pick<WindowInfo, 'className' | 'executable' | 'kind' | 'processId' | 'program'>
  >;

/**
 * What a call would read or change, derived from its arguments and one look. Permission, display, hold and trace all use it, so
 * they agree. Its look-ups may throw: then the result is unknown.
 */
export interface Reach {
  /** The target window or app, if named in the tool's own arguments; undefined if unknown. */
  readonly actsIn?: (context: LookContext) => ActsIn | undefined | Promise<ActsIn | undefined>;
  /**
   * For observing tools, what they show: `window`, the default, for the content of the named or selected window; `desktop` for
   * everything visible; `names` for titles and bounds only.
   */
  readonly shows?: 'window' | 'desktop' | 'names';
  /** The chords to press; empty if it only types. Missing if it does not use the keyboard. */
  readonly keys?: readonly KeyChord[];
  /** The screen pixels at which it presses or releases the mouse, as far as known in advance. */
  readonly points?: (context: LookContext) => Promise<readonly Point[]>;
  /** Names of the target elements, if named in the tool's own arguments. */
  readonly labels?: (context: LookContext) => Promise<readonly string[]>;
}

/** Default timeout of a tool call, in milliseconds. */
export const defaultDeadlineMs = 30_000;

/** One tool is one literal: schemas, lists, docs and permission are derived from it. */
export interface ToolDefinition<In extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly namespace: string;
  readonly type: ToolType;
  /** A function of the arguments, if the tool does several things. */
  readonly effect: Effect | ((input: z.output<In>) => Effect);
  readonly title: string;
  /** The first sentence is what clients search. */
  readonly description: string;
  readonly input: In;
  /** Schema of a result's `data`, if useful for programs; only for observing tools without pictures. */
  readonly output?: z.ZodType;
  /** A sentence for the permission window: what a call with these arguments does. */
  readonly sentence?: (input: z.output<In>) => string;
  /** What it reads or changes; by default the window and the element in its arguments. */
  readonly reach?: Reach | ((input: z.output<In>) => Reach);
  /** True if it moves, shows or closes windows, without access to their content. */
  readonly handlesFrames?: boolean;
  /** Equivalent tools with other names: rules that deny one of them deny this one. */
  readonly deniedAs?: readonly string[];
  /** Throws for arguments that can be refused without a look at the desktop, so that the user is not asked about them. */
  readonly check?: (input: z.output<In>, settings: Settings) => void;
  /** Timeout of a call in milliseconds, besides `timeout_ms` of its arguments; {@link defaultDeadlineMs} by default. */
  readonly deadlineMs?: number | ((input: z.output<In>) => number);
  /** For acting tools: whether it may undo or overwrite something. True by default. */
  readonly destructive?: boolean;
  /** For acting tools: whether a second call has no further effect. */
  readonly idempotent?: boolean;
  readonly secrets?: ToolSecrets<In>;
  /** Set for the small set of tools. */
  readonly brief?: Brief;
  /** Set for tools of other servers, which validate arguments themselves, so that `input` accepts any. */
  readonly foreign?: ForeignTool;
  /** The data of a failed call, if the tool's contract defines a form. The arguments may be unparsed. */
  readonly failure?: (error: WireError, input: Readonly<Record<string, unknown>>, elapsedMs: number) => object;
  run(context: ToolContext, input: z.output<In>): Promise<ToolResult>;
}

/** A tool of unknown input type, as in registries; `input` parses before `run`. */
export type Tool = ToolDefinition;

/** The effect of a call with these arguments. */
export function effectOf(tool: Tool, input: Record<string, unknown>): Effect {
  return typeof tool.effect === 'function' ? tool.effect(input) : tool.effect;
}

/** What a call with these arguments reads or changes. */
export function reachOf({ reach = {} }: Tool, input: Record<string, unknown>): Reach {
  return typeof reach === 'function' ? reach(input) : reach;
}

/** The maximum effect of its calls. */
export function widestEffect(tool: Tool): Effect {
  return typeof tool.effect === 'function' ? 'act' : tool.effect;
}

/** Timeout of a call with these arguments in milliseconds, besides their `timeout_ms`. */
export function deadlineOf({ deadlineMs = defaultDeadlineMs }: Tool, input: Record<string, unknown>): number {
  return typeof deadlineMs === 'function' ? deadlineMs(input) : deadlineMs;
}

/** A {@link Tool} of known argument type. */
export type TypedTool<In extends z.ZodObject> = Omit<Tool, 'input'> & { readonly input: In };

/** Checks the literal against its own schema type. */
export function defineTool<In extends z.ZodObject>(tool: ToolDefinition<In>): TypedTool<In> {
  return tool as TypedTool<In>;
}
