import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The part of the `mcp` package that an exported script uses, for machines without it: the same names over Streamable HTTP, one
 * request at a time. It does not prove that the package itself still has these names.
 */
const session = `
import asyncio, json, types, urllib.request

class ClientSession:
    def __init__(self, read, write):
        self._send = write

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    async def initialize(self):
        about = {"name": "script", "version": "1"}
        await self._send("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about})
        await self._send("notifications/initialized")

    async def call_tool(self, name, arguments):
        result = await self._send("tools/call", {"name": name, "arguments": arguments})
        content = [types.SimpleNamespace(**part) for part in result["content"]]
        return types.SimpleNamespace(isError=result.get("isError", False), content=content)
`;

const transport = `
import asyncio, contextlib, itertools, json, urllib.request

@contextlib.asynccontextmanager
async def create_mcp_http_client(headers):
    yield dict(headers)

@contextlib.asynccontextmanager
async def streamable_http_client(url, http_client):
    ids = itertools.count()
    known = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **http_client}

    def post(method, params):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message.update(id=next(ids), params=params)
        request = urllib.request.Request(url, json.dumps(message).encode(), known)
        with urllib.request.urlopen(request) as response:
            if response.headers.get("Mcp-Session-Id"):
                known["Mcp-Session-Id"] = response.headers["Mcp-Session-Id"]
            text = response.read().decode()
        lines = [line[5:] for line in text.splitlines() if line.startswith("data:")] or [text]
        answers = [json.loads(line) for line in lines if line.strip()]
        for answer in answers:
            if answer.get("id") == message.get("id") and "id" in message:
                if "error" in answer:
                    raise RuntimeError(json.dumps(answer["error"]))
                return answer["result"]

    async def send(method, params=None):
        return await asyncio.get_running_loop().run_in_executor(None, post, method, params)

    yield None, send, None
`;

/** @returns the folder for `PYTHONPATH` */
export function writePythonMcp(folder: string): string {
  mkdirSync(path.join(folder, 'mcp/client'), { recursive: true });
  writeFileSync(path.join(folder, 'mcp/__init__.py'), session);
  writeFileSync(path.join(folder, 'mcp/client/__init__.py'), '');
  writeFileSync(path.join(folder, 'mcp/client/streamable_http.py'), transport);
  return folder;
}
