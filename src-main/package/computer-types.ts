// The exports of `deskscope/computer`: the package ships this file's declarations, so it imports nothing.

export type ToolType = 'data_collection' | 'action';
export type Json = Readonly<Record<string, unknown>>;

export interface OpenOptions {
  /**
   * A configuration in the shape of UFO's `mcp.yaml`: the path of a file, which is watched while in use, or an object,
   * such as `{ data_collection_servers: […], action_servers: […] }`. UFO's two agents with our servers by default.
   */
  readonly config?: string | Json;
  /**
   * True: starts and connects to the programs and machines that the file of `config` names. Otherwise such a file is
   * refused; an object is trusted as the program's own.
   */
  readonly allowLaunch?: boolean;
  /** What agents may do; there is nobody to ask. `observe` by default. */
  readonly allow?: 'observe' | 'act' | 'all';
  /** Programs that `run_shell` may start beside the usual ones. */
  readonly allowCommands?: readonly string[];
  /** Folders, as absolute paths, in which the tools of `file_ops` may work. */
  readonly allowFolders?: readonly string[];
  /** The desktop; this machine's by default. `fake` is a scripted one. */
  readonly backend?: 'auto' | 'fake';
  /** Receives messages about missing servers, unknown keys, slow calls. */
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, error?: unknown) => void;
}

/** Either shape: `tool_name`, as in UFO's program, or `action`, as in its document. */
export interface Command {
  readonly tool_name?: string;
  readonly action?: string;
  readonly parameters?: Json | null;
  /** Optional if the name is unambiguous. */
  readonly tool_type?: ToolType | null;
  readonly call_id?: string | null;
}

/** UFO's values. `ERROR` is `FAILURE` in its document. */
export declare const ResultStatus: {
  readonly SUCCESS: 'success';
  readonly FAILURE: 'failure';
  readonly ERROR: 'failure';
  readonly SKIPPED: 'skipped';
  readonly NONE: 'none';
};

export interface Result {
  readonly status: 'success' | 'failure' | 'skipped' | 'none';
  /** The tool as the command names it. */
  readonly action: string;
  /** The tool's answer; null if it failed. */
  readonly data: unknown;
  /** The same. */
  readonly result: unknown;
  /** The answer or failure in words, with a hint. */
  readonly observation: string;
  /** One sentence; null if nothing failed. */
  readonly error: string | null;
  /** The same. */
  readonly error_message: string | null;
  /** The server that answered. */
  readonly namespace: string | null;
  readonly call_id: string | null;
}

export interface ExecuteOptions {
  /** After a failure the rest is skipped; true by default, but false for commands that all have `action`. */
  readonly earlyExit?: boolean;
  /** Ends the command under way. */
  readonly signal?: AbortSignal;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** 0 to 1, growing. */
  readonly progress?: (fraction: number, message: string) => void;
}

export interface ToolInfo {
  /** `action::click_input`. */
  readonly tool_key: string;
  readonly tool_name: string;
  readonly title: string | null;
  readonly namespace: string;
  readonly tool_type: ToolType;
  readonly description: string;
  readonly input_schema: Json;
  readonly output_schema: Json | null;
  readonly meta: Json | null;
  readonly annotations: Json | null;
}

/** UFO's `MCPToolCall`. The key and the parameters are used; the Computer supplies the rest. */
export interface ToolCall extends Partial<Omit<ToolInfo, 'tool_key'>> {
  /** `action::click_input`, `action.click_input`, `AppUIExecutor.click_input` or `click_input`. */
  readonly tool_key: string;
  readonly parameters?: Json | null;
}

export interface ActionResult {
  /** As in MCP; a failure's reason is in the text of the first. */
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structured_content: Json | null;
  readonly data: unknown;
  readonly is_error: boolean;
}

/** A server or a tool that is missing, and why. */
export interface Problem {
  readonly namespace: string;
  readonly tool_type: ToolType;
  readonly message: string;
}

/** A tool of the Computer itself. */
export interface MetaTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The names of its parameters; each accepts any JSON, and other names are refused. */
  readonly parameters?: readonly string[];
  /** `observe` by default; a tool that acts needs permission like any act. */
  readonly effect?: 'observe' | 'act';
  /** Answers its data: JSON, or text. */
  run(computer: { readonly name: string; list(): readonly ToolInfo[] }, parameters: Json, signal: AbortSignal): unknown;
}

/** A server as in the configuration, such as `{ namespace: 'Notes', type: 'stdio', command: 'notes-mcp' }`. */
export interface ServerConfig {
  readonly namespace: string;
  readonly type: 'local' | 'http' | 'stdio';
  readonly tools?: never;
  readonly [key: string]: unknown;
}

/** Your own server, whose tools run in your program. */
export interface OwnServer {
  readonly namespace: string;
  readonly tools: readonly MetaTool[];
}

export interface Computer {
  /** `agent::process::root`. */
  readonly name: string;
  readonly problems: readonly Problem[];
  /** Every tool, including the Computer's own. */
  tools(): readonly ToolInfo[];
  /** The tools of a type or a server; without the Computer's own, unless `remove_meta` is false. */
  listTools(only?: {
    readonly tool_type?: ToolType | null;
    readonly namespace?: string | null;
    readonly remove_meta?: boolean;
  }): readonly ToolInfo[];
  /** The tool of an action, such as `click_input`. Throws if there is none. */
  getTool(action: string): ToolInfo;
  /** Never throws. */
  executeCommand(command: Command, options?: CallOptions): Promise<Result>;
  /** One after the other, each with its own parameters. Never throws. */
  runActions(calls: readonly ToolCall[], options?: CallOptions): Promise<readonly ActionResult[]>;
  /** Adds a tool, until the Computer is closed. */
  metaTool(tool: MetaTool): Promise<void>;
  /**
   * Adds a server to those of the configuration, until it is deleted or the Computer is closed. Under `data_collection`
   * it only gets tools that change nothing. Rejects with the lines to fix, or the reason why it cannot be opened.
   */
  addServer(server: ServerConfig | OwnServer, type: ToolType): Promise<void>;
  /** Closes a server and removes its tools. Rejects if there is none of that name. */
  deleteServer(namespace: string, type?: ToolType): Promise<void>;
  /** Ends pending calls, closes its servers and opens them again; no state is kept. */
  reset(): Promise<void>;
}

/** An agent, UFO's "process" (the title of a window), and an app (its program). */
export interface Place {
  readonly agent: string;
  readonly process?: string | null;
  readonly root?: string | null;
}

export interface ComputerManager {
  /** Makes it where it is new. Rejects for an app where the agent has no `default`. */
  getOrCreate(place: Place): Promise<Computer>;
  names(): readonly string[];
  /** Closes every Computer with its servers. */
  reset(): Promise<void>;
  /** Resets before a task and after it. */
  during<T>(task: () => Promise<T>): Promise<T>;
}

export interface CommandRouter {
  /** As many results as commands, in their order. Never throws. */
  execute(
    agent: string,
    process: string | null,
    root: string | null,
    commands: readonly Command[],
    options?: ExecuteOptions,
  ): Promise<readonly Result[]>;
}

export interface Computers {
  readonly manager: ComputerManager;
  readonly router: CommandRouter;
  /** Ends everything that is under way, every server and the engine. */
  close(): Promise<void>;
}

/** Starts an engine and opens Computers over it. Rejects with the lines to mend where the configuration cannot be used. */
export declare function openComputers(options?: OpenOptions): Promise<Computers>;
