// The minimal server on standard input and output: the SDK, and no tools.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

await new McpServer({ name: 'bare', version: '1' }, { capabilities: { tools: {} } }).connect(
  new StdioServerTransport(),
);
