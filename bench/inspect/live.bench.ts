import { setTimeout as sleep } from 'node:timers/promises';
import { agrees, boxSamples, watchPage } from '../../e2e/fixtures/agreement.ts';
import { startChangingApp } from '../../e2e/fixtures/changing-app.ts';
import { test } from '../../e2e/fixtures/test.ts';

const changes = 200;
const wantedMs = 300;
const maxWaitMs = 5_000;
/** Pause before each change, so that the app is idle. */
const pauseMs = 250;

test('how soon tree, picture and box agree with an app that changes', async ({ desktop, launch }) => {
  const { window } = await launch();
  const app = await startChangingApp(desktop, 2026);
  try {
    await window.getByTestId('window-list').getByText('Changes').first().click();
    const rows = window.getByTestId('element-tree').getByRole('treeitem');
    await rows.filter({ hasText: 'part 1' }).first().click();
    await watchPage(window);
    const times: number[] = [];
    const colours = new Map(app.start.parts.map(({ name, colour }) => [name, colour.join()]));
    let [never, doubted] = [0, 0];
    for (let n = 0; n < changes; n += 1) {
      await sleep(pauseMs);
      const truth = await app.change();
      for (const { name, colour } of truth.parts) colours.set(name, colour.join());
      const { afterMs, why, doubt } = await agrees(window, truth, maxWaitMs);
      if (why === '') times.push(afterMs);
      else if (doubt) doubted += 1;
      else never += 1;
      if (await window.getByTestId('last-facts').isVisible()) await rows.filter({ hasText: 'part' }).first().click();
    }
    const sorted = times.sort((a, b) => a - b);
    const at = (part: number) => Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? NaN);
    const samples = await boxSamples(window);
    const wrong = samples.filter(({ name, colour }) => colours.has(name) && colours.get(name) !== colour.join());
    const within = sorted.filter((ms) => ms <= wantedMs).length;
    const report = [
      `Of ${changes} changes ${within} were shown within ${wantedMs} ms of being painted.`,
      `Median ${at(0.5)} ms, 95 % ${at(0.95)} ms, slowest ${at(1)} ms.`,
      `Within ${maxWaitMs} ms: ${times.length} shown, ${doubted} said to be in doubt, ${never} neither.`,
      `Of ${samples.length} frames with a box, ${wrong.length} had it on another element than it names.`,
    ];
    process.stdout.write(`\n${report.join('\n')}\n`);
  } finally {
    await app.close();
  }
});
