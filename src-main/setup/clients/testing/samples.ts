/**
 * Realistic settings files: comments if the client allows them, other servers, odd spacing, tabs, Windows line ends. By
 * the id of the client.
 */
export const samples: Readonly<Record<string, string>> = {
  'claude-code': `{
  "numStartups": 42,
  "theme": "dark",
  "projects": { "/home/ada/work": { "allowedTools": [], "mcpServers": {} } },
  "mcpServers": {
    "github": { "type": "stdio", "command": "gh-mcp", "args": ["--stdio"], "env": {"TOKEN": "x"} }
  },
  "oauthAccount": {"emailAddress": "ada@example.org"}
}
`,
  'claude-desktop': `{\n\t"globalShortcut": "",\n\t"mcpServers": {\n\t\t"files": {\n\t\t\t"command": "npx",\n\t\t\t"args": ["-y", "files"]\n\t\t}\n\t}\n}\n`,
  vscode: `// What VS Code knows
{
    "inputs": [],  // none yet
    "servers": {
        "files": { "command": "npx", "args": [ "-y", "files" ] }, // trailing comma below
    },
}`,
  cursor: `{"mcpServers":{"linear":{"url":"https://mcp.linear.app/sse"}}}`,
  codex: `# my codex
model = "gpt-5"   # the big one
approval_policy = "on-request"

[mcp_servers.docs]
command = "docs-mcp"
args = [
  "--stdio",
  "[mcp_servers.deskscope]",
]

# about projects
[projects."/home/ada/work"]
trust_level = "trusted"

[[notices]]
text = """
[mcp_servers.fake]
"""
`,
  'gemini-cli': `{\r\n  "ui": { "theme": "Dracula" },\r\n  /* servers */\r\n  "mcpServers": {\r\n    "a": { "command": "a" }\r\n  }\r\n}\r\n`,
  antigravity: `{\n  "mcpServers": {\n    "x": { "serverUrl": "https://x.example/mcp" }\n  }\n}\n`,
  windsurf: `{\n  "mcpServers": {\n    "x": { "serverUrl": "https://x.example/mcp" }\n  }\n}\n`,
  'copilot-cli': `{ "mcpServers": { "x": { "type": "local", "command": "x", "tools": ["*"], "args": [] } } }\n`,
  zed: `// Zed settings
//
// For information on how to configure Zed, see the documentation.
{
  "theme": "One Dark",
  // fonts
  "buffer_font_size": 15,
  "context_servers": {
    // the database
    "postgres": { "source": "custom", "command": "pg-mcp", "args": [], "env": {} },
  },
}
`,
  goose: `# goose
GOOSE_PROVIDER: openai   # who answers
extensions:
  developer:
    enabled: true
    name: developer
    timeout: 300
    type: builtin

  # my own
  files:
    type: stdio
    cmd: npx
    args:
    - -y
    - files
    enabled: false
GOOSE_MODEL: gpt-5
`,
  opencode: `{
  // opencode
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "x": { "type": "local", "command": ["x"], "enabled": true }
  }
}
`,
  cline: `{\n  "mcpServers": {\n    "x": { "command": "x", "disabled": true, "autoApprove": [] }\n  }\n}\n`,
  'cline-vscode': `{\n  "mcpServers": {}\n}\n`,
  'qwen-code': `{\n  "model": { "name": "qwen3-coder" },\n  "mcpServers": {\n    "x": { "httpUrl": "https://x.example/mcp" }\n  }\n}\n`,
  nanocoder: `{\n  "mcpServers": {\n    "x": { "transport": "stdio", "command": "x", "args": [] }\n  }\n}\n`,
  continue: `# continue
name: Mine
version: 1.0.0
schema: v1
models:
  - name: Local
    provider: ollama   # at home
    model: qwen3-coder
mcpServers:
  # files of mine
  - name: files
    command: npx
    args:
      - -y
      - files

rules:
  - Be brief.
`,
  kiro: `{\n  "mcpServers": {\n    "fetch": { "command": "uvx", "args": ["fetch"], "disabled": false }\n  }\n}\n`,
  'lm-studio': `{\n  "mcpServers": {\n    "hf": { "url": "https://huggingface.co/mcp" }\n  }\n}`,
};
