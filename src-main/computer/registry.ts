import { editsBetween } from '../base/edits-between.ts';
import type { Connection } from './connection.ts';
import type { McpToolInfo } from './tool-call.ts';

export interface Entry {
  readonly info: McpToolInfo;
  readonly connection: Connection;
}

/** The tools of one Computer by key; the first of a key wins. */
export interface ToolRegistry {
  /** False where the key was taken. */
  add(entry: Entry): boolean;
  /** By `action::click_input`, `action.click_input`, `AppUIExecutor.click_input`, or the bare name. */
  find(key: string): Entry | undefined;
  /** Keys that look like this one, nearest first. */
  near(key: string): readonly string[];
  /** In the order in which they came. */
  entries(): readonly Entry[];
  /** Takes out the tools of one server. */
  remove(connection: Connection): void;
}

export function createToolRegistry(): ToolRegistry {
  const byKey = new Map<string, Entry>();
  const entries = () => [...byKey.values()];
  return {
    entries,
    add(entry) {
      const { tool_key } = entry.info;
      if (byKey.has(tool_key)) return false;
      byKey.set(tool_key, entry);
      return true;
    },
    find(key) {
      return byKey.get(key) ?? entries().find(({ info }) => otherNames(info).includes(key));
    },
    near(key) {
      const bare = key.split(/::|\./).at(-1) ?? key;
      return entries()
        .map(({ info }) => ({ key: info.tool_key, edits: editsBetween(bare, info.tool_name) }))
        .filter(({ edits }) => edits <= Math.max(2, bare.length / 2))
        .sort((a, b) => a.edits - b.edits)
        .slice(0, 3)
        .map((found) => found.key);
    },
    remove(connection) {
      for (const [key, entry] of byKey) if (entry.connection === connection) byKey.delete(key);
    },
  };
}

function otherNames({ tool_type, namespace, tool_name }: McpToolInfo): readonly string[] {
  return [`${tool_type}.${tool_name}`, `${namespace}.${tool_name}`, tool_name];
}
