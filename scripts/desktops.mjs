import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DebianRoot, suites } from './lib/debian-root.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { results } from './lib/parts.mjs';
import { groups } from './lib/system-packages.mjs';
import { CannotGoOn, runScript, say } from './lib/tell.mjs';

/**
 * Tests of each desktop, and what they need beside a virtual display; versions of Debian differ in both.
 * @type {Readonly<Record<string, { packages: string, paths: readonly string[], versions: readonly string[] }>>}
 */
const desktops = {
  x11: {
    packages:
      'xdotool python3 python3-pyatspi gtk-3-examples gtk-4-examples galculator mousepad gnome-calculator linguist-qt6 assistant-qt6 ' +
      'chromium default-jdk libatk-wrapper-java libatk-wrapper-java-jni libreoffice-calc libreoffice-gtk3',
    paths: ['atspi/toolkits/', 'atspi/patterns/'],
    versions: ['libgtk-3-0t64', 'libgtk-4-1', 'libqt6core6t64', 'at-spi2-core', 'libreoffice-calc'],
  },
  gnome: {
    packages:
      'gnome-shell xwayland xauth libglib2.0-bin python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0 mousepad galculator chromium',
    paths: ['wayland/gnome.linux'],
    versions: ['gnome-shell', 'libgtk-4-1', 'at-spi2-core'],
  },
  sway: {
    packages:
      'sway xwayland xauth libglib2.0-bin python3-gi gir1.2-gtk-3.0 gir1.2-gtk-4.0 mousepad galculator chromium',
    paths: ['wayland/sway.linux'],
    versions: ['sway', 'libgtk-4-1', 'at-spi2-core'],
  },
};

/**
 * Runs tests in the desktops of another Debian: `SUITE DESKTOP… [PATH…]`, where a path is a part of the names of the files that are
 * wanted instead of all of the desktop. Says what passed with which versions.
 */
await runScript(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const suite = suites.find((each) => each === name);
  const wanted = rest.filter((word) => word in desktops);
  const paths = rest.filter((word) => !(word in desktops));
  if (!suite || wanted.length === 0)
    throw new CannotGoOn(`Name a Debian (${suites.join(', ')}) and a desktop (${Object.keys(desktops).join(', ')}).`);
  await ensurePackages();
  const debian = new DebianRoot(suite);
  await debian.make();
  const lines = [];
  for (const desktop of wanted) lines.push(await test(debian, desktop, paths));
  for (const { line } of lines) say(line);
  return lines.every(({ ok }) => ok) ? 0 : 1;
});

/**
 * @param {DebianRoot} debian
 * @param {string} name
 * @param {readonly string[]} paths
 */
async function test(debian, name, paths) {
  const { packages, paths: all, versions } = desktops[name] ?? { packages: '', paths: [], versions: [] };
  await debian.install([...groups.display.packages, ...packages.split(' ')]);
  const report = join('test-results', `desktops-${debian.suite}-${name}.json`);
  rmSync(join(results, '..', report), { force: true });
  const reporters = [
    '--reporter=default',
    '--reporter=./scripts/lib/vitest-report.mjs',
    `--outputFile.report=${report}`,
  ];
  const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--project', 'linux', ...reporters];
  const files = paths.length > 0 ? paths : all;
  // Without a GPU, GTK 4 starves what it does when it is idle.
  const { code } = await debian.run(['GSK_RENDERER=cairo', ...vitest, ...files], { show: true });
  const { output } = await debian.run(['dpkg-query', '-W', '-f', '${Package} ${Version}, ', ...versions]);
  const known = versions.flatMap((each) => new RegExp(`(?:^|, )(${each} [^,]+)`, 'm').exec(output)?.[1] ?? []);
  const { passed, failed, skipped } = /** @type {import('./lib/parts.mjs').Report} */ (
    JSON.parse(readFileSync(join(results, '..', report), 'utf8'))
  );
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return {
    ok: code === 0,
    line: `${code === 0 ? 'ok  ' : 'FAIL'} ${debian.suite} ${name}: ${counts} (${known.join(', ')})`,
  };
}
