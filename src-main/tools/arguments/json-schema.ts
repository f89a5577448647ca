import { z } from 'zod';

/**
 * The JSON Schema (2020-12) of a tool's input or output, in the subset that every client understands: some reject or drop
 * schemas that are only `true` or `false`, are empty, or list several types.
 */
export function toJsonSchema(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return simplify(z.toJSONSchema(type, { io })) as Record<string, unknown>;
}

/** Like {@link toJsonSchema} for input, without details that a model does not need. */
export function toBriefSchema(type: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = toJsonSchema(type, 'input');
  return inShort(schema) as Record<string, unknown>;
}

/** Limits are reported on violation; zod gives every integer the safe range. */
function inShort(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inShort);
  if (typeof schema !== 'object' || schema === null) return schema;
  const reported = Object.entries(schema).filter(([key, value]) => {
    return key !== 'additionalProperties' && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;
  });
  return Object.fromEntries(reported.map(([key, value]) => [key, inShort(value)]));
}

/** Keys with values instead of schemas. */
const values = new Set(['default', 'const', 'enum', 'examples', 'required']);

function simplify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (values.has(key)) return [[key, value]];
      // For a tuple, whose `maxItems` has the same meaning.
      if (key === 'items' && value === false) return [];
      if (key === 'additionalProperties' && isEmpty(value)) return [[key, true]];
      if (key === 'type' && Array.isArray(value)) return [['anyOf', value.map((type: unknown) => ({ type }))]];
      return [[key, simplify(value)]];
    }),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
