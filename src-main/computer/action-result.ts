import type { CallToolResult } from '@modelcontextprotocol/client';
import { toWire } from '#contract/errors';

type Json = Readonly<Record<string, unknown>>;

/** UFO's `CallToolResult`. */
export interface ActionResult {
  readonly content: CallToolResult['content'];
  readonly structured_content: Json | null;
  /** What the tool answered: its value, unwrapped; a picture as data URL; else its text. Null where it failed. */
  readonly data: unknown;
  readonly is_error: boolean;
}

/** @param outputSchema of the tool, where its server gave one */
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
  return textOf(content);
}

/** FastMCP says so in the schema; ours announce none, and wrap what is no object beside a note at most. */
function isWrapped(structured: Json, outputSchema: Json | null): boolean {
  if (outputSchema) return outputSchema['x-fastmcp-wrap-result'] === true;
  return 'result' in structured && Object.keys(structured).every((key) => key === 'result' || key === 'note');
}

/** Every line of text of a result. */
export function textOf(content: CallToolResult['content']): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
