import { keyAmong, namesOf, nearestKeys } from '../tools/find-tool.ts';
import type { Connection } from './connection.ts';
import type { McpToolInfo } from './tool-call.ts';

export interface Entry {
  readonly info: McpToolInfo;
  readonly connection: Connection;
}

/** The tools of one Computer by key. The first of a name has it alone; others are known with their server: `S2.pid`. */
export interface ToolRegistry {
  /** False where a server has two tools of one name. */
  add(entry: Entry): boolean;
  /** By every name that tools go by. */
  find(name: string): Entry | undefined;
  /** Keys that look like this name, nearest first. */
  near(name: string): readonly string[];
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
      const holder = (key: string) => {
        const held = byKey.get(key);
        return held && named(held.info);
      };
      const key = keyAmong(named(entry.info), holder);
      if (key === null) return false;
      byKey.set(key, { ...entry, info: { ...entry.info, tool_key: key } });
      return true;
    },
    find: (name) => byKey.get(name) ?? entries().find(({ info }) => namesOf(named(info)).includes(name)),
    near: (name) =>
      nearestKeys(
        name,
        entries().map(({ info }) => named(info)),
      ),
    remove(connection) {
      for (const [key, entry] of byKey) if (entry.connection === connection) byKey.delete(key);
    },
  };
}

function named({ tool_type: type, namespace, tool_name: name }: McpToolInfo) {
  return { type, namespace, name };
}
