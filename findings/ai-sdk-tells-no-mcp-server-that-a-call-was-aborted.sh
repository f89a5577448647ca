#!/usr/bin/env bash
# A tool call that is aborted in Vercel's AI SDK ends for the app, and goes on in the MCP server: it is never told.
#
# One would expect the abort signal of a call to become `notifications/cancelled`, as the MCP SDK sends it for the same signal. The MCP client
# of the AI SDK rejects the call at once and drops the answer when it comes. A server that types or clicks goes on with it while the app
# that pressed Stop believes it over, and has to notice otherwise: a new call, or the end of its input.
#
# Seen with @ai-sdk/mcp 2.0.99, beside it @modelcontextprotocol/sdk 1.32.2, on Node.js 20.
# Exits 0 while this is so, 1 once the server is told, 2 where it cannot be set up.
set -u
command -v node >/dev/null && command -v npm >/dev/null || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && echo '{"type":"module"}' >package.json
npm install --no-audit --no-fund --ignore-scripts @ai-sdk/mcp@2.0.99 @modelcontextprotocol/sdk@1.32.2 >/dev/null 2>&1 || exit 2
cat >server.js <<'JS'
import { createInterface } from 'node:readline';

const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));

import { appendFileSync } from 'node:fs';
const inputSchema = { type: 'object' };

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (result) => send({ id, result });
  if (method === 'initialize') {
    answer({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'server', version: '1' } });
  }
  if (method === 'tools/list') answer({ tools: [{ name: 'slow', inputSchema }] });
  if (method === 'tools/call') setTimeout(() => answer({ content: [] }), 2000);
  appendFileSync(process.env.LOG, `${method}\n`);
});
JS
cat >client.js <<'JS'
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const server = (LOG) => ({ command: process.execPath, args: ['server.js'], env: { ...process.env, LOG } });
const methods = (log) => readFileSync(log, 'utf8').trim().split('\n');
const ends = (call) => call.then(() => 'ends well', (error) => `ends: ${error.message}`);
const stop = () => AbortSignal.timeout(500);

const ai = await createMCPClient({ transport: new Experimental_StdioMCPTransport(server('ai.log')) });
const { slow } = await ai.tools();
console.log(`saw AI SDK: the call ${await ends(slow.execute({}, { toolCallId: '1', messages: [], abortSignal: stop() }))}`);
const sdk = new Client({ name: 'client', version: '1' });
await sdk.connect(new StdioClientTransport(server('sdk.log')));
console.log(`saw MCP SDK: the call ${await ends(sdk.callTool({ name: 'slow' }, undefined, { signal: stop() }))}`);
await sleep(2000);
console.log(`saw AI SDK's server told: ${methods('ai.log')}`);
console.log(`saw MCP SDK's server told: ${methods('sdk.log')}`);
const isTold = (log) => methods(log).includes('notifications/cancelled');
if (!isTold('sdk.log') || !methods('ai.log').includes('tools/call')) process.exit(2);
process.exit(isTold('ai.log') ? 1 : 0);
JS
timeout 60 node client.js 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
