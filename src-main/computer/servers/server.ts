import type { Tool } from '../../tools/define-tool.ts';

/**
 * An MCP server as seen by a Computer: over any transport, its tools are literals that the tool runner runs, so that
 * foreign calls need permission and are traced like our own.
 */
export interface McpServer {
  readonly namespace: string;
  readonly kind: 'local' | 'http' | 'stdio';
  readonly tools: readonly Tool[];
  /** The omitted tools, with reasons. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}
