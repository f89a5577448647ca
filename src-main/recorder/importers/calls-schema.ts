import { z } from 'zod';
import { callParameters } from './call-parameters.ts';
import { importableCalls } from './tool-calls.ts';

/**
 * JSON Schema of the MCPToolCalls that are read, with what each tool takes: for editors, and published as
 * `docs/tool-calls.schema.json`. Other tools are allowed: a call that is no step is left out, and that is told.
 */
export function callsSchema(): object {
  const schema = z.toJSONSchema(importableCalls, { io: 'input' });
  const { properties, ...call } = schema.items as { readonly properties: Record<string, object> };
  const tools = Object.keys(callParameters);
  const known = {
    ...properties,
    tool_name: { ...properties['tool_name'], examples: tools },
    tool_key: { ...properties['tool_key'], examples: tools.map((tool) => `action::${tool}`) },
  };
  return { ...schema, items: { ...call, properties: known, allOf: Object.entries(callParameters).map(ofTool) } };
}

function ofTool([tool, parameters]: [string, z.ZodType]): object {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: 'input' });
  return {
    if: { properties: { tool_name: { const: tool } }, required: ['tool_name'] },
    then: { properties: { parameters: schema } },
  };
}
