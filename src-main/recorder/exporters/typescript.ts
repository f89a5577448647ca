import { secretVariable } from '../secret-name.ts';
import { codeCall } from './code-call.ts';
import { defineExporter } from './exporter.ts';
import { commentText, literal, stringLiteral, type Dialect } from './literals.ts';

const dialect: Dialect = {
  true: 'true',
  false: 'false',
  null: 'null',
  key: (name) => name,
  unit: '  ',
  braces: ['{ ', ' }'],
};
const indent = '  ';

/** An ES module for Node.js and the official `@modelcontextprotocol/client` package. */
export const typescript = defineExporter({
  id: 'typescript',
  label: 'TypeScript, over MCP',
  group: 'Scripts',
  language: 'typescript',
  extension: 'ts',
  header: ({ name }) => header(name),
  step(step, { index }) {
    const { comments, call } = codeCall(step, index, readSecret);
    const lines = comments.map((comment) => `// ${comment}`);
    if (call && 'why' in call) lines.push(`throw new Error(${stringLiteral(call.why)});`);
    else if (call) lines.push(`await call(${stringLiteral(call.tool)}, ${literal(call.parameters, dialect, indent)});`);
    return lines.map((line) => indent + line).join('\n');
  },
  footer: () => footer,
});

function readSecret(name: string): string {
  return `env(${stringLiteral(secretVariable(name))})`;
}

function header(name: string): string {
  return `// ${commentText(name)}, recorded with Deskscope.
//
// npm install @modelcontextprotocol/client
// deskscope mcp --http --allow act    (prints the URL and the token)
// DESKSCOPE_URL=... DESKSCOPE_TOKEN=... npx tsx this-file.ts

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error('Set ' + name + '.');
  return value;
}

const client = new Client({ name: 'deskscope-script', version: '1.0.0' });

async function call(tool: string, args: Record<string, unknown>): Promise<void> {
  const result = await client.callTool({ name: tool, arguments: args });
  if (!result.isError) return;
  throw new Error(tool + ': ' + result.content.map((part) => (part.type === 'text' ? part.text : '')).join(' '));
}

await client.connect(
  new StreamableHTTPClientTransport(new URL(env('DESKSCOPE_URL')), {
    requestInit: { headers: { Authorization: 'Bearer ' + env('DESKSCOPE_TOKEN') } },
  }),
);
try {`;
}

const footer = `} finally {
  await client.close();
}`;
