import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { center } from '#contract/model/geometry';
import type { RawNode } from '../../../../backend.ts';
import { findElectron } from '../../../../../../scripts/lib/electron-runtime.mjs';
import { suiteOf, type RunningApp } from '../../testing/apps/app-suite.ts';
import { targetApps, temporaryFolder } from '../../testing/folders.ts';
import { isCalled } from '../../testing/people/app-driver.ts';
import { allNodes, python, readTree, targetScript } from '../../testing/apps/target-app.ts';
import { opensContextMenu, opensMenu, pressesButton } from '../../testing/apps/app-tests.ts';

const page = `file://${join(targetApps, 'form.html')}`;
const chromiumFlags = ['--no-sandbox', '--disable-gpu', '--force-renderer-accessibility'] as const;
const shows = { title: /A form/, ready: (nodes: readonly { name: string }[]) => nodes.some((n) => n.name === 'Press') };

suiteOf('Chromium', {
  ...shows,
  toolkit: 'chromium',
  program: 'chromium',
  packages: 'chromium',
  args: () => [
    ...chromiumFlags,
    `--user-data-dir=${temporaryFolder()}`,
    '--password-store=basic',
    '--no-first-run',
    '--window-size=1000,800',
    // It scales its own controls and the page differently.
    '--force-device-scale-factor=1.25',
    page,
  ],
  env: { ACCESSIBILITY_ENABLED: '1' },
  explained: { 'its tab is soon named with the memory it takes': /^page tab\tA form/ },
  // It does not hit its own lines and backgrounds, and answers for its title bar with a covering panel.
  knownMisses: [/^panel “”/, /^push button “(Minimize|Maximize|Close)”/],
  also: (running) => {
    opensContextMenu(running, { over: isCalled('A form', 'Text'), item: /^Inspect/ });
    readsPages(running);
  },
});

const electron = await findElectron();
suiteOf('Electron', {
  ...shows,
  toolkit: 'chromium',
  program: electron.executable,
  packages: 'none: the Electron that the tests are run with',
  // Without the flag that enables accessibility at startup: its page must be woken.
  args: () => [
    '--no-sandbox',
    '--disable-gpu',
    join(targetApps, 'electron-app'),
    `--user-data-dir=${temporaryFolder()}`,
  ],
  env: { ACCESSIBILITY_ENABLED: '1' },
  also: readsPages,
});

suiteOf('Firefox', {
  ...shows,
  toolkit: 'gecko',
  program: 'firefox-esr',
  packages: 'firefox-esr',
  args: () => ['--profile', quietProfile(), '--no-remote', '--new-instance', page],
  env: { GNOME_ACCESSIBILITY: '1' },
  // The frame around the address bar lies behind it.
  knownMisses: [/^section “”/],
  also: (running) => {
    opensContextMenu(running, { over: isCalled('A form', 'Text'), item: /^Select All/ });
    readsPages(running);
  },
});

suiteOf('WebKitGTK', {
  ...shows,
  toolkit: 'gtk3',
  program: python,
  packages: 'gir1.2-webkit2-4.1',
  args: () => [targetScript('webkit_page.py'), page],
  explained: { 'named by all that its label holds, and so by its value': /^(entry|password text)\t(Name|Secret)/ },
  also: (running) => {
    readsPages(running);
    isOfAnotherProcess(running);
  },
});

