import type { ServerContext } from '@modelcontextprotocol/server';
import { sleep } from '../../../base/async/deadline.ts';
import { pixel, silence, words, type FixtureAnswer, type FixtureTools } from './fixture.ts';

/** Keywords that must appear unchanged in a list of tools. */
const schemaOf2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

/** Tools that answer without a request to the client: kinds of content, progress, log messages, failure. */
export const contentTools: FixtureTools = {
  test_simple_text: { run: () => words('This is a simple text response for testing.') },
  test_image_content: { run: () => ({ content: [{ type: 'image', ...pixel }] }) },
  test_audio_content: { run: () => ({ content: [{ type: 'audio', ...silence }] }) },
  test_embedded_resource: {
    run: () => ({ content: [textResource('test://embedded-resource', 'This is an embedded resource content.')] }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', ...pixel },
        textResource('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
      ],
    }),
  },
  test_error_handling: {
    run: () => ({ ...words('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_progress: { run: (_, context) => withProgress(context) },
  test_tool_with_logging: { run: (_, context) => withMessages(context) },
  /** The client did not report which messages it wants: none may reach it. */
  test_logging_tool: {
    async run(_, { mcpReq }) {
      // The 2026 era deprecates log messages, and still says when they must not be sent.
      // oxlint-disable-next-line typescript/no-deprecated
      await mcpReq.log('info', 'only for those who asked');
      return words('logged');
    },
  },
  test_streaming_elicitation: { run: () => words('Nothing but the result is in the stream.') },
  json_schema_2020_12_tool: { input: schemaOf2020, run: (args) => words(JSON.stringify(args)) },
};

function textResource(uri: string, text: string, mimeType = 'text/plain') {
  return { type: 'resource' as const, resource: { uri, mimeType, text } };
}

async function withProgress({ mcpReq }: ServerContext): Promise<FixtureAnswer> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
    const params = { progressToken: progressToken ?? '', progress, total: 100, message: `${progress} of 100` };
    await mcpReq.notify({ method: 'notifications/progress', params });
    await sleep(20, mcpReq.signal);
  }
  return words(String(progressToken));
}

async function withMessages({ mcpReq }: ServerContext): Promise<FixtureAnswer> {
  for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    await sleep(20, mcpReq.signal);
  }
  return words('Tool with logging executed successfully');
}
