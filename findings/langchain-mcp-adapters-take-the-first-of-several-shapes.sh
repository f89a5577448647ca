#!/usr/bin/env bash
# LangChain's MCP adapters let a model send only the first of the shapes that an argument may have, where the server's schema says `oneOf`.
#
# One would expect the schema of a tool to reach the model as the server wrote it, or to be refused. The adapters replace `oneOf` and `anyOf`
# within an argument by the first of them, without a word, and check the arguments against that: an element that may be given as a point
# or as a name is a point for LangChain, and a name is refused before it reaches the server. An argument of `type: [...]` keeps all its types.
#
# Seen with @langchain/mcp-adapters 1.1.4, @langchain/core 1.4.0 on Node.js 20.
# Exits 0 while this is so, 1 once a name reaches the server, 2 where it cannot be set up.
set -u
command -v node >/dev/null && command -v npm >/dev/null || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && echo '{"type":"module"}' >package.json
npm install --no-audit --no-fund --ignore-scripts @langchain/mcp-adapters@1.1.4 @langchain/core@1.4.0 >/dev/null 2>&1 || exit 2
cat >server.js <<'JS'
import { createInterface } from 'node:readline';

const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));

const point = { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } }, required: ['x', 'y'] };
const name = { type: 'string' };
const inputSchema = {
  type: 'object',
  properties: { one: { oneOf: [point, name] }, any: { anyOf: [point, name] }, type: { type: ['object', 'string'] } },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (result) => send({ id, result });
  if (method === 'initialize') {
    answer({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'server', version: '1' } });
  }
  if (method === 'tools/list') answer({ tools: [{ name: 'click', description: 'Clicks', inputSchema }] });
  if (method === 'tools/call') answer({ content: [{ type: 'text', text: JSON.stringify(params.arguments) }] });
});
JS
cat >client.js <<'JS'
import { MultiServerMCPClient } from '@langchain/mcp-adapters';

const client = new MultiServerMCPClient({ server: { transport: 'stdio', command: process.execPath, args: ['server.js'] } });
const [click] = await client.getTools();
console.log(`saw the schema: ${JSON.stringify(click.schema.properties)}`);
const call = async (input) => {
  try {
    return `server got ${await click.invoke(input)}`;
  } catch (error) {
    return `refused: ${error.message.split('\n')[0]}`;
  }
};
const got = {};
for (const key of ['one', 'any', 'type']) {
  for (const value of [{ x: 1, y: 2 }, 'Save']) {
    const shape = `${key}, ${typeof value}`;
    got[shape] = await call({ [key]: value });
    console.log(`saw ${shape}: ${got[shape]}`);
  }
}
await client.close();
const isRefused = (shape) => got[shape].startsWith('refused');
if (['one, object', 'any, object', 'type, string'].some(isRefused)) process.exit(2);
process.exit(isRefused('one, string') && isRefused('any, string') ? 0 : 1);
JS
timeout 60 node client.js 2>/dev/null | grep '^saw'
exit "${PIPESTATUS[0]}"
