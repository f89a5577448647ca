import type { Tool } from '../../tools/define-tool.ts';
import { agentTools } from '../../tools/registry.ts';
import { createBench, type Bench, type BenchOptions } from '../../tools/testing/run-tools.ts';
import { createCommandRouter, type CommandRouter } from '../open-computers.ts';
import { createComputerManager, type ComputerManager } from '../computer-manager.ts';
import { parseConfig } from '../config/parse-config.ts';
import { createLocalServers } from '../servers/local-servers.ts';
import { createServerManager } from '../servers/server-manager.ts';

export interface ComputerBench extends Bench {
  readonly manager: ComputerManager;
  readonly router: CommandRouter;
  /** Warnings in the log. */
  readonly warnings: string[];
}

export interface ComputerBenchOptions extends BenchOptions {
  /** YAML. */
  readonly config: string;
  /** Further local tools. */
  readonly local?: readonly Tool[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Real Computers over the real runner and the scripted desktop. */
export async function createComputerBench(options: ComputerBenchOptions): Promise<ComputerBench> {
  const bench = await createBench({ policyMode: 'act', ...options });
  const warnings: string[] = [];
  const local = createLocalServers([...agentTools, ...(options.local ?? [])]);
  const { config } = parseConfig(options.config, { file: 'mcp.yaml', variables: options.variables ?? {} });
  const manager = createComputerManager({
    config,
    runner: bench.runner,
    version: '0.0.0',
    servers: createServerManager({ local, version: '0.0.0' }),
    log: (_, message) => warnings.push(message),
  });
  return {
    ...bench,
    manager,
    warnings,
    router: createCommandRouter(manager),
    async close() {
      await manager.reset();
      await bench.close();
    },
  };
}
