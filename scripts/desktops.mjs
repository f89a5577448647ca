import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownBy, testsOf } from './lib/desktops/abilities.mjs';
import { DebianRoot, suites } from './lib/desktops/debian-root.mjs';
import { desktops } from './lib/desktops/desktops.mjs';
import { reasonsFor } from './lib/desktops/reasons.mjs';
import { withRun, withTable } from './lib/desktops/table.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { results } from './lib/parts.mjs';
import { root } from './lib/paths.mjs';
import { readJson } from './lib/read-json.mjs';
import { groups } from './lib/system-packages.mjs';
import { run } from './lib/run.mjs';
import { CannotGoOn, runScript, say } from './lib/tell.mjs';
import { tool } from './lib/tools.mjs';

/** @typedef {import('./lib/desktops/table.mjs').Seen} Seen */

const kept = join(root, 'docs/desktops.json');
const page = join(root, 'docs/desktops.md');

/**
 * Runs tests in the desktops of another Debian: `SUITE DESKTOP… [PATH…]`, where a path is a part of the names of the files that are
 * wanted instead of all of the desktop. Says what passed with which versions, and writes it into docs/desktops.md where nothing was
 * left out.
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
  const { packages, paths: all, group, versions: told } = desktops[name] ?? { packages: [], paths: [], versions: [] };
  await debian.install([...groups.display.packages, ...packages]);
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
  const { output } = await debian.run(['dpkg-query', '-W', '-f', '${Package} ${Version}, ', ...told]);
  const versions = told.flatMap((each) => new RegExp(`(?:^|, )(${each} [^,]+)`, 'm').exec(output)?.[1] ?? []);
  const {
    passed,
    failed,
    skipped,
    tests = [],
  } = /** @type {import('./lib/parts.mjs').Report} */ (readJson(join(results, '..', report)));
  const own = testsOf(tests, group);
  const count = (/** @type {string} */ wanted) => own.filter(({ state }) => state === wanted).length;
  const [on = ''] = new Date().toISOString().split('T');
  if (paths.length === 0)
    await keep({
      suite: debian.suite,
      desktop: name,
      versions,
      on,
      abilities: shownBy(own),
      reasons: reasonsFor(name, versions),
      passed: count('passed'),
      failed: count('failed'),
    });
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return {
    ok: code === 0,
    line: `${code === 0 ? 'ok  ' : 'FAIL'} ${debian.suite} ${name}: ${counts} (${versions.join(', ')})`,
  };
}

/** @param {Seen} seen */
async function keep(seen) {
  const before = existsSync(kept) ? /** @type {Seen[]} */ (readJson(kept)) : [];
  const all = withRun(before, seen);
  writeFileSync(kept, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), all));
  await run(process.execPath, tool('oxfmt', [kept, page]));
}
