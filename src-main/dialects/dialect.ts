import type { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import { toolKey, type ToolCall } from '#contract/model/tools/tool-call';
import type { WindowMatch } from '#contract/model/windows/window';
import type { Gap } from './gaps.ts';

/** A tool call by name, as written in scripts and stored in traces. */
export interface Call {
  readonly tool: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call to read, and what else is known: the step that it was exported from, or the log that it is in. */
export interface KnownCall
  extends Call, Partial<Pick<Step, 'action' | 'target' | 'onto' | 'ontoWindow' | 'until' | 'windowBounds'>> {
  /** The window that earlier calls selected. */
  readonly window: WindowMatch;
}

/** With the id and time of an earlier version of the step. */
export type StepDraft = Pick<Step, 'action' | 'target' | 'window'> & Partial<Step>;

/** What a call means: steps, another window for later calls, or the reason why it is no step. */
export type FromCall =
  | { readonly steps: readonly StepDraft[] }
  | { readonly window: WindowMatch }
  | { readonly leftOut: string };

/** A tool whose calls are written and read. */
interface ReadableTool<In extends z.ZodObject> {
  readonly namespace: string;
  readonly input: In;
}

/** How the calls of one tool are read as steps. */
export interface Reader extends ReadableTool<z.ZodObject> {
  /** @throws AppError `invalid_parameter` naming the field */
  read(call: KnownCall): FromCall;
}

/** The tools that can express a step: one switch over the action writes calls, and a table by tool reads them. */
export interface Dialect {
  /**
   * @param secret returns the placeholder of a secret's text @throws AppError `invalid_parameter` for a step that it cannot
   * express
   */
  write(step: Step, secret: (name: string) => string): Call;
  readonly readers: Readonly<Record<string, Reader>>;
  /** What its calls do not express of their steps. */
  readonly gaps: readonly Gap[];
  /** Step properties that its calls express by their presence. */
  readonly expresses: readonly (keyof Step)[];
}

/** @param read gets the arguments as parsed by the tool's schema */
export function reader<In extends z.ZodObject>(
  { namespace, input }: ReadableTool<In>,
  read: (given: z.output<In>, call: KnownCall) => FromCall,
): Reader {
  return { namespace, input, read: (call) => read(readParameters(input, call), call) };
}

/** @throws AppError `invalid_parameter` naming the field */
export function readParameters<S extends z.ZodType>(schema: S, { parameters }: Call): z.output<S> {
  const parsed = schema.safeParse(parameters);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = ['parameters', ...(issue?.path ?? [])].join('.');
  throw new AppError('invalid_parameter', `${field}: ${issue?.message ?? 'unreadable'}`);
}

/** A call for a step that cannot be expressed; every runner refuses it. */
const unsupported = { tool: 'unsupported', namespace: 'AppUIExecutor', parameters: {} } as const;

/** A step as an MCPToolCall. A step that the dialect cannot express becomes `unsupported`, with the reason in its description. */
export function toToolCall(dialect: Dialect, step: Step, secret: (name: string) => string): ToolCall {
  const { tool, namespace, parameters, why } = writtenOr(dialect, step, secret);
  return {
    tool_key: toolKey('action', tool),
    tool_name: tool,
    namespace,
    tool_type: 'action',
    description: describeStep(step) + (why === undefined ? '' : `: cannot be said. ${why}`),
    parameters,
  };
}

function writtenOr(dialect: Dialect, step: Step, secret: (name: string) => string) {
  try {
    const { tool, parameters } = dialect.write(step, secret);
    return { tool, namespace: readerOf(dialect, tool).namespace, parameters, why: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...unsupported, why: error.message };
  }
}

function readerOf({ readers }: Dialect, tool: string): Reader {
  const found = Object.hasOwn(readers, tool) ? readers[tool] : undefined;
  if (found) return found;
  throw new AppError('invalid_parameter', `There is no reader for calls of ${quoted(tool)}.`);
}
