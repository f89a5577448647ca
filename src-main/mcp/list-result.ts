import type { ToolResult } from './define-tool.ts';
import { harmlessJson } from '#contract/foreign-text';

/** A list as a result: JSON as text for the model, the same as data, and a note on what is missing. */
export function listResult(items: readonly unknown[], note?: string): ToolResult {
  return { text: harmlessJson(items), data: items, ...(note && { note }) };
}
