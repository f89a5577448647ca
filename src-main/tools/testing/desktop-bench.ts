import type { Client } from '@modelcontextprotocol/client';
import { createLog } from '../../base/log.ts';
import type { WindowInfo } from '#contract/model/windows/window';
import { openOwnDesktop, type OwnDesktop } from '../../engine/backends/linux/testing/own-desktop.ts';
import { until } from '../../engine/backends/linux/testing/apps/target-app.ts';
import { createBackend } from '../../engine/create-backend.ts';
import { createLocalEngine } from '../../engine/process/local-engine.ts';
import { createHttpBench, type Era, type HttpBench } from '../../mcp/testing/http-bench.ts';
import type { BenchOptions } from './run-tools.ts';

/** A tool's answer to a client. */
export interface Answer {
  readonly isError: boolean;
  /** All text parts joined. */
  readonly text: string;
  readonly data: unknown;
  /** PNG, if there is a picture. */
  readonly image: Buffer | null;
}

/** A real server on its own real desktop, with real apps and real clients connected over HTTP. */
export interface DesktopBench extends HttpBench {
  readonly desktop: OwnDesktop;
  /** Starts an app and waits until its window is listed and its elements can be read. */
  open(command: string, args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<WindowInfo>;
  /** Calls a tool as a client that sees every tool. */
  call(name: string, parameters?: Record<string, unknown>): Promise<Answer>;
}

export async function createDesktopBench(options: BenchOptions & { readonly era?: Era } = {}): Promise<DesktopBench> {
  const desktop = await openOwnDesktop();
  const engine = await createLocalEngine({
    log: createLog('test'),
    backend: (backendOptions) => createBackend('linux', backendOptions),
  });
  const bench = await createHttpBench({ ...options, engine });
  const client = await bench.connect(options.era ?? 'modern', 'test');
  return {
    ...bench,
    desktop,
    async open(command, args = [], env = {}) {
      const { pid } = desktop.start(command, args, env);
      let found: WindowInfo | undefined;
      await until(async () => {
        const { items } = await engine.listWindows({});
        found = items.find((window) => window.processId === pid);
        return found !== undefined && (await engine.tree({ window: found.id })).nodeCount > 5;
      }, 30_000);
      if (!found) throw new Error(`${command} shows no window.`);
      return found;
    },
    call: (name, parameters = {}) => callTool(client, name, parameters),
    async close() {
      await bench.close();
      await desktop.close();
    },
  };
}

async function callTool(client: Client, name: string, parameters: Record<string, unknown>): Promise<Answer> {
  const result = await client.callTool({ name, arguments: parameters });
  const parts = result.content as { readonly type: string; readonly text?: string; readonly data?: string }[];
  const image = parts.find((part) => part.type === 'image')?.data;
  return {
    isError: result.isError === true,
    text: parts.flatMap(({ text }) => text ?? []).join('\n'),
    data: result.structuredContent,
    image: image === undefined ? null : Buffer.from(image, 'base64'),
  };
}
