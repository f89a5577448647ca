import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sarifLog } from '../inspect/findings/testing/sarif-shape.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
let folder: string;
const file = (name: string) => path.join(folder, name);
beforeAll(async () => {
  terminal = await openTerminal();
  folder = mkdtempSync(path.join(tmpdir(), 'check-'));
});
afterAll(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

it('reports what it found, cause by cause, and fails from the severity that was asked for', async () => {
  const { code, stdout } = await terminal.run('check', 'form');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^0 errors · 1 to review · \d+ hints · \d+ not checked\n15 of 15 usable elements have/);
  expect(stdout).toContain('review sibling-same: Sibling controls have the same name (WCAG 2.4.6)');
  expect(stdout).toContain(
    '- Button “Remove”: 3 siblings have the name “Remove”. [role=Button name="Remove" near="Apples"]',
  );
  expect((await terminal.run('check', 'form', '--fail-on', 'review')).code).toBe(3);
  expect((await terminal.run('check', 'form', '--fail-on', 'review', '--skip', 'sibling-same')).code).toBe(0);
  expect((await terminal.run('check', 'form', '--fail-on', 'hint', '--only', 'sibling-same')).code).toBe(3);
  expect((await terminal.run('check', 'form', '--fail-on', 'never', '--only', 'sibling-same')).code).toBe(0);
});

it('knows what is in the baseline, and reports what is new and what is gone', async () => {
  const known = ['check', 'form', '--fail-on', 'hint', '--baseline', file('known.json')];
  expect(await terminal.run(...known)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--update-baseline') as string,
  });
  expect((await terminal.run(...known, '--update-baseline')).code).toBe(0);
  expect(await terminal.run(...known)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n11 of these are in the baseline\./) as string,
  });
  const baseline = JSON.parse(readFileSync(file('known.json'), 'utf8')) as {
    findings: { fingerprint: string }[];
  };
  const [, ...others] = baseline.findings;
  writeFileSync(
    file('known.json'),
    JSON.stringify({
      ...baseline,
      findings: [...others, { fingerprint: 'x' }],
    }),
  );
  expect(await terminal.run(...known)).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('1 finding of the baseline is gone') as string,
  });
});

it('writes JSON, SARIF as its schema has it, and a page', async () => {
  const report = await terminal.json('check', 'form');
  expect(report).toMatchObject({
    window: { title: 'Form' },
    readiness: { usable: 15, findable: 15 },
    known: 0,
  });
  const written = async (format: string) => {
    const { code, stdout } = await terminal.run('check', 'form', '--format', format, '-o', file(format));
    expect([code, stdout]).toEqual([0, `Saved ${file(format)}.\n`]);
    return readFileSync(file(format), 'utf8');
  };
  const sarif = sarifLog.parse(JSON.parse(await written('sarif')));
  expect(sarif.runs[0]?.results).toHaveLength((report['findings'] as unknown[]).length);
  expect(await written('html')).toMatch(/^<!doctype html>[^]*<title>Findings in Form<\/title>/);
});

it.each([
  [['form', '--only', 'no-such-rule'], 1, 'There is no rule “no-such-rule”'],
  [['form', '--update-baseline'], 2, '--update-baseline needs --baseline FILE.'],
  [['form', '--fail-on', 'everything'], 2, 'error, review, hint, never'],
  [['no such window'], 1, 'There is no window called “no such window”'],
])('refuses %j', async (args, code, why) => {
  expect(await terminal.run('check', ...args)).toMatchObject({
    code,
    stdout: '',
  });
  expect((await terminal.run('check', ...args)).stderr).toContain(why);
});

// Last: the window is closed afterwards.
it('reports of a window that closed during the check that it is not checked, and nothing of its selectors', async () => {
  terminal.fake.faults.set('vanish', 'capture');
  const { code, stdout } = await terminal.run('check', 'form');
  expect(code).toBe(4);
  expect(stdout).toContain('window: the window closed during the check (1)');
  expect(stdout).not.toContain('stable selector');
  terminal.fake.faults.clear();
});
