import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { sumRecording } from '../../../src-main/cli/testing/sum-recording.ts';
import { z } from 'zod';
import type { Collector } from '../../lib/collector.ts';
import { interleave, type Contestant } from '../../lib/interleave.ts';
import { ours } from '../../lib/measurement.ts';
import type { Bench } from '../bench.ts';
import { runProgram } from '../peers/run-program.ts';

const program = join(process.cwd(), 'bin/deskscope.cjs');

/** Enough for the start of two workers to cost only a few tests' time. */
const flows = 12;
const runMs = 600_000;

export const desktopTests: Bench = {
  name: 'desktop-tests',
  title:
    `${flows} recorded flows, each on a desktop of its own: 6 × 7 by four clicks in galculator. As tests of Playwright Test by ` +
    '`deskscope test`, and one after the other by `deskscope --desktop own replay`. Below, tests on galculator and on a page in ' +
    'Chromium with the same buttons: until the body of a test begins, on a fresh desktop or in a fresh context, and eight clicks; ' +
    'the bare calls are of the tool that agents call, and dogtail clicks on the desktop of the bench.',
  async run({ collector, rounds }) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-'));
    try {
      const files = await writeFlows(join(folder, 'flows'));
      const profile = join(folder, 'deskscope.yaml');
      await writeFile(profile, 'desktop: { apps: [galculator] }');
      const serial = async () => {
        for (const file of files)
          await runProgram(process.execPath, [
            program,
            '--desktop',
            'own',
            '--desktop-profile',
            profile,
            'replay',
            file,
          ]);
      };
      const tests = (workers: number) => () =>
        runProgram(process.execPath, [program, 'test', join(folder, 'flows'), '--workers', String(workers)], runMs);
      const contestants: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
        [`${ours}, 2 workers`, tests(2)],
        [`${ours}, 1 worker`, tests(1)],
        ['the serial command line', serial],
      ];
      await interleave(
        rounds,
        contestants.map(([contestant, run]): Contestant => ({
          name: contestant,
          sample: () =>
            collector.attempt(contestant, async () => {
              const start = performance.now();
              await run();
              const seconds = (performance.now() - start) / 1_000;
              collector.add({ subject: 'galculator', task: 'a flow', contestant, unit: 'per s' }, flows / seconds);
            }),
        })),
      );
      await interleave(rounds, clickers(collector, join(folder, 'samples.jsonl')));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Tests that leave samples in the file. */
function clickers(collector: Collector, file: string): readonly Contestant[] {
  const subject = 'clicks';
  const here = (name: string) => join(process.cwd(), 'bench/linux/desktop-tests', name);
  const sample = (environment: readonly string[], command: readonly string[]) => async () => {
    await writeFile(file, '');
    await runProgram('env', [`BENCH_SAMPLES=${file}`, 'BENCH_TURNS=3', ...environment, ...command], runMs);
    for (const line of (await readFile(file, 'utf8')).trim().split('\n')) {
      const { task, contestant, ms } = sampleSchema.parse(JSON.parse(line));
      collector.add({ subject, task, contestant }, ms);
    }
  };
  const runner = [process.execPath, join(process.cwd(), 'node_modules/@playwright/test/cli.js'), 'test'];
  const options = ['--config', here('playwright.config.mjs'), '--output', `${file}-output`];
  const spec = (name: string) => sample([`BENCH_SPEC=${name}`], [...runner, ...options]);
  const contestants: readonly (readonly [name: string, run: () => Promise<void>])[] = [
    ['tests on galculator', spec('calculator.spec.mjs')],
    ['dogtail', sample([], ['/usr/bin/python3', here('dogtail_clicks.py')])],
    ['tests on a page', spec('page.spec.mjs')],
  ];
  return contestants.map(([name, run]): Contestant => ({ name, sample: () => collector.attempt(name, run) }));
}

const sampleSchema = z.object({ task: z.string(), contestant: z.string(), ms: z.number() });

async function writeFlows(folder: string): Promise<readonly string[]> {
  await mkdir(folder);
  const { steps, ...recording } = sumRecording('6', '*', '7', '=');
  const there = steps.map((step) => ({ ...step, window: { app: 'galculator', title: 'galculator' } }));
  const text = JSON.stringify({ ...recording, platform: 'linux', steps: there });
  const files = Array.from({ length: flows }, (_, index) => join(folder, `flow-${index + 1}.json`));
  await Promise.all(files.map((file) => writeFile(file, text)));
  return files;
}
