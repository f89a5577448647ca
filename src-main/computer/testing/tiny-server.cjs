// A stranger's MCP server on standard input and output, 2025 era, without annotations, in plain Node. It says its process
// id, counts, waits until it is cancelled, and can die.
const { createInterface } = require('node:readline');

const empty = { type: 'object', properties: {} };
const wrapped = { type: 'object', properties: { result: {} }, 'x-fastmcp-wrap-result': true };
const tools = [
  { name: 'pid', description: 'Say the process id.', inputSchema: empty, outputSchema: wrapped },
  { name: 'count', description: 'Count the calls.', inputSchema: empty },
  { name: 'hang', description: 'Never answer.', inputSchema: empty },
  { name: 'cancelled', description: 'How often a call was cancelled.', inputSchema: empty },
  { name: 'fail', description: 'Fail.', inputSchema: { type: 'object', properties: { why: { type: 'string' } } } },
  { name: 'environment', description: 'Say a variable.', inputSchema: { type: 'object', properties: { name: {} } } },
  { name: 'look', description: 'Only look.', inputSchema: empty, annotations: { readOnlyHint: true } },
  { name: 'wreck', description: 'Destroy.', inputSchema: empty, annotations: { destructiveHint: true } },
];
let count = 0;
let cancelled = 0;

function call(id, { name, arguments: given = {} }) {
  const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
  if (name === 'pid') return { ...text(process.pid), structuredContent: { result: process.pid } };
  if (name === 'count') return text(++count);
  if (name === 'cancelled') return text(cancelled);
  if (name === 'environment') return text(process.env[given.name] ?? 'unset');
  if (name === 'fail') return { ...text(given.why ?? 'no reason'), isError: true };
  return text(name);
}

function answer({ id, method, params }) {
  if (method === 'notifications/cancelled') cancelled++;
  if (id === undefined || (method === 'tools/call' && params.name === 'hang')) return;
  const capabilities = { tools: {} };
  const serverInfo = { name: 'tiny', version: '1' };
  const results = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities, serverInfo }),
    'tools/list': () => ({ tools }),
    'tools/call': () => call(id, params),
    ping: () => ({}),
  };
  const error = { code: -32601, message: `Method not found: ${method}` };
  const reply = results[method] ? { result: results[method]() } : { error };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}

process.stderr.write('tiny is up\n');
createInterface({ input: process.stdin })
  .on('line', (line) => answer(JSON.parse(line)))
  .on('close', () => process.exit());
