import type { Tool } from '../../tools/define-tool.ts';

/**
 * An MCP server as a Computer has it: whatever speaks to it, its tools are literals that the tool-runner runs, so that
 * calls to strangers are permitted and traced like our own.
 */
export interface McpServer {
  readonly namespace: string;
  readonly kind: 'local' | 'http' | 'stdio';
  readonly tools: readonly Tool[];
  /** What was left out, and why. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}
