import { z } from 'zod';

export const toolType = z.enum(['data_collection', 'action']);
export type ToolType = z.output<typeof toolType>;

/** UFO's `MCPToolCall` as data: everything except the live server object. Exported scripts are lists of these. */
export const toolCall = z.object({
  tool_key: z.string(),
  tool_name: z.string(),
  namespace: z.string(),
  tool_type: toolType,
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** UFO's free-form field: exports store data here that a call has no field for. */
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type ToolCall = Readonly<z.output<typeof toolCall>>;

/** Placeholder for masked text in traces, logs, questions and results. */
export const mask = '•••';

export function toolKey(type: ToolType, name: string): string {
  return `${type}::${name}`;
}

/** The caller of a tool. `user`: the person at this machine, in our own window or a replay they started. */
export interface Caller {
  readonly kind: 'user' | 'replay' | 'agent' | 'cli';
  /** Its name in a prompt and a trace, e.g. the MCP client's. */
  readonly name: string;
  /** For a replay: the user has allowed this step's program, or that the step reaches one. */
  readonly mayStart?: true;
  /** For a replay: this user recorded it here. Only the programs it starts need a question. */
  readonly isOwn?: true;
}