function isOfAnotherProcess({ driver, app, backend }: RunningApp): void {
  const isField = (node: RawNode) => node.automationId === 'name';

  it('names fields by their labels, without what is in them', async () => {
    await driver().find((node) => isField(node) && node.name === 'Name' && node.value === 'Ada');
    await driver().clickOn(isField);
    await backend().input.press('End');
    await backend().input.press('s');
    await driver().find((node) => isField(node) && node.name === 'Name' && node.value !== 'Ada');
  });

  it('reports the focus of the page, which its app does not', async () => {
    await driver().clickOn(isField);
    const { runtimeId } = await driver().find((node) => isField(node) && node.states.includes('focused'));
    expect(await backend().elements.focused(await app().window(), signal)).toBe(runtimeId);
  });

  it('reports its surroundings up to the window, and itself as a child', async () => {
    const window = await app().window();
    const field = await driver().find(isField);
    const around = await backend().elements.ancestors(window, field.runtimeId);
    const { root } = await readTree(backend(), window);
    expect(around[0]?.runtimeId).toBe(root.runtimeId);
    const top = around.findIndex(({ role }) => role === 'scroll pane');
    const holder = around[top - 1]!.runtimeId;
    const [only, ...others] = await backend().elements.children(window, holder, { offset: 0, limit: 10 });
    expect([only?.runtimeId, others]).toEqual([around[top]?.runtimeId, []]);
  });

  it('has the rest of the window, and says so, while the page does not answer', async () => {
    const window = await app().window();
    const { processId } = await backend().elements.details(window, (await driver().find(isField)).runtimeId);
    process.kill(processId!, 'SIGSTOP');
    try {
      const budget = { depth: 200, maxNodes: 50_000, signal: AbortSignal.timeout(20_000) };
      const { root, diagnosis } = await backend().elements.walk(window, null, budget);
      expect(diagnosis?.message).toContain('A page in');
      expect(allNodes(root).map(({ name }) => name)).toContain('Above the page');
    } finally {
      process.kill(processId!, 'SIGCONT');
    }
    await driver().find(isField);
  });
}

const signal = new AbortController().signal;

/** Without the pages that Firefox loads besides and behind the requested one. */
function quietProfile(): string {
  const folder = temporaryFolder();
  const off = ['browser.aboutwelcome.enabled', 'browser.newtab.preload', 'browser.newtabpage.enabled'];
  const lines = [
    ...off.map((name) => `user_pref("${name}", false);`),
    'user_pref("browser.startup.homepage_override.mstone", "ignore");',
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
    'user_pref("termsofuse.bypassNotification", true);',
  ];
  writeFileSync(join(folder, 'user.js'), lines.join('\n'));
  return folder;
}

function readsPages(running: RunningApp): void {
  const { driver, app, backend } = running;
  pressesButton(running);

  it('has the ids of a page', async () => {
    expect((await driver().find(isCalled('Amount'))).automationId).toBe('amount');
  });

  it('has the text of a paragraph as a name', async () => {
    expect((await driver().find(isCalled('Inner page'))).controlType).toBe('Text');
  });

  it('reports elements outside their container as visible', async () => {
    const placed = await driver().find(isCalled('Placed', 'Button'));
    expect(placed.states).toContain('visible');
    expect(await driver().at(center(placed.bounds!))).toBe(placed.runtimeId);
    const { states } = await backend().elements.details(await app().window(), placed.runtimeId);
    expect(states).toContain('visible');
  });

  it('hides the text of a password field', async () => {
    const secret = await driver().find((node) => node.automationId === 'secret');
    expect(secret.states).toContain('password');
    expect(secret.value).toBeNull();
  });

  it('reports frames in a page as panes, and options as list items', async () => {
    const nodes = await driver().nodes();
    expect(nodes.filter((node) => node.role === 'internal frame' && node.controlType !== 'Pane')).toEqual([]);
    expect(nodes.find(isCalled('Green'))?.controlType).toBe('ListItem');
  });

  opensMenu(running, 'has lists that drop down, whose items can be inspected and picked', {
    opens: (node) => node.controlType === 'ComboBox' && node.automationId === 'colour',
    // Firefox shows its own menu instead of the options.
    item: isCalled('Green'),
    took: (nodes) => nodes.some((node) => node.name === 'Green' && node.states.includes('selected')),
  });

  it('scrolls elements into view', async () => {
    const far = (await driver().nodes()).find(isCalled('Far below', 'Button'))!;
    const { patterns } = await backend().elements.details(await app().window(), far.runtimeId);
    expect(patterns).toContain('scrollItem');
    await backend().elements.run(await app().window(), far.runtimeId, { pattern: 'scrollItem' });
    await driver().find((node) => node.name === 'Far below' && node.bounds!.y < 1080 && node.bounds!.y > 0);
    const top = (await driver().nodes()).find(isCalled('Pressed', 'Button'))!;
    await backend().elements.run(await app().window(), top.runtimeId, { pattern: 'scrollItem' });
  });
}
