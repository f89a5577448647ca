import { toolKey, type ToolType } from '#contract/model/tools/tool-call';
import type { Tool } from '../tools/define-tool.ts';
import { inputSchema, outputSchema } from '../tools/registry.ts';
import type { McpServer } from './servers/server.ts';

type Json = Readonly<Record<string, unknown>>;

/** UFO's `MCPToolInfo`, field by field. */
export interface McpToolInfo {
  /** `action::click_input`: type and name; the namespace is no part of it. */
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

/** A tool that no server of a Computer told of. */
export function infoOf(tool: Tool): McpToolInfo {
  const { name, namespace, type, title, description } = tool;
  return {
    tool_key: toolKey(type, name),
    tool_name: name,
    title,
    namespace,
    tool_type: type,
    description,
    input_schema: inputSchema(tool),
    output_schema: outputSchema(tool) ?? null,
    meta: null,
    annotations: null,
  };
}

/** UFO's `MCPToolCall`: a tool, its server, and what to call it with. */
export interface McpToolCall extends McpToolInfo {
  readonly parameters: Json | null;
  readonly mcp_server: McpServer;
}

/** What running a call needs of it. Everything else is the registry's. */
export type ToolRequest = Pick<McpToolCall, 'tool_key'> & { readonly parameters?: Json | null };

/** A call without what cannot leave this process. */
export function toolInfo(call: McpToolCall): McpToolInfo {
  const { parameters: _, mcp_server: __, ...info } = call;
  return info;
}
