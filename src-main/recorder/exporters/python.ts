import { ownTimeout, defaultTimeoutMs, steps } from '../../dialects/steps.ts';
import { inputsOf, type RecordingInput } from '../steps/inputs.ts';
import { callsIn, pythonSecret } from './code-call.ts';
import { defineExporter } from './exporter.ts';
import { startComment } from './start-comment.ts';
import { commentText, literal, pythonDialect, stringLiteral } from './literals.ts';

const indent = ' '.repeat(4);

/**
 * A script for Python 3.10+ and the official `mcp` package, 1.24 or 2 (their names differ in places). Makes the calls of replay,
 * like the one in TypeScript.
 */
export const python = defineExporter({
  id: 'python',
  label: 'Python, over MCP',
  group: 'Scripts',
  language: 'python',
  extension: 'py',
  header: (recording) => header(recording.name, inputsOf(recording), startComment(recording, '#')),
  step(step, at) {
    const { comments, call } = callOf(step, at);
    const lines = comments.map((comment) => `# ${comment}`);
    if (call && 'why' in call) lines.push(`raise NotImplementedError(${stringLiteral(call.why)})`);
    else if (call)
      lines.push(
        `await step(session, ${stringLiteral(call.tool)}, ${literal(call.parameters, pythonDialect, indent)})`,
      );
    return lines.map((line) => indent + line).join('\n');
  },
  // A function needs a body.
  footer: ({ steps: all }) => (all.some((step) => step.enabled) ? '' : `${indent}pass\n`) + footer,
});

const callOf = callsIn({
  write: ownTimeout,
  gaps: steps.gaps,
  secret: pythonSecret,
  input: { code: (name) => `inputs[${stringLiteral(name)}]`, inSelector: 'in_selector' },
});

/** The name is in the third line, since Python reads the file's encoding from the first two (PEP 263). */
function header(name: string, inputs: readonly RecordingInput[], opened: string): string {
  return `# Recorded with Deskscope.
#
# ${commentText(name)}
#
# pip install "mcp>=1.24"
# deskscope mcp --http --allow act    (prints the URL and the token; with --allow all also what it would ask about)
# DESKSCOPE_URL=... DESKSCOPE_TOKEN=... python3 this_file.py
${opened}
${inputs.length > 0 ? 'import argparse\n' : ''}import asyncio
import os

from mcp import ClientSession
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

# How long a step may wait for its window and element, and then for its effect, where it does not say, in milliseconds.
TIMEOUTS = {"timeout_ms": ${defaultTimeoutMs}, "effect_ms": ${defaultTimeoutMs}}
${inputs.length > 0 ? inputOptions(inputs) : ''}

async def step(session, name, arguments):
    """Does one step, and says what it did."""
    result = await session.call_tool(name, {**TIMEOUTS, **arguments})
    text = " ".join(getattr(part, "text", "") for part in result.content)
    # Versions 1 and 2 of the package spell it differently.
    if getattr(result, "is_error", None) or getattr(result, "isError", None):
        raise RuntimeError(name + ": " + text)
    print(text)

${inputs.length > 0 ? inSelector : ''}
async def connect(run):
    headers = {"Authorization": "Bearer " + os.environ["DESKSCOPE_TOKEN"]}
    url = os.environ["DESKSCOPE_URL"].rstrip("/") + "/steps"
    async with create_mcp_http_client(headers=headers) as http:
        async with streamable_http_client(url, http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                await run(session)


async def steps(session):`;
}

function inputOptions(inputs: readonly RecordingInput[]): string {
  const options = inputs.map(({ name, value }) => {
    const [option, text] = [stringLiteral(`--${name}`), stringLiteral(value)];
    return `options.add_argument(${option}, dest=${stringLiteral(name)}, default=${text})\n`;
  });
  return `
# What the steps enter, and then expect to see. Another text: --${inputs[0]?.name ?? ''} "another text"
options = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
${options.join('')}inputs = vars(options.parse_args())
`;
}

const inSelector = `
def in_selector(text):
    """A text that stands between the quotes of a selector."""
    return text.replace("\\\\", "\\\\\\\\").replace('"', '\\\\"')

`;

const footer = `

asyncio.run(connect(steps))`;
