import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { specRecording } from '../testing/spec-recording.ts';
import { exportRecording } from './list.ts';
import { toToolCall } from '../../dialects/dialect.ts';
import { secretPlaceholder } from '../../dialects/element.ts';
import { ufo } from '../../dialects/ufo.ts';

/**
 * The classes of microsoft/UFO's `aip/messages.py` and the rules of its `Computer` (`ufo/client/computer.py`): required fields
 * of a call, and that it runs with the parameters registered under its key.
 */
const likeUfo = `
import asyncio, copy, json, os, sys, types

FIELDS = dict(tool_key=str, tool_name=str, namespace=str, tool_type=str, description=str)
OPTIONAL = ("title", "input_schema", "output_schema", "parameters", "meta", "annotations")

class Server:
    pass

class MCPToolCall:
    def __init__(self, **given):
        for name, kind in FIELDS.items():
            assert isinstance(given[name], kind), name
        assert isinstance(given["mcp_server"], Server), "mcp_server"
        unknown = set(given) - set(FIELDS) - set(OPTIONAL) - {"mcp_server"}
        assert not unknown, unknown
        self.__dict__.update(dict.fromkeys(OPTIONAL), **given)

class Command:
    def __init__(self, *, tool_name, parameters=None, tool_type, call_id=None):
        assert tool_type in ("data_collection", "action")
        self.tool_name, self.parameters, self.tool_type = tool_name, parameters, tool_type

class Computer:
    def __init__(self, failing):
        self._action_servers = {"AppUIExecutor": Server(), "WindowManagement": Server()}
        self._tools_registry, self.ran, self.failing = {}, [], failing

    def command2tool(self, command):
        key = command.tool_type + "::" + command.tool_name
        own = dict(tool_key=key, tool_name=command.tool_name, tool_type=command.tool_type)
        tool = self._tools_registry.setdefault(
            key, MCPToolCall(namespace="x", description="x", mcp_server=self._action_servers["AppUIExecutor"], **own)
        )
        tool.parameters = copy.deepcopy(command.parameters)
        return tool

    async def run_actions(self, calls):
        for call in calls:
            self.ran.append([call.tool_name, self._tools_registry[call.tool_key].parameters])
        failed = len(self.ran) == self.failing
        return [types.SimpleNamespace(is_error=failed, content=[types.SimpleNamespace(text="it is gone")])]

messages = types.ModuleType("aip.messages")
messages.MCPToolCall, messages.Command = MCPToolCall, Command
sys.modules["aip"], sys.modules["aip.messages"] = types.ModuleType("aip"), messages
os.environ["DESKSCOPE_SECRET_PASSWORD"] = "$" + "{DESKSCOPE_SECRET_PASSWORD}"
os.environ["DESKSCOPE_SECRET_TYPED_TEXT"] = "$" + "{DESKSCOPE_SECRET_TYPED_TEXT}"

script = {}
exec(compile(sys.stdin.buffer.read(), "script.py", "exec"), script)
computer = Computer(int(sys.argv[1]))
said = [{name: getattr(call, name) for name in (*FIELDS, "parameters")} for call in script["calls"](computer._action_servers)]
try:
    asyncio.run(script["run"](computer))
    error = None
except RuntimeError as raised:
    error = str(raised)
print(json.dumps([said, computer.ran, error]))
`;

// Windows has no Python by default.
describe.skipIf(process.platform === 'win32')('calls for UFO', () => {
  const run = (failing: number) =>
    JSON.parse(
      execFileSync('python3', ['-c', likeUfo, String(failing)], {
        input: exportRecording(specRecording, 'ufo').text,
        encoding: 'utf8',
      }),
    ) as [expected: unknown[], ran: unknown[], error: string | null];
  const enabled = specRecording.steps.filter((step) => step.enabled);
  const wanted = enabled.map((step) => toToolCall(ufo, step, secretPlaceholder));

  it('are accepted by its class, and run with their own parameters', () => {
    const [expected, ran, error] = run(0);
    expect(expected).toEqual(wanted);
    expect(ran).toEqual(wanted.map(({ tool_name, parameters }) => [tool_name, parameters]));
    expect(error).toBeNull();
  });

  it('end with the one that fails', () => {
    const [, ran, error] = run(2);
    expect(ran).toHaveLength(2);
    expect(error).toBe(`${wanted[1]!.description}: it is gone`);
  });
});
