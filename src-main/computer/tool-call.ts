import type { CallToolResult } from '@modelcontextprotocol/client';
import { toolKey, type ToolType } from '#contract/model/tools/tool-call';
import { toWire } from '#contract/errors';
import type { Tool } from '../tools/define-tool.ts';
import { inputSchema, outputSchema } from '../tools/registry.ts';
import type { McpServer } from './servers/server.ts';

type Json = Readonly<Record<string, unknown>>;

/** UFO's `MCPToolInfo`, field by field. */
export interface McpToolInfo {
  /** `action::click_input`: type and name; the namespace is not part of it. */
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

/** A tool that no server of a Computer listed. */
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

/** The part of a call that is needed to run it; the rest belongs to the registry. */
export type ToolRequest = Pick<McpToolCall, 'tool_key'> & { readonly parameters?: Json | null };

/** A call without the parts that cannot leave this process. */
export function toolInfo(call: McpToolCall): McpToolInfo {
  const { parameters: _, mcp_server: __, ...info } = call;
  return info;
}

/** UFO's `CallToolResult`. */
export interface ActionResult {
  readonly content: CallToolResult['content'];
  readonly structured_content: Json | null;
  /** The tool's answer: its value, unwrapped; a picture as data URL; else its text. Null if it failed. */
  readonly data: unknown;
  readonly is_error: boolean;
}

/** @param outputSchema of the tool, if its server gave one */
export function toActionResult(result: CallToolResult, outputSchema: Json | null): ActionResult {
  const { content, structuredContent, isError = false } = result;
  const structured = (structuredContent ?? null) as Json | null;
  const data = isError ? null : dataOf(result, structured, outputSchema);
  return { content, structured_content: structured, data, is_error: isError };
}

/** A failure of the Computer itself, before or beside the tool. */
export function failedAction(error: unknown): ActionResult {
  const wire = toWire(error);
  return {
    content: [{ type: 'text', text: `${wire.message}\n${wire.hint}` }],
    structured_content: { ok: false, error: { ...wire } },
    data: null,
    is_error: true,
  };
}

function dataOf({ content }: CallToolResult, structured: Json | null, outputSchema: Json | null): unknown {
  if (structured) return isWrapped(structured, outputSchema) ? structured['result'] : structured;
  for (const block of content) if (block.type === 'image') return `data:${block.mimeType};base64,${block.data}`;
  return contentText(content);
}

/** FastMCP marks it in the schema; our servers announce none, and wrap a value that is no object only beside a note. */
function isWrapped(structured: Json, outputSchema: Json | null): boolean {
  if (outputSchema) return outputSchema['x-fastmcp-wrap-result'] === true;
  return 'result' in structured && Object.keys(structured).every((key) => key === 'result' || key === 'note');
}

/** Every line of text of a result. */
export function contentText(content: CallToolResult['content']): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
