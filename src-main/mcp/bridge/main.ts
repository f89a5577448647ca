/**
 * `bridge.js ENDPOINT-FILE [CLIENT]`: plain Node in a single file. Started by MCP clients that launch a program (Claude
 * Desktop; on Windows the app itself has no standard input). Ends with its input.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createBridge, notRunning } from './bridge.ts';
import { isRecord, readLine, type Message } from './message.ts';
import type { Endpoint } from './wire.ts';

const [, , file = '', client] = process.argv;

/** The endpoint from the running app's file, or from the variables. */
function endpoint(): Endpoint {
  const { DESKSCOPE_URL: url, DESKSCOPE_TOKEN: token } = process.env;
  if (url && token) return { url, token };
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(notRunning);
  }
  if (isRecord(parsed) && typeof parsed['url'] === 'string' && typeof parsed['token'] === 'string') {
    return { url: parsed['url'], token: client === undefined ? parsed['token'] : tokenOf(client) };
  }
  throw new Error(`${file} does not say where Deskscope is: restart Deskscope.`);
}

/** The client's own, and no other in its place. */
function tokenOf(client: string): string {
  let kept: unknown;
  try {
    kept = JSON.parse(readFileSync(join(dirname(file), 'client-tokens.json'), 'utf8'));
  } catch {
    kept = null;
  }
  const tokens = isRecord(kept) && isRecord(kept['tokens']) ? kept['tokens'] : {};
  const token = Object.hasOwn(tokens, client) ? tokens[client] : undefined;
  if (typeof token === 'string') return token;
  throw new Error(
    'Deskscope has no token for this client, or took it back: connect it again in the MCP view of Deskscope.',
  );
}

const write = (message: Message) => void process.stdout.write(`${JSON.stringify(message)}\n`);
const bridge = createBridge(endpoint, write);

let queue = Promise.resolve();
const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on('line', (line) => {
  if (line.trim() === '') return;
  const { passed, refused } = readLine(line);
  refused.forEach(write);
  for (const message of passed) queue = queue.then(() => bridge.receive(message));
});
// A client that dies closes both ends; the order does not matter.
lines.on('close', () => void bridge.close().finally(() => process.exit(0)));
process.stdout.on('error', () => process.exit(0));
