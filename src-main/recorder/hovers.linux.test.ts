import { afterEach, expect, test, vi } from 'vitest';
import { sleep } from '../base/async/deadline.ts';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { python, targetScript } from '../engine/backends/linux/testing/apps/target-app.ts';
import { soon } from '../engine/testing/outcome.ts';
import { center, type Point } from '#contract/model/geometry';
import { inWords, press, recorded, replayed, xdotool } from './testing/live-recording.ts';

let app: LiveApp;
afterEach(() => app.end());

const middle = async (name: string) => center((await app.element(`name="${name}"`)).bounds!);
const shows = async (name: string) => (await app.element(`name="${name}"`)).states.includes('visible');

async function pointAt({ x, y }: Point, opened: string): Promise<void> {
  for (const left of [x - 9, x - 4, x]) await xdotool('mousemove', left, y);
  await until(opened);
  await sleep(700);
}

/** Waits until it shows, and, as a user does, longer where the app answers slowly: the recorder reads it meanwhile. */
async function until(name: string): Promise<void> {
  await vi.waitFor(async () => expect(await shows(name)).toBe(true), soon);
  const asked = performance.now();
  await shows(name);
  await sleep(5 * (performance.now() - asked));
}

test('a pointer rest that opens something is a step if the user continues in it, and none otherwise', async () => {
  app = await liveApp(python, [targetScript('gtk3_submenu.py')], { ready: (nodes) => nodes.length > 4 });
  const steps = await recorded(
    app.engine,
    async () => press(await middle('Garden')).then(() => until('Rake')),
    async () => {
      await pointAt(await middle('Seeds'), 'Peas');
      await press(await middle('Peas'));
    },
    async () => press(await middle('Garden')).then(() => until('Rake')),
    async () => {
      await pointAt(await middle('Seeds'), 'Peas');
      await press(await middle('Spade'));
    },
  );
  expect(inWords(steps)).toEqual([
    'Click Menu “Garden”',
    'Point at Menu “Seeds”',
    'Click MenuItem “Peas”',
    'Click Menu “Garden”',
    'Click MenuItem “Spade”',
  ]);
  expect(steps[1]!.expected).toMatchObject([{ type: 'shows', element: { name: 'Peas' } }]);
  expect(JSON.stringify(steps[0]!.expected)).not.toContain('Peas');

  await xdotool('mousemove', 5, 900);
  expect(await replayed(app.engine, steps.slice(0, 3))).toEqual(['passed', 'passed', 'passed']);
  expect((await app.element('name="Peas was chosen"')).name).toBe('Peas was chosen');

  const gone = {
    type: 'shows',
    element: { controlType: 'MenuItem', name: 'Tulips', selector: 'name="Tulips"' },
  } as const;
  const missing = [steps[0]!, { ...steps[1]!, expected: [gone], timeoutMs: 500 }, steps[2]!];
  expect(await replayed(app.engine, missing)).toEqual([
    'passed',
    expect.stringMatching(/^failed: Expected that MenuItem “Tulips” shows, but it does not show\./),
    'skipped: Not reached.',
  ]);
});
