import { z } from 'zod';

/** What an agent can be shown. On its own, since who only names them needs no schema. */
export const toolSetNames = [
  'core',
  'ufo',
  'windows',
  'elements',
  'ui_automation',
  'skills',
  'checks',
  'desktops',
] as const;

export const toolType = z.enum(['data_collection', 'action']);
export type ToolType = z.output<typeof toolType>;

/** UFO's `MCPToolCall` as data: everything but the live server object. Exported scripts are lists of these. */
export const toolCall = z.object({
  tool_key: z.string(),
  tool_name: z.string(),
  namespace: z.string(),
  tool_type: toolType,
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** UFO's free field: an export keeps there what a call cannot report. */
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type ToolCall = Readonly<z.output<typeof toolCall>>;

/** What is in traces, logs, questions and results for text that nobody may see. */
export const mask = '•••';

export function toolKey(type: ToolType, name: string): string {
  return `${type}::${name}`;
}

/** Who asks for a tool call. `user`: the person at this machine, in our own window or a replay they started. */
export interface Caller {
  readonly kind: 'user' | 'replay' | 'agent' | 'cli';
  /** What to call them in a prompt and a trace, e.g. the MCP client's name. */
  readonly name: string;
  /** Of a replay: a person has allowed what this step starts, or reaches that may start something. */
  readonly mayStart?: true;
  /** Of a replay: its recording was made by this user here. It is asked about for the programs that it starts, and for nothing else. */
  readonly isOwn?: true;
}
