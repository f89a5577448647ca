import { Client } from '@modelcontextprotocol/client';
import { silentLog } from '../../base/log.ts';
import { scopeOf, type ToolScope } from '../../tools/registry.ts';
import { serveInMemory } from '../transports/in-memory.ts';
import { createBench, type Bench, type BenchOptions } from '../../tools/testing/run-tools.ts';

/** A result as a client gets it. */
export interface CallResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/** A real MCP client over the in-memory wire. */
export interface ClientBench extends Bench {
  readonly client: Client;
  call(name: string, parameters?: object): Promise<CallResult>;
  /** `structuredContent` of a call that must succeed. */
  data<T = Readonly<Record<string, unknown>>>(name: string, parameters?: object): Promise<T>;
  /** `structuredContent` of a call that must fail, with `isError` set. */
  error<T = Readonly<Record<string, unknown>>>(name: string, parameters?: object): Promise<T>;
  /** The text a model gets from a call that must succeed. */
  words(name: string, parameters?: object): Promise<string>;
}

/** Longer than any tool waits beside other tests; the client's own limit is a minute. Milliseconds. */
const callMs = 180_000;

const everything = scopeOf(['ufo', 'windows', 'elements', 'ui_automation']);

/** The real runner, server and tools for one client; over the scripted desktop where no engine is given. */
export async function createClientBench(
  options: BenchOptions & { readonly scope?: ToolScope } = {},
): Promise<ClientBench> {
  const bench = await createBench({ policyMode: 'all', ...options });
  const { scope = everything } = options;
  const server = await serveInMemory({ runner: bench.runner, version: '0.0.0', log: silentLog, scope }, bench.session);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(server.transport);
  const call: ClientBench['call'] = async (name, parameters = {}) =>
    (await client.callTool({ name, arguments: { ...parameters } }, { timeout: callMs })) as CallResult;
  const succeeded = async (name: string, parameters?: object) => {
    const result = await call(name, parameters);
    if (result.isError) throw new Error(`${name}: ${resultText(result)}`);
    return result;
  };
  return {
    ...bench,
    client,
    call,
    async data<T>(name: string, parameters?: object) {
      return (await succeeded(name, parameters)).structuredContent as T;
    },
    async error<T>(name: string, parameters?: object) {
      const result = await call(name, parameters);
      if (!result.isError) throw new Error(`${name} worked: ${resultText(result)}`);
      return result.structuredContent as T;
    },
    words: async (name, parameters) => resultText(await succeeded(name, parameters)),
    async close() {
      await client.close();
      await server.close();
      await bench.close();
    },
  };
}

export function resultText({ content }: CallResult): string {
  return content.map((part) => part.text ?? '').join('');
}
