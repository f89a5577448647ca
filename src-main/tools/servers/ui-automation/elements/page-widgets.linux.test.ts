import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { WindowId } from '#contract/model/windows/window';
import { describeApp } from '../../../../engine/backends/linux/testing/apps/app-suite.ts';
import { targetApps, temporaryFolder } from '../../../../engine/backends/linux/testing/folders.ts';
import { liveApp, type LiveApp } from '../../../../engine/backends/linux/testing/live-engine.ts';
import { chromiumFlags } from '../../../../engine/testing/programs.ts';
import { soon } from '../../../../engine/testing/outcome.ts';
import { createBench, type Bench } from '../../../testing/run-tools.ts';

describeApp('what pages make of HTML and ARIA', { program: 'chromium', packages: 'chromium' }, () => {
  let window: WindowId;
  /** Events that the page itself received. */
  const reported: string[] = [];
  let server: Server;
  let app: LiveApp;
  let bench: Bench;
  beforeAll(async () => {
    server = createServer(({ url = '' }, answer) => {
      const [, state] = url.split('/state?');
      if (state !== undefined) reported.push(decodeURIComponent(state));
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      answer.end(url === '/' ? readFileSync(join(targetApps, 'widgets.html')) : '');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const flags = [...chromiumFlags, '--disable-gpu', '--force-renderer-accessibility', '--window-size=1000,700'];
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    app = await liveApp('chromium', [...flags, `--user-data-dir=${temporaryFolder()}`, address], {
      title: /Widgets of a page/,
      ready: (nodes) => nodes.some(({ name }) => name === 'Delete'),
      startsWithin: 50_000,
    });
    window = (await app.details('role=Window nth=0')).window.id;
    bench = await createBench({ engine: app.engine });
  });
  afterAll(async () => {
    await (bench as Bench | undefined)?.close();
    await (app as LiveApp | undefined)?.end();
    server.closeAllConnections();
    server.close();
  });

  const last = (what: string) => reported.filter((each) => each.startsWith(`${what}=`)).at(-1);
  const becomes = (state: string) => vi.waitFor(() => expect(last(state.split('=')[0]!)).toBe(state), soon);

  it.each([
    ['Alarm', '23:05', 'alarm=23:05'],
    ['Due', '2024-05-06T07:08', 'due=2024-05-06T07:08'],
    ['Paid', '2024-11', 'paid=2024-11'],
  ])('enters a date or a time in %s part by part', async (name, value, state) => {
    await bench.text('set_value', { name, value, window });
    await becomes(state);
  });

  it('types a date as other texts', async () => {
    await bench.text('type_text', { name: 'Born', text: '2021-03-04', window });
    await becomes('born=2021-03-04');
  });

  it('refuses a day that is in no calendar, and reports how to write one', async () => {
    const refused = await bench.run('set_value', { name: 'Born', value: '2021-02-31', window });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'invalid_parameter', hint: expect.stringContaining('2026-05-04') as unknown },
    });
    expect(last('born')).toBe('born=2021-03-04');
  });

  it('shows the values of the parts of a date, and no value for empty ones', async () => {
    const look = await bench.text('snapshot', { window });
    expect(look).toMatch(/Spinner “\w+ Born” = “2021”/);
    expect(look).toMatch(/ComboBox “Colour” = “Green”/);
    expect(look).not.toContain('\uFFFC');
  });

  it('checks a radio button', async () => {
    await bench.text('set_checked', { name: 'Blue', checked: true, window });
    await becomes('tint=blue');
  });

  it('moves a number that reacts only to keys', async () => {
    await bench.text('set_value', { name: 'Rooms', value: '4', window });
    await becomes('rooms=4');
  });

  it('selects from a list that opens elsewhere in the page', async () => {
    expect(await bench.text('select_option', { name: 'Colour', value: 'Cyan', window })).toContain('= “Cyan”');
    await becomes('colour=Cyan');
  });

  it('selects from the menu of a button', async () => {
    await bench.text('select_option', { name: 'Options', value: 'Reset', window });
    await becomes('option=Reset');
  });

  it('opens a row of a tree without clicking it', async () => {
    await bench.text('set_expanded', { name: 'src', expanded: true, window });
    await becomes('expanded=true');
    await bench.text('set_expanded', { name: 'src', expanded: false, window });
    await becomes('expanded=false');
    expect(last('opened')).toBeUndefined();
  });

  it('names a menu entry that is gone after the click', async () => {
    await bench.text('click_element', { name: 'Options', window });
    const clicked = await bench.text('click_element', { name: 'Rename', window });
    expect(clicked).toMatch(/MenuItem “Rename”(?! disabled)[^]*The element is gone now\./);
    await becomes('option=Rename');
  });

  it('presses nothing beside a menu of the browser, which the press would only close', async () => {
    await bench.text('click_element', { name: 'Options', button: 'right', window });
    await vi.waitFor(async () => {
      expect(await bench.failure('click_element', { name: 'Rooms', window })).toMatch(/^busy: A menu or list is open/);
    }, soon);
    await bench.text('press_keys', { keys: 'Escape', window });
    await bench.text('click_element', { name: 'Rooms', window });
  });

  it('shows the text of rows without a name if texts are omitted', async () => {
    const look = await bench.text('snapshot', { window, interactive_only: true });
    expect(look).toContain('ListItem with “first”');
    expect(look).toContain('ListItem with “second”');
  });
});
