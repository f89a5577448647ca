import { z } from 'zod';
import { command } from '../../computer/commands.ts';
import type { CommandResult } from '../../computer/commands.ts';

/** UFO's Agent Interaction Protocol: `ServerMessage` and `ClientMessage` of microsoft/UFO, `aip/messages.py`. */
export const taskStatus = z.enum(['continue', 'completed', 'failed', 'ok', 'error']);
export type TaskStatus = z.output<typeof taskStatus>;

const text = z.string().nullish();

/** What a server sends. Fields that a device does not need are left out; unknown ones are allowed. */
export const serverMessage = z.object({
  type: z.enum(['task', 'heartbeat', 'task_end', 'command', 'error', 'device_info_request', 'device_info_response']),
  status: taskStatus,
  user_request: text,
  agent_name: text,
  process_name: text,
  root_name: text,
  actions: z.array(command).nullish(),
  error: text,
  session_id: text,
  task_name: text,
  response_id: text,
  result: z.unknown().optional(),
});
export type ServerMessage = Readonly<z.output<typeof serverMessage>>;

/** UFO's `Result`: five fields of a {@link CommandResult}. */
export type ActionResult = Pick<CommandResult, 'status' | 'error' | 'result' | 'namespace' | 'call_id'>;

export interface ClientMessage {
  readonly type: 'register' | 'heartbeat' | 'task' | 'command_results' | 'device_info_response' | 'error';
  readonly status: TaskStatus;
  readonly session_id?: string | null;
  readonly task_name?: string;
  readonly request?: string;
  readonly action_results?: readonly ActionResult[];
  readonly request_id?: string;
  readonly prev_response_id?: string | null;
  readonly error?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The message, or why it is none: a sentence. */
export function readServerMessage(data: string): ServerMessage | string {
  try {
    const read = serverMessage.safeParse(JSON.parse(data));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return `${issue?.path.join('.') || 'the message'}: ${issue?.message}`;
  } catch {
    return 'It is no JSON.';
  }
}

export function resultOf({ status, error, result, namespace, call_id }: CommandResult): ActionResult {
  return { status, error, result, namespace, call_id };
}
