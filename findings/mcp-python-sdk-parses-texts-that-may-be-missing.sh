#!/usr/bin/env bash
# The MCP SDK for Python reads a text argument as JSON where the tool may do without it, and hands on what the JSON stands for.
#
# One would expect `text: str | None` to take every text that `text: str` takes. MCPServer (FastMCP before) first tries to parse a string
# as JSON for every parameter whose type is not exactly `str`, for clients that send lists and objects as strings. The text “null”
# reaches the tool as None, and “[1, 2]” is refused as no string. A tool that types what an agent sends cannot be given such a text.
# Numbers and “true” stay texts.
#
# Seen with mcp 2.3.0 on Python 3.11 (Debian 12).
# Exits 0 while this is so, 1 once the tool gets the text, 2 where it cannot be set up.
set -u
packages="python3-venv"
missing=$(for name in $packages; do dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"; done)
if [ -n "$missing" ]; then apt-get install -y --no-install-recommends $missing >/dev/null || exit 2; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 -m venv "$work/venv" && "$work/venv/bin/pip" -q install mcp==2.3.0 >/dev/null 2>&1 || exit 2
cat >"$work/server.py" <<'PY'
from mcp.server import MCPServer

server = MCPServer('texts')

@server.tool()
def needed(text: str) -> str:
    return repr(text)

@server.tool()
def optional(text: str | None = 'nothing') -> str:
    return repr(text)

server.run()
PY
cat >"$work/client.py" <<'PY'
import asyncio, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

async def main():
    parameters = StdioServerParameters(command=sys.executable, args=[sys.argv[1]])
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        got = {}
        for tool in ('needed', 'optional'):
            for text in ('plain', 'null', '[1, 2]', '{"a": 1}', '12', 'true'):
                result = await session.call_tool(tool, {'text': text})
                got[tool, text] = 'an error' if result.is_error else result.content[0].text
            print(f'saw {tool}:', {text: said for (name, text), said in got.items() if name == tool})
        texts = ('plain', 'null', '[1, 2]', '{"a": 1}', '12', 'true')
        if any(got['needed', text] != repr(text) for text in texts) or got['optional', 'plain'] != "'plain'":
            return 2
        errors = got['optional', '[1, 2]'] == got['optional', '{"a": 1}'] == 'an error'
        return 0 if errors and got['optional', 'null'] == 'None' else 1

sys.exit(asyncio.run(main()))
PY
"$work/venv/bin/python" "$work/client.py" "$work/server.py" 2>"$work/err" | grep '^saw'
exit "${PIPESTATUS[0]}"
