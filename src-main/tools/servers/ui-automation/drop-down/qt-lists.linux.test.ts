import { afterAll, beforeAll, it, vi } from 'vitest';
import { describeApp } from '../../../../engine/backends/linux/testing/apps/app-suite.ts';
import { python, targetScript } from '../../../../engine/backends/linux/testing/apps/target-app.ts';
import { liveApp, type LiveApp } from '../../../../engine/backends/linux/testing/live-engine.ts';
import { soon } from '../../../../engine/testing/outcome.ts';
import { createBench, type Bench } from '../../../testing/run-tools.ts';

describeApp('lists of Qt', { program: python, packages: 'python3-pyqt6' }, () => {
  let app: LiveApp;
  let bench: Bench;
  beforeAll(async () => {
    app = await liveApp(python, [targetScript('qt_presses.py')], { title: /^Presses$/ });
    await app.element('role=List name="Rows"');
    bench = await createBench({ engine: app.engine });
  }, 60_000);
  afterAll(async () => {
    await (bench as Bench | undefined)?.close();
    await (app as LiveApp | undefined)?.end();
  });

  it.each(['Row 1', 'Row 50'])('makes %s current where it is selected', async (value) => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    await bench.text('select_option', { name: 'Rows', value, window });
    await vi.waitFor(() => app.element(`role=Text name="${value} is current"`), soon);
  });

  it('chooses in the menu of a button', async () => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    await bench.text('select_option', { name: 'Tools', value: 'Paste', window });
    await vi.waitFor(() => app.element('role=Text name="Paste is chosen"'), soon);
  });

  it('clicks rows of a list that is scrolled out of sight with its rows', async () => {
    const { id: window } = (await app.details('role=Window nth=0')).window;
    for (const name of ['Inner 40', 'Inner 3']) {
      await bench.text('click_element', { name, window });
      await vi.waitFor(() => app.element(`role=Text name="${name} is current"`), soon);
    }
  });
});
