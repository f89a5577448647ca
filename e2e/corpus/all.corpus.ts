import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../scripts/lib/paths.mjs';
import { startVirtualDesktop } from '../../scripts/lib/virtual-desktop.mjs';
import type { Flow } from './flow.ts';
import { flows } from './flows/all.ts';
import { runFlow, type FlowResult } from './run-flow.ts';

/** Flows mostly wait. */
const lanes = 2;

test('flows of the corpus', async () => {
  const words = process.env['DESKSCOPE_FLOWS']?.split(',') ?? [''];
  const waiting = flows.filter(({ name }) => words.some((word) => name.includes(word)));
  expect(waiting.length, 'flows with that in their name').toBeGreaterThan(0);
  const results: FlowResult[] = [];
  const work = async () => {
    for (let flow = waiting.shift(); flow; flow = waiting.shift()) {
      const result = await alone(flow);
      results.push(result);
      print(described(result));
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  print(summary(results));
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(join(root, 'test-results', 'corpus.json'), `${JSON.stringify(results, null, 2)}\n`);
});

/** On its own desktop, so that leftovers reach no other flow. */
async function alone(flow: Flow): Promise<FlowResult> {
  const desktop = await startVirtualDesktop();
  try {
    return await runFlow(desktop, flow, true);
  } finally {
    await desktop.close();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function described({ toolkit, name, tapMs, recorded, replayed, changed, steps, why }: FlowResult): string {
  const line = [
    toolkit.padEnd(12),
    name.padEnd(45),
    `${tapMs} ms`.padStart(6),
    recorded.padEnd(6),
    replayed.padEnd(12),
    changed,
  ];
  const faults = why === '' ? [] : [...steps.map((step) => `      ${step}`), `      — ${why}`];
  return [line.join('  '), ...faults].join('\n');
}

function summary(results: readonly FlowResult[]): string {
  const counts = (key: 'recorded' | 'replayed' | 'changed', values: readonly string[]) =>
    values.map((value) => `${results.filter((result) => result[key] === value).length} ${value}`).join(', ');
  const outcomes = ['right', 'stopped', 'false pass', 'wrong action', 'not tried'];
  return (
    `${results.length} flows. Recorded: ${counts('recorded', ['right', 'wrong'])}. ` +
    `Replayed: ${counts('replayed', outcomes)}. After a change: ${counts('changed', outcomes)}.`
  );
}
