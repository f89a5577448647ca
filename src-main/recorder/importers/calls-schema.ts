import { z } from 'zod';
import { dialects } from '../../dialects/read-call.ts';
import { importableCalls } from './tool-calls.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * JSON Schema of the MCPToolCalls that are read, with the input of each tool: for editors, and published as
 * `docs/tool-calls.schema.json`. Other tools are allowed: a call that is no step is skipped and reported.
 */
export function callsSchema(): object {
  const schema = z.toJSONSchema(importableCalls, { io: 'input' });
  const { properties, ...call } = schema.items as { readonly properties: Record<string, object> };
  const tools = dialects.flatMap(({ readers }) => Object.keys(readers));
  const inputs = dialects.flatMap(({ readers }) => Object.entries(readers).map(([tool, { input }]) => [tool, input]));
  // All in one schema, so that shared definitions are written once.
  const all = z.toJSONSchema(z.object(Object.fromEntries(inputs) as z.ZodRawShape), { io: 'input', reused: 'ref' });
  const known = {
    ...properties,
    tool_name: { ...properties['tool_name'], examples: tools },
    tool_key: { ...properties['tool_key'], examples: tools.map((tool) => `action::${tool}`) },
  };
  const ofTool = ([tool, parameters]: [string, unknown]) => ({
    if: { properties: { tool_name: { const: tool } }, required: ['tool_name'] },
    then: { properties: { parameters: withoutHandle(parameters as Schema) } },
  });
  const items = { ...call, properties: known, allOf: Object.entries(all.properties ?? {}).map(ofTool) };
  return { ...schema, items, ...(all.$defs && { $defs: all.$defs }) };
}

/** A handle identifies no window in a recording. */
function withoutHandle({ properties, ...schema }: Schema): Schema {
  const { handle, ...others } = Object(properties) as Schema;
  const description = 'Not in a recording: it is true only while its window is open.';
  return { ...schema, properties: { ...others, ...(handle !== undefined && { handle: { not: {}, description } }) } };
}
