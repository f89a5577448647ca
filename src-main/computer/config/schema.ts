import { z } from 'zod';
import { isDocumented } from '../servers/document-names.ts';

/** UFO's time limit for one tool call, in seconds. */
export const defaultTimeoutSeconds = 6_000;

const word = z.string().min(1);
const seconds = z.number().positive().max(2_000_000);
/** A number, also as the text that a variable gave. */
const portNumber = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().min(1).max(65_535));
/** YAML parses `8080` and `true` as number and boolean; headers and variables are text. */
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const texts = z.record(word, scalar);

const common = {
  /** True: each Computer gets its own server, which ends with it. False: they share one. */
  reset: z.boolean().default(false),
};

const remote = {
  ...common,
  namespace: word.optional(),
  /** The effect of its tools, if the server itself does not report it; acting asks the user. */
  effect: z.enum(['observe', 'act']).optional(),
};

const local = z.strictObject({
  type: z.literal('local'),
  namespace: word,
  /** UFO's documents give its Python module here; the last word of that names one of our servers. */
  module: word.optional(),
  ...common,
});

const http = z.strictObject({
  type: z.literal('http'),
  ...remote,
  host: word.default('localhost'),
  port: portNumber.default(8_000),
  path: z.string().startsWith('/').default('/mcp'),
  /** Instead of host, port and path; for https. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  headers: texts.default({}),
});

const stdio = z.strictObject({
  type: z.literal('stdio'),
  ...remote,
  command: word.default('python'),
  start_args: z.array(scalar).default([]),
  /** Beside a few harmless ones such as PATH and HOME, no variable is handed on that does not stand here. */
  env: texts.default({}),
  cwd: word.default('.'),
  /** `modern` for servers of the 2026 wire era only; such a server is started twice, the first time to ask. */
  era: z.enum(['legacy', 'modern']).default('legacy'),
});

/** The documents' own servers are there without a type as well. */
function withType(server: unknown): unknown {
  const { type, namespace } = Object(server) as { readonly type?: unknown; readonly namespace?: unknown };
  if (type !== undefined || typeof namespace !== 'string' || !isDocumented(namespace)) return server;
  return { ...(server as object), type: 'local' };
}

export const serverConfig = z.preprocess(withType, z.discriminatedUnion('type', [local, http, stdio]));
export type ServerConfig = Readonly<z.output<typeof serverConfig>>;
export type RemoteConfig = Exclude<ServerConfig, { type: 'local' }>;

const servers = z
  .array(serverConfig)
  .nullish()
  .transform((list) => list ?? []);

const limits = {
  /** Seconds one call may take; {@link defaultTimeoutSeconds} by default, and our own tools then keep their own limits. */
  timeout: seconds.optional(),
  /** The same for single tools, by name. */
  timeouts: z.record(word, seconds).default({}),
};

const computer = z.strictObject({ data_collection: servers, action: servers, ...limits });
export type ComputerConfig = Readonly<z.output<typeof computer>>;

/** UFO's `mcp.yaml`: agent, then `default` or the root name of an app, then its servers. */
export const agentsConfig = z.record(word, z.record(word, computer));
export type AgentsConfig = Readonly<z.output<typeof agentsConfig>>;

/** The other shape of UFO's documents: the same servers for every agent. */
export const sharedConfig = z.strictObject({ data_collection_servers: servers, action_servers: servers, ...limits });

/** The agent whose servers apply to agents without their own. */
export const anyAgent = '*';

/** The valid keys at each place, for suggestions about misspelled ones. */
export const knownKeys = {
  shared: Object.keys(sharedConfig.shape),
  computer: Object.keys(computer.shape),
  local: Object.keys(local.shape),
  http: Object.keys(http.shape),
  stdio: Object.keys(stdio.shape),
} as const;
