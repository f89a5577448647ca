import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { specRecording } from '../../recorder/testing/spec-recording.ts';
import { bundle, type Bundle } from '../../../scripts/lib/bundle.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
let built: Bundle;
/** A project that has the package installed. */
let project: string;
let cli: string;
const runner = path.join(root, 'node_modules/@playwright/test/cli.js');

beforeAll(async () => {
  const results = path.join(root, 'test-results');
  mkdirSync(results, { recursive: true });
  const entries = { engine: 'src-main/engine/process/entry.ts', desktop: 'src-main/desktops/inside/main.ts' };
  const tests = { test: 'src-main/package/test.ts', 'test-main': 'src-main/package/test-main.ts' };
  const input = { ...entries, ...tests, cli: 'src-main/cli/main.ts' };
  built = await bundle(input, { parent: results });
  project = path.join(built.folder, 'project');
  const own = path.join(project, 'node_modules/deskscope');
  const out = path.join(own, 'out/main');
  const files = readdirSync(built.folder);
  mkdirSync(out, { recursive: true });
  copyFileSync(path.join(root, 'package.json'), path.join(own, 'package.json'));
  for (const name of files) cpSync(path.join(built.folder, name), path.join(out, name), { recursive: true });
  // Otherwise results would go to the folder of this project, which the runner empties first.
  writeFileSync(path.join(project, 'package.json'), '{}');
  cli = path.join(out, 'cli.js');
}, 60_000);
afterAll(() => built.remove());

interface Attachment {
  readonly name: string;
  readonly path: string;
}
interface Result {
  readonly status: string;
  readonly errors: readonly { readonly message: string; readonly location?: { readonly line: number } }[];
  readonly attachments: readonly Attachment[];
  readonly steps?: readonly { readonly title: string; readonly error?: unknown }[];
}
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly Result[] }[];
  }[];
}

/** The results of tests by their titles. */
async function run(spec: string): Promise<Readonly<Record<string, Result>>> {
  writeFileSync(path.join(project, 'example.spec.ts'), spec);
  writeFileSync(
    path.join(project, 'playwright.config.mjs'),
    `export default { testDir: '.', workers: 1, reporter: 'json' };`,
  );
  const options = { cwd: project, timeout: 50_000, maxBuffer: 16_000_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [runner, 'test'], options).catch(
    // One of the tests must fail.
    (error: unknown) => error as { readonly stdout: string },
  );
  const { suites } = JSON.parse(stdout) as { readonly suites: readonly Suite[] };
  const all = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(all)];
  return Object.fromEntries(suites.flatMap(all).map(({ title, tests }) => [title, tests[0]!.results[0]!]));
}

/** The first one of the document. */
function documented(): string {
  const text = readFileSync(path.join(root, 'docs/desktop-tests.md'), 'utf8');
  return /```ts\n(.*?)```/s.exec(text)![1]!;
}

const wrong = `
test('is wrong', async ({ desktop }) => {
  const calculator = await desktop.launch('galculator');
  await expect(calculator).toMatchTree('- window "galculator"\\n  - textbox: "0"\\n  - button "MR" [disabled]');
  await calculator.getByRole('button', { name: '7', exact: true }).click({ trial: true });
  await expect(calculator.getByRole('textbox')).toHaveValue('0');
  await calculator.getByRole('button', { name: 'sqr root' }).click({ timeout: 100 });
});
test('asks about unsaved work', async ({ desktop }) => {
  const editor = await desktop.launch('mousepad');
  await editor.keyboard.type('x');
  const question = editor.window('Save Changes');
  await expect(question).toBeHidden();
  await editor.mainWindow.close();
  await expect(question).toHaveTitle(/save changes/i);
  await expect(await question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click({ position: { x: 9, y: 9 } });
  await expect(question).toBeHidden();
  await expect(editor.getByRole('dialog', { name: 'Save Changes', exact: true })).toBeHidden();
});
test('has no window', async ({ desktop }) => {
  const editor = await desktop.launch('mousepad');
  await expect(editor.window('Preferences')).toBeVisible({ timeout: 100 });
});
test('looks for a hidden item', async ({ desktop }) => {
  const editor = await desktop.launch('mousepad');
  await editor.getByRole('menuitem', { name: 'Save Az' }).click({ timeout: 100 });
});`;

