import { quoted } from '../../foreign-text.ts';
import { describeElement } from './element.ts';
import type { TreeChange, TreeRow } from '../runs/trace.ts';

export interface ChangeLine {
  readonly sign: '+' | '−' | '~';
  readonly text: string;
}

/** What a person reads of the difference, what changed first. */
export function changeLines({ added, removed, changed }: TreeChange): readonly ChangeLine[] {
  return [
    ...changed.map((one) => ({ sign: '~' as const, text: `${describeElement(one.after)}: ${differences(one)}` })),
    ...added.map((row) => ({ sign: '+' as const, text: describeElement(row) })),
    ...removed.map((row) => ({ sign: '−' as const, text: describeElement(row) })),
  ];
}

function differences({ before, after }: { readonly before: TreeRow; readonly after: TreeRow }): string {
  const parts: string[] = [];
  if (before.name !== after.name) parts.push(`name ${quoted(before.name)} → ${quoted(after.name)}`);
  if (before.value !== after.value) parts.push(`value ${quoted(before.value ?? '')} → ${quoted(after.value ?? '')}`);
  const gained = after.states.filter((state) => !before.states.includes(state)).map((state) => `now ${state}`);
  const lost = before.states.filter((state) => !after.states.includes(state)).map((state) => `no longer ${state}`);
  parts.push(...gained, ...lost);
  return parts.join(', ') || 'moved';
}
