import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WindowId } from '#contract/model/windows/window';
import { describeApp } from '../../../../engine/backends/linux/testing/apps/app-suite.ts';
import { python, targetScript } from '../../../../engine/backends/linux/testing/apps/target-app.ts';
import { liveApp, type LiveApp } from '../../../../engine/backends/linux/testing/live-engine.ts';
import { soon } from '../../../../engine/testing/outcome.ts';
import { createBench, type Bench } from '../../../testing/run-tools.ts';

describeApp('views of GTK 3', { program: python, packages: 'python3-gi' }, () => {
  let app: LiveApp;
  let bench: Bench;
  let window: WindowId;
  beforeAll(async () => {
    app = await liveApp(python, [targetScript('gtk3_views.py')], { title: /^Views$/ });
    await app.element('name="Flow 7"');
    window = (await app.details('role=Window nth=0')).window.id;
    bench = await createBench({ engine: app.engine });
  }, 60_000);
  afterAll(async () => {
    await (bench as Bench | undefined)?.close();
    await (app as LiveApp | undefined)?.end();
  });

  const becomes = (name: string) => vi.waitFor(() => app.element(`name="${name} is selected"`), soon);

  it('selects in a list named by the text beside it', async () => {
    await bench.text('select_option', { name: 'Colours:', value: 'Flow 5', window });
    await becomes('Flow 5');
  });

  it('clicks an icon by its text', async () => {
    await bench.text('click_element', { name: 'Icon 2', window });
    await becomes('Icon 2');
  });

  it('chooses in a menu what runs a dialog, and answers the dialog', async () => {
    await bench.text('select_option', { name: 'File', value: 'Ask', window });
    await bench.text('click_element', { name: 'Quite', window: 'Sure?' });
    await becomes('Quite');
  });

  it('leaves an entry of a menu checked that is', async () => {
    const wraps = async () => (await app.details('role=MenuItem name="Wrap"')).states.includes('checked');
    expect(await bench.text('select_option', { name: 'File', value: 'Wrap', window })).toContain('Wrap');
    expect(await wraps()).toBe(true);
    const { id } = await app.element('role=MenuItem name="Wrap"');
    await app.engine.runPattern({ element: id, call: { pattern: 'invoke' } });
    await becomes('Wrap False');
    await bench.text('select_option', { name: 'File', value: 'Wrap', window });
    await becomes('Wrap True');
  });

  it('names the options of a list that is higher than the screen, where it has not the wanted one', async () => {
    const towns = (await app.element('role=ComboBox nth=0')).id;
    const refused = await bench.failure('select_option', { element: towns, value: 'X' });
    expect(refused).toContain('It has “Town 0”, “Town 1”');
  });

  it('chooses in a list inside a list', async () => {
    await bench.text('select_option', { name: 'Region:', value: 'North West', window });
    await becomes('North West');
  });

  it.each(['3.5', '', 'x'])('does not report “%s” as the number of a field that cannot hold it', async (value) => {
    await bench.failure('set_value', { name: 'Count:', value, window });
    const { range, value: shown } = await app.details('role=Spinner');
    expect([range?.current, shown]).toEqual([1, '1']);
  });

  it('writes into a cell that a click opens', async () => {
    await bench.text('set_value', { name: 'Berta', value: 'Größe', window });
    await becomes('Cell 1 Größe');
  });

  it('writes into no other cell', async () => {
    const refused = await bench.failure('set_value', { name: 'Anna fixed', value: 'no', window });
    expect(refused).toContain('Neither F2 nor a click opened an editor in DataItem “Anna fixed”');
  });
});
