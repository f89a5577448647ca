import { expect, it } from 'vitest';
import { worksOnDesktops } from './desktop-host.ts';
import { allTools, inputSchema, outputSchema, toolSets } from './registry.ts';
import { listCalls } from './servers/calls/index.ts';
import { stepTools } from './servers/deskscope/index.ts';

it('gives every tool a unique name, since MCP knows no other', () => {
  const names = allTools.map((tool) => tool.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('names the servers that work on any desktop', () => {
  const { ufo, windows, elements, ui_automation: actions, checks } = toolSets;
  const servers = new Set(
    [...ufo, ...windows, ...elements, ...actions, ...checks, ...stepTools].map((tool) => tool.namespace),
  );
  servers.delete(listCalls.namespace);
  expect(new Set(allTools.filter(worksOnDesktops).map((tool) => tool.namespace))).toEqual(servers);
});

it('describes input and output in schemas that every client understands', () => {
  const schemas = allTools.flatMap((tool) => [
    ...faultsIn(inputSchema(tool), `${tool.name} takes`),
    ...faultsIn(outputSchema(tool) ?? { type: 'object' }, `${tool.name} answers`),
  ]);
  expect(schemas).toEqual([]);
});

/** Where a schema contains others: alone, in a list, by name. */
const parts = {
  alone: ['items', 'contains', 'not', 'propertyNames', 'if', 'then', 'else', 'additionalProperties'],
  lists: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  named: ['properties', 'patternProperties', 'dependentSchemas', '$defs'],
};
/** Keywords of an otherwise empty schema. */
const comments = ['description', 'title', 'default', 'examples', '$schema'];

/** The rules of the MCP Inspector's `tools/list --strict`. */
function faultsIn(schema: unknown, at: string): readonly string[] {
  if (typeof schema === 'boolean') return at.endsWith('.additionalProperties') ? [] : [`${at}: only ${String(schema)}`];
  const node = schema as Record<string, unknown>;
  const { $ref } = node;
  const own = [
    ...(Object.keys(node).every((key) => comments.includes(key)) ? [`${at}: says nothing`] : []),
    ...(Array.isArray(node['type']) ? [`${at}: several types`] : []),
    ...(typeof $ref === 'string' && !$ref.startsWith('#') ? [`${at}: refers to another file`] : []),
  ];
  return [
    ...own,
    ...parts.alone.flatMap((key) => (key in node ? faultsIn(node[key], `${at}.${key}`) : [])),
    ...parts.lists.flatMap((key) =>
      ((node[key] ?? []) as unknown[]).flatMap((each, i) => faultsIn(each, `${at}.${key}[${i}]`)),
    ),
    ...parts.named.flatMap((key) =>
      Object.entries(node[key] ?? {}).flatMap(([name, each]) => faultsIn(each, `${at}.${key}.${name}`)),
    ),
  ];
}
