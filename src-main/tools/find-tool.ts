import { editsBetween } from '../base/text-bounds.ts';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { toolKey } from '#contract/model/tools/tool-call';
import type { Tool } from './define-tool.ts';

/** Finds a tool by any of its names. @throws AppError `not_found` listing similar names */
export type FindTool = (key: string) => Tool;

type Named = Pick<Tool, 'type' | 'namespace' | 'name'>;

/** If two tools share an alias, the first one wins; keys must differ. */
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
  const withServer = `${namespace}.${name}`;
  return [toolKey(type, name), `${type}.${name}`, withServer, name, toolKey(type, withServer)];
}

/**
 * The key of a tool, given other tools' keys: its own or, if another server's tool has that, one with its server
 * (`action::S2.pid`). Null for a second tool of one name in one server.
 */
export function keyAmong(tool: Named, holder: (key: string) => Named | undefined): string | null {
  const own = toolKey(tool.type, tool.name);
  const first = holder(own);
  if (!first) return own;
  const withServer = toolKey(tool.type, `${tool.namespace}.${tool.name}`);
  return first.namespace === tool.namespace || holder(withServer) ? null : withServer;
}

/** Tools of several servers by their unique keys, in order. */
export function keyed(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const byKey = new Map<string, Tool>();
  for (const tool of tools) {
    const key = keyAmong(tool, (one) => byKey.get(one));
    if (key !== null) byKey.set(key, tool);
  }
  return byKey;
}

/** If several tools have the same key: the one of the named server (`S2.pid`), else the first. */
export function oneOfEach(name: string, tools: readonly Tool[]): readonly Tool[] {
  const [namespace] = (name.split('::').at(-1) ?? name).split('.');
  const firstOf = (tool: Tool) => (tool.namespace === namespace ? 0 : 1);
  const byKey = new Map<string, Tool>();
  for (const tool of [...tools].sort((a, b) => firstOf(a) - firstOf(b))) {
    const key = toolKey(tool.type, tool.name);
    if (!byKey.has(key)) byKey.set(key, tool);
  }
  return [...byKey.values()];
}

/**
 * Keys of tools with similar names, nearest first; without any, those that share most words: `click` is a part of `click_input`,
 * and `screenshot` of `capture_window_screenshot`.
 */
export function nearestKeys(key: string, tools: readonly Named[]): string[] {
  const words = wordsOf(key.split(/::|\./).at(-1) ?? key);
  const bare = words.join('_');
  const known = tools.map((tool) => {
    const own = wordsOf(tool.name);
    const shared = words.filter((word) => !general.has(word) && own.includes(word)).length;
    return { key: toolKey(tool.type, tool.name), edits: editsBetween(bare, own.join('_')), shared };
  });
  const alike = known
    .filter(({ edits }) => edits <= Math.max(2, bare.length / 2))
    .sort((a, b) => a.edits - b.edits)
    .filter(({ edits }, _, [best]) => edits <= (best?.edits ?? 0) + 1);
  const related = known
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.edits - b.edits)
    .filter(({ shared }, _, [best]) => shared === best?.shared);
  return (alike.length > 0 ? alike : related).slice(0, 3).map((found) => found.key);
}

/** Words of tool names that do not describe their purpose. */
const general: ReadonlySet<string> = new Set('get set do to at by in on for of the a'.split(' '));

/** `clickInput`, `Click-Input` and `click_input` are the same words. */
function wordsOf(name: string): readonly string[] {
  const parted = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  return parted
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}
