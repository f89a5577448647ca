import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleEntry, type BuiltEntry } from '../../../scripts/lib/bundle.mjs';

let client: BuiltEntry;
beforeAll(async () => {
  client = await bundleEntry('src-main/computer/testing/conformance-client.ts');
}, 60_000);
afterAll(() => client.remove());

/** The scenarios for an automation client without logins and questions, and the minimum number of checks in each. */
const scenarios: Readonly<Record<string, number>> = {
  initialize: 1,
  tools_call: 2,
  'sse-retry': 3,
  'request-metadata': 5,
  'http-standard-headers': 3,
  'http-custom-headers': 18,
  'http-invalid-tool-headers': 12,
  'json-schema-ref-no-deref': 1,
  'json-schema-2020-12-preservation': 3,
};

it.each(Object.entries(scenarios))(
  'a Computer reaches servers as %s wants it',
  async (scenario, checks) => {
    const output = await judge(scenario);
    expect(output).toContain('OVERALL: PASSED');
    const passed = Number(/Passed: (\d+)\//.exec(output)?.[1]);
    expect(passed, output).toBeGreaterThanOrEqual(checks);
  },
  60_000,
);

/** Runs one scenario of the suite to its end, with the Node it needs. */
function judge(scenario: string): Promise<string> {
  const { DESKSCOPE_JUDGE_NODE: node, DESKSCOPE_CONFORMANCE: suite } = process.env;
  if (!node || !suite) throw new Error('These tests run by `npm run test:conformance`.');
  const command = `"${process.execPath}" "${client.path}"`;
  return new Promise((resolve) => {
    execFile(node, [suite, 'client', '--command', command, '--scenario', scenario], (_, out, err) =>
      resolve(out + err),
    );
  });
}
