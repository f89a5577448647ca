import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Recording } from '#contract/model/recording';
import type { Survival } from '#contract/model/survival';
import { openTerminal, type Terminal } from './testing/in-process.ts';
import { sumRecording } from './testing/sum-recording.ts';

let terminal: Terminal;
let folder: string;
const file = (name: string) => path.join(folder, name);

beforeEach(async () => {
  terminal = await openTerminal();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-survival-'));
});
afterEach(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

function save(...selectors: readonly string[]): string {
  const recording = sumRecording('7');
  const [first] = recording.steps;
  const ranked = selectors.map((selector) => ({ ...first!.target!.selectors[0]!, selector }));
  const steps = [{ ...first!, target: { ...first!.target!, selectors: ranked } }];
  writeFileSync(file('flow.json'), JSON.stringify({ ...recording, steps } satisfies Recording));
  return file('flow.json');
}

it('tries the selectors of a recording on the trees of a replay', async () => {
  const flow = save('role=Button name="7"', 'role=Button', 'role=Button name="Seven"');
  const none = await terminal.run('survival', flow);
  expect(none).toMatchObject({ code: 0, stdout: expect.stringContaining('No kept tree can tell') as string });
  expect(await terminal.run('replay', flow, '--trace', file('trace'))).toMatchObject({ code: 0 });
  const { code, stdout } = await terminal.run('survival', flow, file('trace'));
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^1\. Click .*\n +1\/1 {2}role=Button name="7"\n +0\/1 {2}role=Button\n +Not in “Sum” .*elements match/,
  );
  expect(stdout).toMatch(/0\/1 {2}role=Button name="Seven"\n.*Button “7” is there, but its name is another\.\n/);
});

it('fails where the first selector of a step is lost, and says in which run', async () => {
  expect(await terminal.run('replay', save('role=Button name="7"'), '--trace', file('trace'))).toMatchObject({
    code: 0,
  });
  const flow = save('role=Button name="Seven"', 'role=Button name="7"');
  const said = (await terminal.json('survival', flow, file('trace'))) as { ok: boolean; steps: readonly Survival[] };
  expect(said).toMatchObject({ ok: false, error: { code: 'element_not_found' } });
  expect(said.steps[0]).toMatchObject({
    runs: 1,
    selectors: [
      { held: 0, of: 1, losses: [{ kind: 'none', title: 'Sum', call: 1 }] },
      { held: 1, of: 1 },
    ],
  });
});
