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
});
