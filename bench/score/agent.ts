import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const cli = resolve('bin/deskscope.cjs');

/** Outcome of a call, as an agent receives it. */
export interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

/** An agent connected to `deskscope mcp --stdio` with the default tools. */
export interface Agent {
  readonly tools: readonly string[];
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * @param folder for its settings
 * @param sets of tools; default: the default sets
 */
export async function openAgent(folder: string, sets: readonly string[] = []): Promise<Agent> {
  const env = { ...process.env, XDG_CONFIG_HOME: folder, LC_ALL: 'C.UTF-8' } as Record<string, string>;
  const args = [cli, 'mcp', '--stdio', '--allow', 'all', ...(sets.length > 0 ? ['--tools', sets.join(',')] : [])];
  const client = new Client({ name: 'score', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  const { tools } = await client.listTools();
  return {
    tools: tools.map(({ name }) => name),
    async call(name, input) {
      const result = await client.callTool({ name, arguments: { ...input } });
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { ok: result.isError !== true, text };
    },
    close: () => client.close(),
  };
}