it('tests run on desktops of their own; one that fails reports what was looked for and what is near', async () => {
  const spec = documented() + wrong;
  const results = await run(spec);
  for (const title of ['adds', 'asks about unsaved work'])
    expect(results[title]).toMatchObject({ status: 'passed', errors: [] });
  // The trace of a test that passes is removed.
  const folders = readdirSync(path.join(project, 'test-results'));
  const kept = folders.filter((name) => existsSync(path.join(project, 'test-results', name, 'desktop-trace')));
  expect(kept.map((name) => name.replace('example-', ''))).toEqual([
    'has-no-window',
    'is-wrong',
    'looks-for-a-hidden-item',
  ]);
  const { status, errors, attachments } = results['is wrong']!;
  expect(status).toBe('failed');
  expect(errors[0]).toMatchObject({ location: { line: spec.slice(0, spec.indexOf('sqr root')).split('\n').length } });
  expect(errors[0]!.message).toContain("waiting for getByRole('button', { name: 'sqr root' })");
  expect(errors[0]!.message).toContain('nearest: <button "sqrt">');
  const attached = Object.fromEntries(attachments.map(({ name, path: file }) => [name, file]));
  expect(Object.keys(attached)).toEqual(
    expect.arrayContaining(['screen with candidates', 'tree', 'desktop trace', 'trace']),
  );
  expect(readFileSync(attached['tree']!, 'utf8')).toMatch(/^Boxes:\n1: <button "sqrt">\n[^]*- textbox: "0"/);
  expect(results['has no window']!.errors[0]!.message).toMatch(
    /Window: {3}“Preferences”\n[^]*not open[^]*open windows: “.*Mousepad”/,
  );
  const hidden = results['looks for a hidden item']!;
  expect(hidden.errors[0]!.message).toMatch(/nearest: <menuitem "Save As.*not visible/);
  expect(hidden.attachments.map(({ name }) => name)).toContain('screen');
  const shown = await promisify(execFile)(process.execPath, [cli, 'runs', 'show', attached['desktop trace']!]);
  expect(shown.stdout).toContain('step_click');
});

it('recordings are tests named by their files, and their reports of shards can be merged', async () => {
  const flows = path.join(project, 'flows');
  mkdirSync(flows);
  const wait = { ...specRecording.steps[0]!, action: { type: 'wait', ms: 1 }, target: null, window: {} };
  const recordings = { passes: [wait], isEmpty: [] };
  for (const [name, steps] of Object.entries(recordings))
    writeFileSync(path.join(flows, `${name}.json`), JSON.stringify({ ...specRecording, name, steps }));
  const node = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: project, timeout: 50_000 }).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
  mkdirSync(path.join(project, 'all'));
  // As a killed command leaves it.
  writeFileSync(path.join(project, `.deskscope-test-${process.pid}-1.config.cjs`), '');
  for (const shard of ['1', '2']) {
    await node(cli, 'test', 'flows', '--shard', `${shard}/2`, '--reporter', 'blob');
    const report = `report-${shard}.zip`;
    copyFileSync(path.join(project, 'blob-report', report), path.join(project, 'all', report));
  }
  const { stdout } = await node(runner, 'merge-reports', '--reporter', 'list', 'all');
  expect(stdout).toMatch(/flows\/passes\.json:1:1 › passes[^]*1 failed[^]*1 passed/);
  expect(stdout).toMatch(/nothing to replay[^]*at \S+flows\/isEmpty\.json:1:1/);
  expect(readdirSync(project).filter((name) => name.startsWith('.deskscope-test'))).toEqual([]);
});
