import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WindowId } from '#contract/model/windows/window';
import { describeApp } from '../../../../engine/backends/linux/testing/apps/app-suite.ts';
import { temporaryFolder } from '../../../../engine/backends/linux/testing/folders.ts';
import { liveApp, type LiveApp } from '../../../../engine/backends/linux/testing/live-engine.ts';
import { soon } from '../../../../engine/testing/outcome.ts';
import { createBench, type Bench } from '../../../testing/run-tools.ts';

/** Shows in a paragraph the last event of its handlers. */
const page = `<!doctype html><meta charset="utf-8"><title>Heard</title>
<p id="told">Nothing heard</p>
<div>See <a href="#there">the manual</a> first</div>
<ul><li>Apples</li></ul>
<label>Number <input id="number" type="number" value="3"></label>
<input id="text" aria-label="Words" value="old">
<input id="range" type="range" aria-label="Range" min="0" max="10" value="3">
<select id="colour" aria-label="Colour"><option>Red<option>Green<option>Blue</select>
<select id="fruit" aria-label="Fruit" size="3"><option>Fig<option>Kiwi<option>Lime</select>
<script>
  addEventListener('change', ({ target }) => { told.textContent = target.id + ' is ' + target.value; });
</script>`;

describeApp('a page of Firefox', { program: 'firefox-esr', packages: 'firefox-esr' }, () => {
  let window: WindowId;
  let app: LiveApp;
  let bench: Bench;
  beforeAll(async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'page.html'), page);
    const first = ['browser.aboutwelcome.enabled', 'browser.newtabpage.enabled'].map(
      (name) => `user_pref("${name}", false);`,
    );
    writeFileSync(join(folder, 'user.js'), [...first, 'user_pref("termsofuse.bypassNotification", true);'].join('\n'));
    const address = pathToFileURL(join(folder, 'page.html')).href;
    app = await liveApp('firefox-esr', ['--profile', folder, '--no-remote', '--new-instance', address], {
      env: { GNOME_ACCESSIBILITY: '1' },
      title: /^Heard/,
      ready: (nodes) => nodes.some(({ name }) => name === 'Fruit'),
      startsWithin: 50_000,
    });
    window = (await app.details('role=Window nth=0')).window.id;
    bench = await createBench({ engine: app.engine });
  }, 90_000);
  afterAll(async () => {
    await (bench as Bench | undefined)?.close();
    await (app as LiveApp | undefined)?.end();
  });

  const receives = (what: string) =>
    vi.waitFor(async () => expect(await bench.text('get_text', { window })).toContain(what), soon);

  it('has the texts of its paragraphs, groups and lists', async () => {
    const text = await bench.text('get_text', { window });
    for (const said of ['Nothing heard', 'See first', 'the manual', 'Apples']) expect(text).toContain(said);
    expect(await bench.text('snapshot', { window })).toContain('Text “Nothing heard”');
  });

  it.each([
    ['Number', '7', 'number is 7'],
    ['Range', '8', 'range is 8'],
    ['Colour', 'Green', 'colour is Green'],
  ])('is informed that %s was set', async (name, value, received) => {
    await bench.text('set_value', { name, value, window });
    await bench.text('press_keys', { keys: 'Tab', window });
    await receives(received);
  });

  it.each([
    ['Colour', 'Blue', 'colour is Blue'],
    ['Fruit', 'Kiwi', 'fruit is Kiwi'],
  ])('is informed which option of %s was selected', async (name, value, received) => {
    await bench.text('select_option', { name, value, window });
    await receives(received);
  });

  it('is informed of an item selected by its own action, and shows the selection', async () => {
    await app.run('role=ListItem name="Lime"', { pattern: 'select' });
    await receives('fruit is Lime');
    expect(await bench.text('snapshot', { window })).toContain('ComboBox “Colour” #colour = “Blue”');
  });

  it.each([
    ['role=Spinner name="Number"', { pattern: 'rangeValue', value: 5 }],
    ['role=Edit name="Words"', { pattern: 'value', value: 'new' }],
    ['role=ListItem name="Red"', { pattern: 'select' }],
    ['role=ListItem name="Lime"', { pattern: 'select', how: 'add' }],
    ['role=List name="Fruit"', { pattern: 'selection', select: 'none' }],
  ] as const)('refuses to set %s without informing the page', async (selector, call) => {
    await expect(app.run(selector, call)).rejects.toMatchObject({ code: 'pattern_not_supported' });
  });
});
