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
import { CannotGoOn, runScript, print } from './lib/run-script.mjs';
import { tool } from './lib/tools.mjs';

/** @typedef {import('./lib/desktops/table.mjs').Seen} Seen */

const kept = join(root, 'docs/desktops.json');
const page = join(root, 'docs/desktops.md');

/**
 * Runs tests in the desktops of another Debian: `SUITE DESKTOP… [PATH…]`, where a path is a part of a file name and selects
 * files of the desktop. Reports passed tests and versions, and writes them into docs/desktops.md if
 * nothing was left out.
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
  const { code, lines } = await test(debian, wanted, paths);
  for (const line of lines) print(line);
  return code;
});

/**
 * One run for all desktops, since some files test several of them.
 * @param {DebianRoot} debian
 * @param {readonly string[]} names of desktops
 * @param {readonly string[]} paths
 */
async function test(debian, names, paths) {
  const wanted = names.flatMap((name) => (desktops[name] ? [{ name, ...desktops[name] }] : []));
  await debian.install([...groups.display.packages, ...wanted.flatMap(({ packages }) => packages)]);
  const report = join('test-results', `desktops-${debian.suite}-${names.join('-')}.json`);
  rmSync(join(results, '..', report), { force: true });
  const reporters = [
    '--reporter=default',
    '--reporter=./scripts/lib/vitest-report.mjs',
    `--outputFile.report=${report}`,
  ];
  const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--project', 'linux', ...reporters];
  const files = paths.length > 0 ? paths : [...new Set(wanted.flatMap((each) => each.paths))];
  // Without a GPU, GTK 4 starves its idle handlers.
  const { code } = await debian.run(['GSK_RENDERER=cairo', ...vitest, ...files], { show: true });
  const { tests = [] } = /** @type {import('./lib/parts.mjs').Report} */ (readJson(join(results, '..', report)));
  const reported = [...new Set(wanted.flatMap(({ versions }) => versions))];
  const { output } = await debian.run(['dpkg-query', '-W', '-f', '${Package} ${Version}, ', ...reported]);
  const [on = ''] = new Date().toISOString().split('T');
  const lines = [];
  for (const { name, paths: all, groups: own, versions: packages } of wanted) {
    const versions = packages.flatMap((each) => new RegExp(`(?:^|, )(${each} [^,]+)`, 'm').exec(output)?.[1] ?? []);
    const isTried = (/** @type {string} */ test) => paths.length > 0 || all.some((path) => test.includes(path));
    const tried = testsOf(tests, own).filter((test) => isTried(test.name));
    const count = (/** @type {string} */ state) => tried.filter((test) => test.state === state).length;
    const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')];
    const seen = { suite: debian.suite, desktop: name, versions, on, passed, failed };
    if (paths.length === 0) await keep({ ...seen, abilities: shownBy(tried), reasons: reasonsFor(name, versions) });
    const ok = failed === 0 && passed > 0;
    const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
    lines.push(`${ok ? 'ok  ' : 'FAIL'} ${debian.suite} ${name}: ${counts} (${versions.join(', ')})`);
  }
  return { code, lines };
}

/** @param {Seen} seen */
async function keep(seen) {
  const before = existsSync(kept) ? /** @type {Seen[]} */ (readJson(kept)) : [];
  const all = withRun(before, seen);
  writeFileSync(kept, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), all));
  await run(process.execPath, tool('oxfmt', [kept, page]));
}
