import { z } from 'zod';

/** The name of our entry in every client's file. */
export const entryName = 'deskscope';

/** How a client reaches us: over HTTP, or by starting the bridge. */
export interface Connection {
  readonly url: string;
  readonly token: string;
  /** A client's own token; undefined if the server accepts only {@link token}. */
  readonly tokenOf?: (client: string) => string | undefined;
  readonly bridge: Program;
  /** A server that the client starts itself, instead of the app's. */
  readonly server?: Program;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The connection in a client's file, in our terms. */
export type Wire =
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | ({ readonly kind: 'stdio' } & Program);

/** How a client spells an entry. */
export type Shape =
  | {
      readonly kind: 'http';
      /** The keys that hold address and headers. */
      readonly url: string;
      /** Missing if the client has a key for the token alone. */
      readonly headers?: string;
      readonly token?: string;
      /** Constant fields beside them. */
      readonly fixed: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'stdio' };

/** How a client spells an entry with a program that it starts. */
export interface ProgramShape {
  /** The keys that hold the program, its arguments (null if they are in one list with it), and variables. */
  readonly command: string;
  readonly args: string | null;
  readonly env: string;
  /** Constant fields beside them. */
  readonly fixed: Readonly<Record<string, unknown>>;
}

const strings = z.record(z.string(), z.string());

export const plainProgram: ProgramShape = { command: 'command', args: 'args', env: 'env', fixed: {} };

export type Entry = Readonly<Record<string, unknown>>;

/** Without an empty table of variables: some clients would start the program without their own. */
export function programEntry({ command, args, env, fixed }: ProgramShape, program: Program): Entry {
  const started =
    args === null
      ? { [command]: [program.command, ...program.args] }
      : { [command]: program.command, [args]: [...program.args] };
  return { ...fixed, ...started, ...(Object.keys(program.env).length > 0 && { [env]: { ...program.env } }) };
}

/** Reads such an entry back; null if it starts nothing. */
export function programIn({ command, args, env }: ProgramShape, entry: unknown): Wire | null {
  const list = z.array(z.string());
  const shape = z.object({
    [command]: args === null ? list.min(1) : z.string().transform((one) => [one]),
    ...(args !== null && { [args]: list.default([]) }),
    [env]: strings.default({}),
  });
  const parsed = shape.safeParse(entry);
  if (!parsed.success) return null;
  const read = parsed.data as Readonly<Record<string, unknown>>;
  const [program = '', ...more] = read[command] as string[];
  const rest = args === null ? more : (read[args] as string[]);
  return { kind: 'stdio', command: program, args: rest, env: read[env] as Record<string, string> };
}

export function entryOf(shape: Shape, { url, token, bridge }: Connection): Entry {
  if (shape.kind === 'stdio') return { command: bridge.command, args: [...bridge.args], env: { ...bridge.env } };
  return {
    ...shape.fixed,
    [shape.url]: url,
    ...(shape.headers !== undefined && { [shape.headers]: { Authorization: `Bearer ${token}` } }),
    ...(shape.token !== undefined && { [shape.token]: token }),
  };
}

/** Reads an entry back; null if it is none that we could have written. */
export function wireOf(shape: Shape, entry: unknown): Wire | null {
  if (shape.kind === 'stdio') {
    const parsed = z
      .object({ command: z.string(), args: z.array(z.string()).default([]), env: strings.default({}) })
      .safeParse(entry);
    return parsed.success ? { kind: 'stdio', ...parsed.data } : null;
  }
  const parsed = z.looseObject({ [shape.url]: z.url() }).safeParse(entry);
  if (!parsed.success) return null;
  const url = parsed.data[shape.url] as string;
  if (shape.token !== undefined) {
    const token = z.string().safeParse(parsed.data[shape.token]);
    return { kind: 'http', url, headers: token.success ? { Authorization: `Bearer ${token.data}` } : {} };
  }
  const headers = strings.default({}).safeParse(parsed.data[shape.headers ?? '']);
  return headers.success ? { kind: 'http', url, headers: headers.data } : null;
}

/**
 * The required fields of the entry, plus the user's additions to the old one (`autoApprove`, fewer tools, a timeout).
 */
export function mergeEntry(old: unknown, entry: Entry): Entry {
  if (typeof old !== 'object' || old === null || Array.isArray(old)) return entry;
  return { ...entry, ...Object.fromEntries(Object.entries(old).filter(([key]) => !ownKeys.has(key))) };
}

/** Keys that define how, and whether, to connect, in any client's spelling: none of an old entry's may survive. */
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
  'env_vars',
  'apiKey',
  'required',
  'enabled',
  'disabled',
]);
