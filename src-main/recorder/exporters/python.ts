import { codeCall, pythonSecret } from './code-call.ts';
import { defineExporter } from './exporter.ts';
import { commentText, literal, pythonDialect, stringLiteral } from './literals.ts';

const indent = ' '.repeat(4);

/** A script for Python 3.10+ and the official `mcp` package, 1.24 or 2 (their names differ in places). */
export const python = defineExporter({
  id: 'python',
  label: 'Python, over MCP',
  group: 'Scripts',
  language: 'python',
  extension: 'py',
  header: ({ name }) => header(name),
  step(step, at) {
    const { comments, call } = codeCall(step, at, pythonSecret);
    const lines = comments.map((comment) => `# ${comment}`);
    if (call && 'why' in call) lines.push(`raise NotImplementedError(${stringLiteral(call.why)})`);
    else if (call)
      lines.push(
        `await call(session, ${stringLiteral(call.tool_name)}, ${literal(call.parameters, pythonDialect, indent)})`,
      );
    return lines.map((line) => indent + line).join('\n');
  },
  // A function needs a body.
  footer: ({ steps }) => (steps.some((step) => step.enabled) ? '' : `${indent}pass\n`) + footer,
});

/** The name stands in the third line: in the first two Python reads how the file is encoded (PEP 263). */
function header(name: string): string {
  return `# Recorded with Deskscope.
#
# ${commentText(name)}
#
# pip install "mcp>=1.24"
# deskscope mcp --http --allow act    (prints the URL and the token)
# DESKSCOPE_URL=... DESKSCOPE_TOKEN=... python3 this_file.py

import asyncio
import os

from mcp import ClientSession
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def call(session, tool, arguments):
    result = await session.call_tool(tool, arguments)
    # Versions 1 and 2 of the package spell it differently.
    if getattr(result, "is_error", None) or getattr(result, "isError", None):
        raise RuntimeError(tool + ": " + " ".join(getattr(part, "text", "") for part in result.content))
    return result


async def connect(run):
    headers = {"Authorization": "Bearer " + os.environ["DESKSCOPE_TOKEN"]}
    async with create_mcp_http_client(headers=headers) as http:
        async with streamable_http_client(os.environ["DESKSCOPE_URL"], http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                await run(session)


async def steps(session):`;
}

const footer = `

asyncio.run(connect(steps))`;
