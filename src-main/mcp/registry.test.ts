import { expect, it } from 'vitest';
import { allTools } from './registry.ts';

it('gives every tool a name of its own: MCP knows no other', () => {
  const names = allTools.map((tool) => tool.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
