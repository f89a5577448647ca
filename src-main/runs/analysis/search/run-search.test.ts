import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../base/log.ts';
import { Runs, type LiveRun } from '../../runs.ts';
import { createTraceWriter } from '../../trace/trace-writer.ts';
import { madeRun } from '../testing/made-run.ts';
import { RunSearch, searchable } from './run-search.ts';

/** To read all, however busy the machine is. */
const enoughMs = 20_000;

let folder: string;
let live: LiveRun[];
let runs: Runs;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-search-'));
  live = [];
  runs = new Runs({ folder, live: () => live, changed: () => undefined });
});
afterEach(async () => {
  await runs.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A run of calls with these answers. */
async function write(run: string, ...answers: readonly string[]): Promise<void> {
  const trace = createTraceWriter({ folder: path.join(folder, run), run, title: run, log: silentLog });
  for (const [index, text] of answers.entries()) {
    const call = { call: index + 1, tool: 'data::get_text', caller: { kind: 'agent', name: 'a' } } as const;
    const start = { ...call, parameters: { name: 'Total' }, decision: 'allowed', decidedBy: 'x' } as const;
    await trace.before(start);
    await trace.after({ ...start, elapsedMs: 1, text });
  }
  await trace.close();
}

it('finds looks, thoughts, acts and answers at their step', async () => {
  const run = madeRun([
    {
      window: 'Notes',
      elements: [
        ['Window', 'Notes'],
        ['Button', 'Save'],
      ],
      words: 'I keep it.',
      acts: [{ tool: 'click_input', on: 'Save', text: 'Pressed.' }],
    },
  ]);
  const trace = { events: () => Promise.resolve(run.events), blob: run.blob };
  const [runStep] = await searchable(trace);
  expect(runStep?.place).toEqual({ step: 1 });
  for (const text of ['Window: "Notes"', 'I keep it.', 'click_input(', 'Pressed.'])
    expect(runStep?.text).toContain(text);
});

it('names the first place with all the words, in the newest runs first', async () => {
  await write('2030-01', 'Nothing here', 'The invoice\nis 42 €');
  await write('2030-02', 'An invoice');
  await write('2030-03', 'The INVOICE of 42', 'invoice 42');
  const { found, unread } = await new RunSearch(runs, enoughMs).find(' 42  invoice ');
  expect(unread).toBe(0);
  expect(found.map(({ run, place }) => [run, place])).toEqual([
    ['2030-03', { call: 1 }],
    ['2030-01', { call: 2 }],
  ]);
  expect(found[1]?.excerpt).toMatch(/The invoice is 42 €$/);
});

it('reads a live run again each time, and one that is over once', async () => {
  await write('old', 'before');
  await write('live', 'before');
  live = [{ id: 'live', kind: 'task', title: 'live', started: 0 }];
  const search = new RunSearch(runs, enoughMs);
  expect((await search.find('before')).found).toHaveLength(2);
  for (const run of ['old', 'live']) await write(run, 'afterwards');
  expect((await search.find('afterwards')).found.map(({ run }) => run)).toEqual(['live']);
});

it('reports the number of runs left unread for lack of time, and continues from there, live ones too', async () => {
  for (const run of ['one', 'two', 'live']) await write(run, 'word');
  live = [{ id: 'live', kind: 'task', title: 'live', started: 0 }];
  const search = new RunSearch(runs, 0);
  const left: number[] = [];
  for (let found = 0; found < 3 && left.length < 1_000;) {
    const answer = await search.find('word');
    left.push(answer.unread);
    found = answer.found.length;
    expect(found + answer.unread).toBe(3);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(left[0]).toBeGreaterThan(0);
  expect(left).toEqual([...left].sort((a, b) => b - a));
  expect(left.at(-1)).toBe(0);
});

it('ends for the next search', async () => {
  await write('one', 'word');
  const search = new RunSearch(runs, enoughMs);
  const [first, second] = await Promise.allSettled([search.find('wor'), search.find('word')]);
  expect(first).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  expect(second).toMatchObject({ value: { found: [{ run: 'one' }] } });
});
