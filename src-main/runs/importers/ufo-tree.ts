import { z } from 'zod';
import { controlTypes } from '#contract/model/elements/element';
import type { TreeRow } from '#contract/model/runs/trace';

/** A trace shows no more of a tree. */
const mostRows = 2_000;

const node = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  control_type: z.string().nullish(),
  rectangle: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }).nullish(),
  children: z.array(z.unknown()).nullish(),
});

/** The tree of a window as UFO keeps it in `ui_trees/`; it knows no states and no values. */
export function rowsOfTree(text: string | null): readonly TreeRow[] | undefined {
  if (text === null) return undefined;
  const rows: TreeRow[] = [];
  const waiting: { readonly value: unknown; readonly parent: string | null; readonly depth: number }[] = [
    { value: parsed(text), parent: null, depth: 0 },
  ];
  for (let next = waiting.pop(); next && rows.length < mostRows; next = waiting.pop()) {
    const { parent, depth } = next;
    const read = node.safeParse(next.value).data;
    if (!read) continue;
    const { id, name, control_type: type, rectangle, children } = read;
    rows.push({
      id,
      parent,
      depth,
      controlType: controlTypes.find((known) => known === type) ?? 'Custom',
      role: type ?? '',
      name: name ?? '',
      automationId: '',
      value: null,
      states: [],
      bounds: rectangle ? boundsOf(rectangle) : null,
    });
    for (const value of [...(children ?? [])].reverse()) waiting.push({ value, parent: id, depth: depth + 1 });
  }
  return rows.length > 0 ? rows : undefined;
}

function boundsOf({ left, top, right, bottom }: NonNullable<z.output<typeof node>['rectangle']>): TreeRow['bounds'] {
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
