import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture } from '../testing/conformance/build-fixture.ts';
import { startTokenProxy, type TokenProxy } from '../testing/conformance/token-proxy.ts';
import { createHttpBench, token, type HttpBench } from '../testing/http-bench.ts';
import type { HttpOptions } from './http.ts';

/** How many scenarios for servers each set scores, as `conformance list --requirements` has them: none may go missing. */
const requirements = { '2025-11-25': 30, '2026-07-28': 37 } as const;

/** The scenarios for a server without the tools, prompts and resources that the suite calls by name. */
const withoutFixture = {
  '2025-11-25': ['server-initialize', 'ping', 'server-session-lifecycle'],
  '2026-07-28': ['http-header-validation', 'sep-2164-resource-not-found'],
};
const withoutFixtureInBoth = ['tools-list', 'server-sse-multiple-streams', 'dns-rebinding-protection'];

const revisions = ['2025-11-25', '2026-07-28'] as const;

let bench: HttpBench;
let proxy: TokenProxy;
async function serve(http: Partial<HttpOptions>): Promise<void> {
  bench = await createHttpBench({ http });
  // The suite cannot send a token: with this before it, it meets the real guards.
  proxy = await startTokenProxy(bench.serving.port, '/mcp', token);
}
afterEach(async () => {
  proxy.close();
  await bench.close();
});

describe.each(revisions)('the requirements of %s', (set) => {
  it('are met by our HTTP stack', async () => {
    await serve(createFixture());
    const { code, output, scenarios } = await judge(['--url', proxy.url, '--requirements', set]);
    const scored = scenarios.filter((scenario) => scenario.scored);
    expect(scored.filter(isBad)).toEqual([]);
    expect({ code, scored: scored.length }, output).toEqual({ code: 0, scored: requirements[set] });
  }, 120_000);

  it('are met by our own tools, where they need no fixture', async () => {
    await serve({});
    const { scenarios } = await judge(['--url', proxy.url, '--requirements', set]);
    const wanted = [...withoutFixture[set], ...withoutFixtureInBoth];
    const found = scenarios.filter(({ name }) => wanted.includes(name));
    expect(found.filter(isBad)).toEqual([]);
    expect(found.map(({ name }) => name).sort()).toEqual(wanted.sort());
  }, 120_000);
});

interface Scenario {
  readonly name: string;
  /** Required by the set; others are run and reported, and do not affect the exit code. */
  readonly scored: boolean;
  readonly passed: number;
  readonly failed: number;
}

/** A scenario that checked nothing has not passed. */
const isBad = ({ passed, failed }: Scenario) => passed === 0 || failed > 0;

interface Judgement {
  readonly code: number | null;
  readonly output: string;
  readonly scenarios: readonly Scenario[];
}

/** Runs the suite to its end, with the Node it needs. */
async function judge(args: readonly string[]): Promise<Judgement> {
  const { DESKSCOPE_JUDGE_NODE: node, DESKSCOPE_CONFORMANCE: suite } = process.env;
  if (!node || !suite) throw new Error('These tests run by `npm run test:conformance`.');
  const cwd = mkdtempSync(path.join(tmpdir(), 'deskscope-conformance-'));
  try {
    const child = spawn(node, [suite, 'server', ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [reported, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    const output = reported + errors;
    return { code, output, scenarios: readScenarios(output) };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** From the summary: lines of scenarios, then, indented, the names of unscored ones. */
function readScenarios(output: string): readonly Scenario[] {
  const unscored = new Set(Array.from(output.matchAll(/^ {2}[✓✗] (\S+) \(/gmu), ([, name]) => name));
  return Array.from(output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu), ([, name = '', passed, failed]) => ({
    name,
    scored: !unscored.has(name),
    passed: Number(passed),
    failed: Number(failed),
  }));
}
