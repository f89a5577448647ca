import { inputsOf, type RecordingInput } from '../steps/inputs.ts';
import { ownTimeout, steps } from '../../dialects/steps.ts';
import { secretVariable } from '../steps/secret-name.ts';
import { callsIn } from './code-call.ts';
import { defineExporter } from './exporter.ts';
import { startComment } from './start-comment.ts';
import { commentText, literal, stringLiteral, typescriptDialect } from './literals.ts';

const indent = '  ';

/**
 * An ES module for Node.js and the official `@modelcontextprotocol/client` package. It makes the calls of replay, so its steps
 * wait, press the exact place and check expectations in the same way.
 */
export const typescript = defineExporter({
  id: 'typescript',
  label: 'TypeScript, over MCP',
  group: 'Scripts',
  language: 'typescript',
  extension: 'ts',
  header: (recording) => header(recording.name, inputsOf(recording), startComment(recording, '//')),
  step(step, at) {
    const { comments, call } = callOf(step, at);
    const lines = comments.map((comment) => `// ${comment}`);
    if (call && 'why' in call) lines.push(`throw new Error(${stringLiteral(call.why)});`);
    else if (call)
      lines.push(`await step(${stringLiteral(call.tool)}, ${literal(call.parameters, typescriptDialect, indent)});`);
    return lines.map((line) => indent + line).join('\n');
  },
  footer: () => footer,
});

const callOf = callsIn({
  write: ownTimeout,
  gaps: steps.gaps,
  secret: (name) => `env(${stringLiteral(secretVariable(name))})`,
  input: { code: (name) => `inputs${property(name)}`, inSelector: 'inSelector' },
});

function property(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

function header(name: string, inputs: readonly RecordingInput[], opened: string): string {
  const parse = inputs.length > 0 ? `import { parseArgs } from 'node:util';\n` : '';
  return `// ${commentText(name)}, recorded with Deskscope.
//
// npm install @modelcontextprotocol/client
// deskscope mcp --http --allow act    (prints the URL and the token; with --allow all also what it would ask about)
// DESKSCOPE_URL=... DESKSCOPE_TOKEN=... npx tsx this-file.ts
${opened}
${parse}import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
${inputs.length > 0 ? inputOptions(inputs) : ''}
/** How a step names its element and window; the rest are the arguments of its tool. */
interface Arguments {
  readonly selector?: string;
  readonly alternatives?: readonly string[];
  readonly window?: { title?: string; app?: string; class_name?: string; role?: 'dialog' | 'main'; owner?: string };
  readonly [argument: string]: unknown;
}

/** How long a step may wait for its window and element, and then for its effect, where it does not say. */
const timeouts = { timeout_ms: 5_000, effect_ms: 5_000 };

const client = new Client({ name: 'deskscope-script', version: '1.0.0' });

/** Does one step, and says what it did. */
async function step(name: string, given: Arguments): Promise<void> {
  const request = { name, arguments: { ...timeouts, ...given } };
  const { content, isError } = await client.callTool(request, { timeout: 660_000 });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
  if (isError) throw new Error(name + ': ' + text);
  console.log(text);
}

function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error('Set ' + name + '.');
  return value;
}
${inputs.length > 0 ? inSelector : ''}
await client.connect(
  new StreamableHTTPClientTransport(new URL(env('DESKSCOPE_URL').replace(/\\/?$/, '/steps')), {
    requestInit: { headers: { Authorization: 'Bearer ' + env('DESKSCOPE_TOKEN') } },
  }),
);
try {`;
}

function inputOptions(inputs: readonly RecordingInput[]): string {
  const options = inputs.map(
    ({ name, value }) => `    ${stringLiteral(name)}: { type: 'string', default: ${stringLiteral(value)} },\n`,
  );
  return `
/** What the steps enter, and then expect to see. Another text: --${inputs[0]?.name ?? ''} "another text" */
const { values: inputs } = parseArgs({
  options: {
${options.join('')}  },
});
`;
}

const inSelector = `
/** A text that stands between the quotes of a selector. */
function inSelector(text: string): string {
  return text.replace(/["\\\\]/g, '\\\\$&');
}
`;

const footer = `} finally {
  await client.close();
}`;
