import { z } from 'zod';

const message = z.strictObject({ text: z.string().min(1) });
const level = z.enum(['none', 'note', 'warning', 'error']);
/** Reserved and unreserved characters of RFC 3986, and escapes. */
const uriReference = z.string().regex(/^(?:[\w.~!$&'()*+,;=:@/?#-]|%[\da-f]{2})*$/i);
const bag = z.looseObject({
  tags: z
    .array(z.string())
    .refine((tags) => new Set(tags).size === tags.length)
    .optional(),
});
const ofRule = z.strictObject({ id: z.string(), index: z.int().nonnegative() });

const rule = z.strictObject({
  id: z.string().min(1),
  shortDescription: message,
  fullDescription: message,
  defaultConfiguration: z.strictObject({ level }),
  properties: bag,
});

const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({ uri: uriReference }),
  }),
  logicalLocations: z
    .array(
      z.strictObject({
        name: z.string(),
        fullyQualifiedName: z.string(),
        kind: z.string(),
      }),
    )
    .min(1),
});

const result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().nonnegative(),
  level,
  message,
  locations: z.array(location),
  partialFingerprints: z.record(z.string(), z.string()),
  baselineState: z.enum(['new', 'unchanged', 'updated', 'absent']),
  properties: bag,
});

/**
 * The parts of SARIF 2.1.0 that Deskscope writes, as strict as the standard's schema, without unknown properties.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json
 */
export const sarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z
      .strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string(),
            semanticVersion: z.string(),
            rules: z.array(rule),
          }),
        }),
        columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
        invocations: z.array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            toolExecutionNotifications: z
              .array(
                z.strictObject({
                  level,
                  message,
                  associatedRule: ofRule.optional(),
                }),
              )
              .optional(),
          }),
        ),
        results: z.array(result),
        properties: bag,
      })
      .refine(({ tool, results }) =>
        results.every(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId),
      ),
  ),
});
