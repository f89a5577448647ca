import { secretVariable } from '../secret-name.ts';
import { codeCall, stepComment } from './code-call.ts';
import type { Exporter } from './exporter.ts';
import { commentText, literal, stringLiteral, type Dialect } from './literals.ts';

const dialect: Dialect = { true: 'True', false: 'False', null: 'None', key: stringLiteral };
const indent = ' '.repeat(12);

/** A script for Python 3.10+ and the official `mcp` package. */
export const python: Exporter = {
  id: 'python',
  label: 'Python',
  language: 'python',
  extension: 'py',
  write(writer, recording) {
    writer.write(header(recording.name));
    recording.steps.forEach((step, index) => {
      writer.step(() => {
        writer.write(`${indent}# ${stepComment(step, index)}`);
        if (!step.enabled) return;
        const { tool, parameters } = codeCall(step, index, readSecret);
        writer.write(`${indent}await call(session, ${stringLiteral(tool)}, ${literal(parameters, dialect, indent)})`);
      });
    });
    writer.write(footer);
  },
};

function readSecret(name: string): string {
  return `os.environ[${stringLiteral(secretVariable(name))}]`;
}

function header(name: string): string {
  return `# ${commentText(name)}, recorded with Deskscope.
#
# pip install mcp
# deskscope mcp --http --allow act    (prints the URL and the token)
# DESKSCOPE_URL=... DESKSCOPE_TOKEN=... python3 this_file.py

import asyncio
import os

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client


async def call(session, tool, arguments):
    result = await session.call_tool(tool, arguments)
    if result.isError:
        raise RuntimeError(tool + ": " + " ".join(getattr(part, "text", "") for part in result.content))
    return result


async def main():
    url = os.environ["DESKSCOPE_URL"]
    headers = {"Authorization": "Bearer " + os.environ["DESKSCOPE_TOKEN"]}
    async with streamablehttp_client(url, headers=headers) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()`;
}

const footer = `

asyncio.run(main())`;
