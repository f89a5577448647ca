import { perObject } from '../../base/per-object.ts';
import type { Recording, Step } from '#contract/model/recording';
import { inputsOf, withTexts, type RecordingInput } from '../inputs.ts';
import { secretVariable } from '../secret-name.ts';
import { stepCall } from '../step-call.ts';
import { stepComment } from './code-call.ts';
import { defineExporter } from './exporter.ts';
import { openerLeftOut, rulesLeftOut } from './left-out.ts';
import { commentText, literal, stringLiteral, type Dialect } from './literals.ts';
import { Pieces } from './pieces.ts';

const dialect: Dialect = {
  true: 'true',
  false: 'false',
  null: 'null',
  key: (name) => name,
  unit: '  ',
  braces: ['{ ', ' }'],
};
const indent = '  ';

/**
 * An ES module for Node.js and the official `@modelcontextprotocol/client` package. It calls what replay calls, so that its
 * steps wait, press the very place and look for what is expected as they do there.
 */
export const typescript = defineExporter({
  id: 'typescript',
  label: 'TypeScript, over MCP',
  group: 'Scripts',
  language: 'typescript',
  extension: 'ts',
  header: ({ name, ...recording }) => header(name, inputsOf({ name, ...recording })),
  step(step, at) {
    const losses = step.enabled ? [...rulesLeftOut(step, at), ...openerLeftOut(step, at.recording)] : [];
    const comments = [stepComment(step, at.index), ...losses.map((loss) => `   ${loss}`)];
    const lines = comments.map((comment) => `// ${commentText(comment)}`);
    if (step.enabled) lines.push(callOf(step, withInputsNamed(at.recording)));
    return lines.map((line) => indent + line).join('\n');
  },
  footer: () => footer,
});

/** The recording where what is entered is a piece of code, which what is expected afterwards follows. */
const withInputsNamed = perObject((recording: Recording) => {
  const pieces = new Pieces(JSON.stringify(recording));
  const named = withTexts(recording, ({ name }) => pieces.mark(`inputs${property(name)}`));
  return { pieces, steps: new Map(named.steps.map((step) => [step.id, step])) };
});

function callOf(recorded: Step, { pieces, steps }: ReturnType<typeof withInputsNamed>): string {
  const step = steps.get(recorded.id) ?? recorded;
  const { tool, parameters } = stepCall(step, (name) => pieces.mark(`env(${stringLiteral(secretVariable(name))})`));
  const own = step.timeoutMs !== undefined && { timeout_ms: step.timeoutMs, effect_ms: step.timeoutMs };
  const code = literal(pieces.put({ ...parameters, ...own }), dialect, indent);
  return `await step(${stringLiteral(tool.split('::').at(-1) ?? tool)}, ${code});`;
}

function property(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

function header(name: string, inputs: readonly RecordingInput[]): string {
  const parse = inputs.length > 0 ? `import { parseArgs } from 'node:util';\n` : '';
  return `// ${commentText(name)}, recorded with Deskscope.
//
// npm install @modelcontextprotocol/client
// deskscope mcp --http --allow act    (prints the URL and the token; with --allow all also what it would ask about)
// DESKSCOPE_URL=... DESKSCOPE_TOKEN=... npx tsx this-file.ts

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
const patience = { timeout_ms: 5_000, effect_ms: 5_000 };

const client = new Client({ name: 'deskscope-script', version: '1.0.0' });

/** Does one step, and says what it did. */
async function step(name: string, given: Arguments): Promise<void> {
  const request = { name, arguments: { ...patience, ...given } };
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
