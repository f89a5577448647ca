import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WindowId } from '#contract/model/windows/window';
import { describeApp } from '../../../../engine/backends/linux/testing/apps/app-suite.ts';
import { targetApps } from '../../../../engine/backends/linux/testing/folders.ts';
import { liveApp, type LiveApp } from '../../../../engine/backends/linux/testing/live-engine.ts';
import { createBench, type Bench } from '../../../testing/run-tools.ts';

const atk = '/usr/share/java/java-atk-wrapper.jar';
const assistive = '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper';

describeApp('settings of Swing', { program: 'java', packages: 'default-jdk libatk-wrapper-java' }, () => {
  let app: LiveApp;
  let bench: Bench;
  let window: WindowId;
  beforeAll(async () => {
    app = await liveApp('java', [assistive, '-cp', atk, join(targetApps, 'Swing.java')], { title: /^Swing controls$/ });
    await app.element('role=Button name="Press"');
    window = (await app.details('role=Window nth=0')).window.id;
    bench = await createBench({ engine: app.engine });
  }, 60_000);
  afterAll(async () => {
    await (bench as Bench | undefined)?.close();
    await (app as LiveApp | undefined)?.end();
  });

  it('does not report a text as the number of a field that cannot hold it', async () => {
    await bench.failure('set_value', { name: 'Count', value: 'x', window });
    expect((await app.details('role=Spinner')).value).toBe('1');
  });

  it('closes a list that has not the wanted option', async () => {
    const missing = await bench.failure('select_option', { selector: 'role=ComboBox', value: 'Huge', window });
    expect(missing).toContain('It has “Small”, “Large”');
    expect((await app.details('role=ComboBox')).states).not.toContain('expanded');
  });

  it('writes into a cell of a table, which alone has the focus', async () => {
    await bench.text('set_value', { selector: 'role=DataItem name="one"', value: 'eins', window });
    expect((await app.details('role=DataItem name="eins"')).cell).toMatchObject({ row: 0, column: 0 });
    expect((await app.details('role=DataItem name="two"')).cell).toMatchObject({ row: 0, column: 1 });
  });

  it('selects only the wanted item of a list, though Swing keeps the others', async () => {
    const list = 'role=List >> role=ListItem name="Green"';
    await bench.text('click_element', { selector: 'role=ListItem name="Green"', window });
    await bench.text('select_option', { selector: 'role=List nth=1', value: 'Blue', window });
    expect((await app.details(list)).states).not.toContain('selected');
    expect((await app.details('role=ListItem name="Blue"')).states).toContain('selected');
  });

  it('scrolls a list to an item that has no place', async () => {
    await bench.text('click_element', { name: 'Row 9', control_type: 'ListItem', window });
    expect((await app.details('role=ListItem name="Row 9"')).states).toContain('selected');
  });
});
