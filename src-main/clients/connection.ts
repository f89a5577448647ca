import { z } from 'zod';

/** What the entry in every client's file is called. */
export const entryName = 'deskscope';

/** How a client reaches us: over HTTP, or by starting the bridge. */
export interface Connection {
  readonly url: string;
  readonly token: string;
  /** The own token of a client; missing where the server takes none but {@link token}. */
  readonly tokenOf?: (client: string) => string | undefined;
  readonly bridge: Program;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What a client's file says, in our words. */
export type Wire =
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | ({ readonly kind: 'stdio' } & Program);

/** How a client spells an entry. */
export type Shape =
  | {
      readonly kind: 'http';
      /** The keys that hold address and headers. */
      readonly url: string;
      readonly headers: string;
      /** What stands beside them. */
      readonly fixed: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'stdio' };

export type Entry = Readonly<Record<string, unknown>>;

export function entryOf(shape: Shape, { url, token, bridge }: Connection): Entry {
  if (shape.kind === 'stdio') return { command: bridge.command, args: [...bridge.args], env: { ...bridge.env } };
  return { ...shape.fixed, [shape.url]: url, [shape.headers]: { Authorization: `Bearer ${token}` } };
}

const strings = z.record(z.string(), z.string());

/** Reads an entry back; null where it is none that we could have written. */
export function wireOf(shape: Shape, entry: unknown): Wire | null {
  if (shape.kind === 'stdio') {
    const parsed = z
      .object({ command: z.string(), args: z.array(z.string()).default([]), env: strings.default({}) })
      .safeParse(entry);
    return parsed.success ? { kind: 'stdio', ...parsed.data } : null;
  }
  const parsed = z.object({ [shape.url]: z.url(), [shape.headers]: strings.default({}) }).safeParse(entry);
  if (!parsed.success) return null;
  const { [shape.url]: url, [shape.headers]: headers } = parsed.data;
  return { kind: 'http', url: url as string, headers: headers as Record<string, string> };
}

/** What the entry must say now, and what else the user made of the old one (`autoApprove`, fewer tools, a timeout). */
export function mergeEntry(old: unknown, entry: Entry): Entry {
  if (typeof old !== 'object' || old === null || Array.isArray(old)) return entry;
  return { ...entry, ...Object.fromEntries(Object.entries(old).filter(([key]) => !ownKeys.has(key))) };
}

/** Keys that say how to connect, and whether, in any client's spelling: of an old entry none of them may survive. */
const ownKeys = new Set([
  'type',
  'source',
  'transport',
  'url',
  'httpUrl',
  'serverUrl',
  'uri',
  'headers',
  'http_headers',
  'bearer_token_env_var',
  'command',
  'cmd',
  'args',
  'env',
  'envs',
  'environment',
  'enabled',
  'disabled',
]);
