import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { atomicWrite } from '../../base/files/atomic-write.ts';

/** The server's own, in the profile, each readable by the user alone. */
export const tokenFiles = { full: 'mcp-token', read: 'mcp-token-read' } as const;

const kept = z.object({ version: z.literal(1), tokens: z.record(z.string(), z.string().regex(/^[\w-]{43}$/)) });

/** One token per client, so that each can be revoked separately. They open the same as the full token. */
export interface ClientTokens {
  readonly file: string;
  /** Ids of clients by their tokens, from the current file: the command line writes it as well. */
  holders(): ReadonlyMap<string, string>;
  /** Undefined if it has none. */
  of(client: string): string | undefined;
  /** A client's token; created if it has none. */
  make(client: string): Promise<string>;
  /** Its holder is refused from now on. */
  revoke(client: string): Promise<void>;
}

/** In the profile, readable by the user alone. */
export function createClientTokens(profile: string): ClientTokens {
  const file = path.join(profile, 'client-tokens.json');
  let known: { readonly stamp: string; readonly tokens: Readonly<Record<string, string>> } = { stamp: '', tokens: {} };
  const read = (): Readonly<Record<string, string>> => {
    const stamp = stampOf(file);
    if (stamp !== known.stamp) known = { stamp, tokens: tokensIn(file) };
    return known.tokens;
  };
  const write = async (tokens: Readonly<Record<string, string>>) => {
    await mkdir(profile, { recursive: true, mode: 0o700 });
    await atomicWrite(file, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`);
    known = { stamp: '', tokens: {} };
  };
  return {
    file,
    holders: () => new Map(Object.entries(read()).map(([client, token]) => [token, client])),
    of: (client) => (Object.hasOwn(read(), client) ? read()[client] : undefined),
    async make(client) {
      const tokens = read();
      const token =
        (Object.hasOwn(tokens, client) ? tokens[client] : undefined) ?? randomBytes(32).toString('base64url');
      if (!Object.hasOwn(tokens, client)) await write({ ...tokens, [client]: token });
      return token;
    },
    async revoke(client) {
      const { [client]: token, ...others } = read();
      if (token !== undefined) await write(others);
    },
  };
}

/** All tokens for the server of a profile, running or not, and the caller's: it may be another process's. */
export function tokensKeptIn(profile: string | undefined): readonly string[] {
  if (profile === undefined) return [];
  const own = Object.values(tokenFiles).map((name) => textIn(path.join(profile, name)).trim());
  return [...own.filter((token) => token !== ''), ...Object.values(tokensIn(path.join(profile, 'client-tokens.json')))];
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return [mtimeMs, size, ino].join(' ');
  } catch {
    return 'none';
  }
}

/** An unreadable file opens nothing. */
function tokensIn(file: string): Readonly<Record<string, string>> {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8'))).tokens;
  } catch {
    return {};
  }
}
