import '../../base/polyfill-crypto.ts';
import type { Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { serverConfig } from '../config/schema.ts';
import { connect } from '../servers/connect.ts';
import { openRemote } from '../servers/remote.ts';

/** The context of a conformance scenario, if it has one. */
const context = z.object({
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).optional(),
});

/**
 * The client that the conformance suite runs: it connects as Computers do, and makes the required calls, or calls every
 * tool once.
 */
async function main(): Promise<void> {
  const config = serverConfig.parse({ type: 'http', url: process.argv.at(-1) });
  if (config.type === 'local') return;
  const remote = await openRemote('judge', () => connect(config, '0.0.0'));
  const wanted = context.parse(JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}')).toolCalls;
  const all = remote.tools.map((tool) => ({ name: tool.name, arguments: sampleOf(tool, remote.tools) }));
  for (const { name, arguments: parameters } of wanted ?? all) {
    const call = { name, parameters, progress: () => undefined, signal: new AbortController().signal };
    process.stderr.write(`${name}: ${await remote.call(call).then(JSON.stringify, String)}\n`);
  }
  await remote.close();
}

/** Arguments of the right types; an object is the schema of the first tool, as one scenario expects it back. */
function sampleOf({ inputSchema }: Tool, tools: readonly Tool[]): Record<string, unknown> {
  const object = tools[0]?.inputSchema;
  const samples: Readonly<Record<string, unknown>> = { string: 'a', number: 5, integer: 5, boolean: true, object };
  const properties = Object.entries((inputSchema.properties ?? {}) as Record<string, { type?: string }>);
  const known = properties.filter(([, { type = '' }]) => type in samples);
  return Object.fromEntries(known.map(([key, { type = '' }]) => [key, samples[type]]));
}

void main();
