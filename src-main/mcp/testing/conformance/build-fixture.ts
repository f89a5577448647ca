/* oxlint-disable typescript/no-deprecated -- A low-level server, as ours is, with what the 2026 era deprecates. */
import {
  InMemoryServerEventBus,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { words, type FixtureAnswer, type FixtureTools } from './fixture.ts';
import { inputRequiredTools, stateCodec } from './input-required-tools.ts';
import { getPrompt, prompts } from './prompts.ts';
import { readResource, resources, resourceTemplates } from './resources.ts';
import type { ServerParts } from '../../protocol/server-parts.ts';

const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  logging: {},
  completions: {},
};

export interface Fixture {
  readonly build: (parts: ServerParts) => Server;
  readonly bus: ServerEventBus;
}

/** A server with the tools, resources and prompts that the scenarios of the conformance suite call by name. */
export function createFixture(): Fixture {
  const bus = new InMemoryServerEventBus();
  const tools: FixtureTools = { ...contentTools, ...askingTools, ...inputRequiredTools, ...announcingTools(bus) };
  return {
    bus,
    build: ({ version, log }) => {
      const options = {
        capabilities,
        requestState: { verify: (state: string, context: ServerContext) => stateCodec.verify(state, context) },
      };
      const server = new Server({ name: 'conformance-fixture', version }, options);
      server.onerror = (error) => log('warn', 'the fixture', error);
      serveTools(server, tools);
      serveResources(server);
      server.setRequestHandler('prompts/list', () => ({ prompts }));
      server.setRequestHandler('prompts/get', ({ params }, context) =>
        getPrompt(params.name, params.arguments ?? {}, context),
      );
      server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
      return server;
    },
  };
}

/** A subscriber of the 2026 era receives what they publish. */
function announcingTools(bus: ServerEventBus): FixtureTools {
  const announce = (kind: 'tools_list_changed' | 'prompts_list_changed') => () => {
    bus.publish({ kind });
    return words(`${kind} published`);
  };
  return {
    test_trigger_tool_change: { run: announce('tools_list_changed') },
    test_trigger_prompt_change: { run: announce('prompts_list_changed') },
  };
}

function serveTools(server: Server, tools: FixtureTools): void {
  const list = Object.entries(tools).map(([name, tool]) => ({
    name,
    description: `The fixture ${name}`,
    inputSchema: { type: 'object' as const, ...tool.input },
  }));
  server.setRequestHandler('tools/list', () => ({ tools: list }));
  server.setRequestHandler('tools/call', ({ params }, context) => call(tools, params, context));
}

async function call(
  tools: FixtureTools,
  { name, arguments: args = {} }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
  context: ServerContext,
): Promise<FixtureAnswer> {
  const tool = tools[name];
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
  return tool.run(args, context);
}

function serveResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({ resources }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}
