import { expect, it } from 'vitest';
import { readEach } from '../../testing/every-element.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { liveApp } from '../../testing/live-engine.ts';

const apps: readonly (readonly [command: string, args: () => readonly string[]])[] = [
  ['gtk3-widget-factory', () => []],
  ['gtk4-widget-factory', () => []],
  ['/usr/lib/qt5/bin/linguist', () => []],
  ['/usr/lib/qt6/bin/linguist', () => []],
  ['firefox-esr', () => ['--no-remote', '--profile', temporaryFolder(), 'about:support']],
];

/** Some toolkits crash on queries for missing interfaces. */
it.each(apps)('%s reports all details of each element, and survives', { timeout: 120_000 }, async (command, args) => {
  const app = await liveApp(command, args(), { env: { GSK_RENDERER: 'cairo' } });
  try {
    const { window } = await app.details('role=Window nth=0');
    const { read, failed } = await readEach(app.engine, window.id, 250);
    expect(failed).toEqual([]);
    expect(read).toBeGreaterThan(50);
    const { root } = await app.engine.tree({ window: window.id });
    expect(root.children?.length).toBeGreaterThan(0);
  } finally {
    await app.end();
  }
});
