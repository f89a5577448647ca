/**
 * The closed set of failures for engine, tools, IPC and command line.
 * The first eleven codes come from the `ui_automation` contract; the rest extend it.
 */
export const errorCatalog = {
  element_not_found: {
    sentence: 'No element matches.',
    hint: 'Check the current tree, or use a longer timeout.',
  },
  timeout: { sentence: 'The operation took too long.', hint: 'Try again, or use a longer timeout.' },
  multiple_matches: {
    sentence: 'Several elements or windows match.',
    hint: 'Use one of the narrower selectors or handles listed with this error.',
  },
  pattern_not_supported: {
    sentence: 'The element does not support this pattern.',
    hint: 'Use one of the patterns listed for the element, or click it.',
  },
  element_stale: { sentence: 'The element is gone.', hint: 'Find it again; its window has changed.' },
  elevated_target: {
    sentence: 'The target runs with higher privileges.',
    hint: 'Start Deskscope with the same privileges as the target.',
  },
  scroll_exhausted: { sentence: 'Scrolling reached the end without finding it.', hint: 'Check the selector.' },
  window_not_found: { sentence: 'No such window.', hint: 'List the windows and use one of their handles.' },
  no_text_found: { sentence: 'No text was found there.', hint: 'Check the region, or take a screenshot of it.' },
  invalid_region: { sentence: 'The region is empty or off screen.', hint: 'Use physical screen pixels.' },
  language_not_supported: { sentence: 'That language is not installed.', hint: 'List the installed languages.' },
  invalid_parameter: { sentence: 'A parameter is invalid.', hint: 'Correct the named field and try again.' },
  permission_denied: {
    sentence: 'This is not permitted.',
    hint: 'Allow it in Deskscope, or with a flag when headless.',
  },
  unsupported_platform: {
    sentence: 'This platform cannot do that.',
    hint: 'Run `deskscope doctor` to see what works.',
  },
  accessibility_unavailable: {
    sentence: 'The accessibility interface is not responding.',
    hint: 'Run `deskscope doctor` to see what to install or start.',
  },
  target_not_responding: {
    sentence: 'The target app does not respond.',
    hint: 'It may be busy. Try again in a moment, and restart it only if this continues.',
  },
  engine_restarted: {
    sentence: 'The engine restarted during this call.',
    hint: 'Try again. For an action, check first whether it took effect.',
  },
  cancelled: { sentence: 'The operation was cancelled.', hint: 'Start it again when ready.' },
  wrong_target_window: {
    sentence: 'Another window is in front of the target.',
    hint: 'Focus the target window first.',
  },
  not_verified: {
    sentence: 'The action was sent, but its effect could not be verified.',
    hint: 'Check the target before you repeat it.',
  },
  effect_missing: {
    sentence: 'The action was done, but its expected effect is missing.',
    hint: 'Check the window. If you did not mean this check, edit or remove it.',
  },
  state_differs: {
    sentence: 'The desktop has changed.',
    hint: 'Restore its earlier state, or choose another step.',
  },
  endless_loop: {
    sentence: 'A group reached its maximum number of turns, and its condition still holds.',
    hint: 'Check whether its steps still end the loop. If they do, allow more turns.',
  },
  input_lost: {
    sentence: 'Input was lost when this was recorded, so something may be missing here.',
    hint: 'Record it again. Where nothing is missing, say so in the details of the step, or replay with --allow-lost.',
  },
  display_unavailable: {
    sentence: 'No display is available.',
    hint: 'Set DISPLAY (usually :0), or use a virtual one: `xvfb-run -a dbus-run-session …`. Some MCP clients do not pass it on: add DISPLAY, XAUTHORITY and DBUS_SESSION_BUS_ADDRESS to “env” of their entry (Codex: env_vars).',
  },
  not_found: { sentence: 'That does not exist.', hint: 'Check the name or the path.' },
  file_error: {
    sentence: 'A file could not be read or written.',
    hint: 'Check the path, your permissions and the space left on the disk.',
  },
  server_unavailable: {
    sentence: 'An MCP server cannot be reached.',
    hint: 'Check that it runs, and its entry in the configuration.',
  },
  tool_failed: { sentence: 'A tool of another MCP server failed.', hint: 'The message is that server’s own.' },
  model_error: {
    sentence: 'The model could not be reached.',
    hint: 'Check its address, name and key in the settings.',
  },
  limit_reached: { sentence: 'The run reached a limit.', hint: 'Raise the limit.' },
  port_in_use: { sentence: 'The port is in use.', hint: 'Choose another port.' },
  audit_broken: {
    sentence: 'The audit log was modified.',
    hint: 'Keep a copy, and find out who or what changed it.',
  },
  audit_unavailable: {
    sentence: 'The audit log cannot be written, so actions are refused.',
    hint: 'Free disk space, or make the profile folder writable, then try again. Looking still works.',
  },
  rate_limited: { sentence: 'Too many calls.', hint: 'Wait a moment and try again.' },
  busy: { sentence: 'Another operation of this kind is running.', hint: 'Stop it first.' },
  internal: { sentence: 'Something went wrong inside Deskscope.', hint: 'The log has the details.' },
} as const satisfies Record<string, { sentence: string; hint: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** Whether an action reached its target before it failed. */
export type Delivery = 'not_delivered' | 'delivered' | 'unknown';

/** Serialized form of an error. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly delivery?: Delivery;
  /** Machine-readable extras, e.g. `candidates` of `multiple_matches`. Plain JSON. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

export interface AppErrorOptions {
  readonly hint?: string;
  readonly delivery?: Delivery;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A known failure. Without a message it uses the catalogue's sentence. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly delivery: Delivery | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message?: string, options: AppErrorOptions = {}) {
    super(message ?? errorCatalog[code].sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint ?? errorCatalog[code].hint;
    this.delivery = options.delivery;
    this.data = options.data;
  }
}

/** Converts anything thrown for serialization: known errors in full, unknown ones as `internal` without detail. */
export function toWire(error: unknown): WireError {
  if (!(error instanceof AppError)) {
    if (isAbort(error)) return toWire(new AppError('cancelled'));
    return toWire(new AppError('internal'));
  }
  return {
    code: error.code,
    message: error.message,
    hint: error.hint,
    ...(error.delivery && { delivery: error.delivery }),
    ...(error.data && { data: error.data }),
  };
}

export function fromWire(wire: WireError): AppError {
  return new AppError(wire.code, wire.message, {
    hint: wire.hint,
    ...(wire.delivery && { delivery: wire.delivery }),
    ...(wire.data && { data: wire.data }),
  });
}

/** True for the default error of an aborted `AbortSignal`. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
