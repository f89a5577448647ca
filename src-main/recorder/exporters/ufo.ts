import { toToolCall } from '../../dialects/dialect.ts';
import { ufo as dialect } from '../../dialects/ufo.ts';
import { callsIn, pythonSecret } from './code-call.ts';
import { defineExporter } from './exporter.ts';
import { commentText, literal, pythonDialect, stringLiteral } from './literals.ts';

const indent = ' '.repeat(4);
const inCall = indent.repeat(2);

/**
 * `MCPToolCall` objects as UFO's own class expects them (microsoft/UFO, `aip/messages.py`), with the server, and as its
 * `Computer` runs them: `run_actions` uses the parameters registered under a call's key, not the call's own.
 */
export const ufo = defineExporter({
  id: 'ufo',
  label: 'Python, for UFO',
  group: 'Scripts',
  language: 'python',
  extension: 'py',
  header: ({ name }) => header(name),
  step(step, at) {
    const { comments, call } = callOf(step, at);
    const lines = comments.map((comment) => `${indent}# ${comment}`);
    if (call && 'why' in call) lines.push(`${indent}raise NotImplementedError(${stringLiteral(call.why)})`);
    else if (call) {
      const { parameters: _, ...request } = toToolCall(dialect, step, pythonSecret);
      const fields = Object.entries(request).map(
        ([field, value]) => `${field}=${literal(value, pythonDialect, inCall)},`,
      );
      lines.push(
        `${indent}yield MCPToolCall(`,
        ...fields.map((field) => inCall + field),
        `${inCall}parameters=${literal(call.parameters, pythonDialect, inCall)},`,
        `${inCall}mcp_server=servers[${stringLiteral(request.namespace)}],`,
        `${indent})`,
      );
    }
    return lines.join('\n');
  },
  footer: () => footer,
});

const callOf = callsIn({ ...dialect, secret: pythonSecret });

/** The name is in the third line, since Python reads the file's encoding from the first two (PEP 263). */
function header(name: string): string {
  return `# Recorded with Deskscope.
#
# ${commentText(name)}
#
# For UFO (https://github.com/microsoft/UFO): import it there, and await run(computer). Its tools are Deskscope's; in
# config/ufo/mcp.yaml, with what the desktop needs in env (on Linux DISPLAY and DBUS_SESSION_BUS_ADDRESS):
#
# AppAgent:
#   default:
#     action:
#       - { namespace: AppUIExecutor, type: stdio, command: deskscope, start_args: [mcp, --allow, act, --tools, ufo] }
#       - { namespace: WindowManagement, type: stdio, command: deskscope, start_args: [mcp, --allow, act, --tools, windows] }

import os

from aip.messages import Command, MCPToolCall


async def run(computer):
    """Does the steps, one after the other, until one fails."""
    for call in calls(computer._action_servers):
        command = Command(tool_name=call.tool_name, tool_type=call.tool_type, parameters=call.parameters)
        # UFO runs a call with the parameters that command2tool has put into its registry, not with the call's own.
        [result] = await computer.run_actions([computer.command2tool(command)])
        if result.is_error:
            raise RuntimeError(call.description + ": " + " ".join(getattr(part, "text", "") for part in result.content))


def calls(servers):
    """The steps. servers has an MCP server for each namespace."""`;
}

/** Without a yield the function is no generator. */
const footer = `${indent}yield from ()`;
