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
      title: 'Without this window',
      place: 'A client that starts its servers itself',
      text: json({ mcpServers: { deskscope: { command: 'deskscope', args: ['mcp', '--stdio'] } } }),
    },
  ];
}

/** The same text with the token hidden, for showing. */
export function hideToken(text: string, token: string): string {
  return token === '' ? text : text.replaceAll(token, '•'.repeat(8));
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
