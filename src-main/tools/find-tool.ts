import { editsBetween } from '../base/edits-between.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { toolKey } from '#contract/model/tool-call';
import type { Tool } from './define-tool.ts';

/** Finds tools by every name they go by. @throws AppError `not_found` listing near names */
export type FindTool = (key: string) => Tool;

type Named = Pick<Tool, 'type' | 'namespace' | 'name'>;

/** Where two tools share one of their other names, the first has it; keys must differ. */
export function createFindTool(tools: readonly Tool[]): FindTool {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    const key = toolKey(tool.type, tool.name);
    if (byName.has(key)) throw new Error(`Two tools are called ${key}.`);
    for (const name of namesOf(tool)) if (!byName.has(name)) byName.set(name, tool);
  }
  return (key) => {
    const tool = byName.get(key);
    if (tool) return tool;
    const near = nearestKeys(key, tools);
    throw new AppError('not_found', `There is no tool ${quoted(key)}.`, {
      hint: near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'List the tools and use one of their names.',
      delivery: 'not_delivered',
      data: { near },
    });
  };
}

/** `action::click_input` is the key; `action.click_input`, `AppUIExecutor.click_input` and the bare name mean the same. */
export function namesOf({ type, namespace, name }: Named): readonly string[] {
  return [toolKey(type, name), `${type}.${name}`, `${namespace}.${name}`, name];
}

/** Keys of tools whose name looks like this one, nearest first. */
export function nearestKeys(key: string, tools: readonly Named[]): string[] {
  const bare = key.split(/::|\./).at(-1) ?? key;
  return tools
    .map((tool) => ({ key: toolKey(tool.type, tool.name), edits: editsBetween(bare, tool.name) }))
    .filter(({ edits }) => edits <= Math.max(2, bare.length / 2))
    .sort((a, b) => a.edits - b.edits)
    .filter(({ edits }, _, [best]) => edits <= (best?.edits ?? 0) + 1)
    .slice(0, 3)
    .map((found) => found.key);
}
