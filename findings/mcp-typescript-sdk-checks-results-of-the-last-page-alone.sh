#!/usr/bin/env bash
# The client of the MCP SDK 1 for TypeScript checks results against their output schema only for tools of the page that it listed last.
#
# One would expect a result that breaks the output schema of its tool to be refused, always or never. The client remembers the schemas when
# it lists tools, and forgets those of the page before with every further page: the same wrong result is handed on before any tools are
# listed, refused after the first page, and handed on again once the second page was read. Servers with many tools are so the least checked.
# SDK 2 (@modelcontextprotocol/client 2.4.0) reads all pages by itself, and refuses it.
#
# Seen with @modelcontextprotocol/sdk 1.32.2 on Node.js 20.
# Exits 0 while this is so, 1 once the result is refused after both pages, 2 where it cannot be set up.
set -u
command -v node >/dev/null && command -v npm >/dev/null || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && echo '{"type":"module"}' >package.json
npm install --no-audit --no-fund --ignore-scripts @modelcontextprotocol/sdk@1.32.2 >/dev/null 2>&1 || exit 2
cat >server.js <<'JS'
import { createInterface } from 'node:readline';

const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));

const inputSchema = { type: 'object' };
const outputSchema = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] };

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (result) => send({ id, result });
  if (method === 'initialize') {
    answer({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'server', version: '1' } });
  }
  if (method === 'tools/list') {
    if (params?.cursor) answer({ tools: [{ name: 'other', inputSchema }] });
    else answer({ tools: [{ name: 'count', inputSchema, outputSchema }], nextCursor: 'second' });
  }
  if (method === 'tools/call') answer({ content: [], structuredContent: { count: 'many' } });
});
JS
cat >client.js <<'JS'
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const client = new Client({ name: 'client', version: '1' });
await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server.js'] }));
const call = async () => {
  try {
    return JSON.stringify((await client.callTool({ name: 'count' })).structuredContent);
  } catch (error) {
    return `refused: ${error.message}`;
  }
};
const before = await call();
const { nextCursor } = await client.listTools();
const first = await call();
await client.listTools({ cursor: nextCursor });
const both = await call();
console.log(`saw before listing: ${before}`);
console.log(`saw after the first page: ${first}`);
console.log(`saw after both pages: ${both}`);
if (!first.startsWith('refused')) process.exit(2);
process.exit(both.startsWith('refused') ? 1 : 0);
JS
timeout 60 node client.js 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
