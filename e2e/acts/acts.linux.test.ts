import { appendFileSync, mkdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor, type Door } from './server.ts';
import { session, type Tried } from './session.ts';
import { table, reported } from './report.ts';
import { toolkits, type ToolkitName } from './toolkits.ts';

/**
 * Random acts on elements that are covered, clipped, moved, scaled, scrolled or replaced between look and act, through the built
 * MCP server, checked against the apps' logs. CONTRIBUTING.md explains how to run many, and how to repeat one.
 */
const env = process.env;
const seed = Number(env['ACTS_SEED'] ?? 20_261_127);
const some: readonly ToolkitName[] = ['GTK 3', 'Qt 6', 'Chromium'];
const all = Object.keys(toolkits) as ToolkitName[];
const wanted = env['ACTS_TOOLKITS']?.split(',') ?? (env['ACTS'] ? all : some);
const tried = all.filter((name) => wanted.includes(name));
const each = Math.ceil(Number(env['ACTS'] ?? 18) / tried.length);
/** Number of acts after which an app is restarted, with another scale factor. */
const inSession = 60;

let door: Door;
const done: Tried[] = [];
beforeAll(async () => void (door = await openDoor()), 60_000);
afterAll(async () => {
  await door.close();
  process.stderr.write(`\n${done.length} acts from ACTS_SEED=${seed}\n${table(done)}\n`);
});

it.each(tried)(
  `%s: acts reach what was meant or nothing (ACTS_SEED=${seed})`,
  async (toolkit) => {
    const faults: string[] = [];
    for (let begun = 0, at = 0; begun < each; begun += inSession, at++) {
      const acts = Math.min(inSession, each - begun);
      await session(door, toolkit, {
        seed: seed + at * 1_000,
        acts,
        only: env['ACTS_ONLY']?.split(',').map(Number),
        report(one) {
          done.push(one);
          note(one);
          if (one.verdict === 'wrong' || one.verdict === 'false') faults.push(reported(one));
        },
      });
    }
    expect(faults, faults.join('\n\n')).toEqual([]);
  },
  each * 20_000 + 120_000,
);

function note(one: Tried): void {
  mkdirSync('test-results', { recursive: true });
  appendFileSync('test-results/acts.log', `${reported(one)}\n\n`);
}
