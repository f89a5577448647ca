import { lines, pageOf, type PageOptions } from './answers/page.ts';
import type { ToolResult } from './define-tool.ts';
import { harmlessJson } from '#contract/foreign-text';

/** A list as a result: JSON text for the model, the same as data, and a note on omissions. */
export function listResult(items: readonly unknown[], note?: string): ToolResult {
  return { text: harmlessJson(items), data: items, ...(note && { note }) };
}

/** As many items as fit, from `offset` on; the note explains how to request the rest. */
export function listPage<T>(
  all: readonly T[],
  shape: (item: T) => unknown,
  options: PageOptions & { readonly note?: string | undefined },
): ToolResult {
  const page = pageOf(
    all,
    (item, room) => {
      const data = room.short(shape(item));
      return { text: harmlessJson(data), data };
    },
    options,
  );
  return listResult(
    page.items.map(({ data }) => data),
    lines(page.note, options.note),
  );
}
