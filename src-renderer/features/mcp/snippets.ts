import type { McpStatus } from '#contract/api';

export interface Snippet {
  readonly id: string;
  readonly title: string;
  /** Where it goes. */
  readonly place: string;
  readonly text: string;
}

/** How a client that we do not know is told about this server, ready to paste. */
export function snippetsFor({ url, token }: Pick<McpStatus, 'url' | 'token'>): readonly Snippet[] {
  const headers = { Authorization: `Bearer ${token}` };
  return [
    {
      id: 'json',
      title: 'Any other client',
      place: 'In its mcpServers file',
      text: json({ mcpServers: { deskscope: { type: 'http', url, headers } } }),
    },
    {
      id: 'stdio',
      title: 'Over stdio',
      place: 'The client starts Deskscope',
      text: json({ mcpServers: { deskscope: { command: 'deskscope', args: ['mcp', '--stdio'] } } }),
    },
  ];
}

/** As all tokens of ours are written, those of single clients too: 32 bytes in base64url. */
const anyToken = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/** The same text with the token, and whatever looks like one, hidden, for showing. */
export function hideToken(text: string, token: string): string {
  const hidden = '•'.repeat(8);
  return (token === '' ? text : text.replaceAll(token, hidden)).replaceAll(anyToken, hidden);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
