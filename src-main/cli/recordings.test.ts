import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeStep, parseRecording } from '#contract/model/recordings/recording';
import { exporters } from '../recorder/exporters/list.ts';
import { createJournal } from '../recorder/saving/journal.ts';
import { specRecording } from '../recorder/testing/spec-recording.ts';
import { formRecording } from './testing/form-recording.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';
import { sumRecording } from './testing/sum-recording.ts';

let terminal: Terminal;
let folder: string;
const file = (name: string) => path.join(folder, name);
const read = (name: string) => parseRecording(JSON.parse(readFileSync(file(name), 'utf8')));

beforeEach(async () => {
  terminal = await openTerminal();
  folder = mkdtempSync(path.join(tmpdir(), 'cli-'));
  writeFileSync(file('sum.json'), JSON.stringify(sumRecording('7', '×', '6', '=')));
  writeFileSync(file('broken.json'), JSON.stringify(sumRecording('7', 'nope', '6')));
  writeFileSync(file('spec.json'), JSON.stringify(specRecording));
});
afterEach(async () => {
  await terminal.close();
  rmSync(folder, { recursive: true });
});

const display = async () => {
  const { stdout } = await terminal.run(
    'call',
    'texts',
    '{"selector":"id=\\"display\\"","window":{"app":"calculator"}}',
  );
  return (JSON.parse(stdout) as string[])[1];
};

describe('record', () => {
  async function recordWhile(act: () => Promise<void> | void, ...args: string[]) {
    const running = terminal.start('record', '-o', file('made.json'), ...args);
    await vi.waitFor(() => expect(running.output.stderr).toContain('Recording.'));
    await act();
    return running;
  }

  async function press(name: string): Promise<void> {
    const { matches } = (await terminal.json('find', 'Calculator', '--selector', `role=Button name="${name}"`)) as {
      matches: { bounds: { x: number; y: number } }[];
    };
    const { x, y } = matches[0]!.bounds;
    terminal.fake.devices.move({ x: x + 3, y: y + 3 });
    terminal.fake.devices.button('left', true);
    terminal.fake.devices.button('left', false);
  }

  it('reports each step as it is made, and saves them on Ctrl+C', async () => {
    const running = await recordWhile(async () => {
      for (const name of ['7', '×', '6', '=']) await press(name);
    });
    await vi.waitFor(() => expect(running.output.stderr).toContain('4. Click Button “=”'), { timeout: 3_000 });
    running.interrupt();
    expect(await running.done).toMatchObject({ code: 0, stdout: `Saved 4 steps to ${file('made.json')}.\n` });
    expect(read('made.json')).toMatchObject({ name: 'made', platform: 'fake' });
    expect(read('made.json').steps.map(describeStep)[1]).toBe('Click Button “×”');
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it.each([
    ['7', 'Saved 1 step to HERE/made.json. The test is HERE/made.spec.ts.\n', true],
    [null, 'Saved 0 steps to HERE/made.json. There is no test of nothing.\n', false],
  ])('with --test writes one if there is something to test: %s', async (key, message, isWritten) => {
    const running = await recordWhile(async () => {
      if (key !== null) await press(key);
      terminal.fake.devices.key('ctrl+shift+F9');
    }, '--test');
    expect((await running.done).stdout).toBe(message.replaceAll('HERE', folder));
    expect(readdirSync(folder).includes('made.spec.ts')).toBe(isWritten);
  });

  it('ends at the halt key, which is not a step', async () => {
    const running = await recordWhile(async () => {
      await press('7');
      terminal.fake.devices.key('ctrl+shift+F9');
    }, '--json');
    const { code, stdout } = await running.done;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, file: file('made.json'), steps: [{ target: { name: '7' } }] });
  });

  it('records one window only if that is asked', async () => {
    const running = await recordWhile(() => press('7'), '--window', 'Form');
    running.interrupt();
    await running.done;
    expect(read('made.json').steps).toEqual([]);
  });

  it('makes what replay does again', async () => {
    const running = await recordWhile(async () => {
      for (const name of ['8', '×', '5', '=']) await press(name);
    });
    running.interrupt();
    await running.done;
    expect(await display()).toBe('40');
    await press('C');
    expect((await terminal.run('replay', file('made.json'))).code).toBe(0);
    expect(await display()).toBe('40');
  });

  it('saves what an interrupted recording left behind', async () => {
    createJournal(folder, '.made.json.unsaved.jsonl').replace(sumRecording('7'));
    const running = await recordWhile(() => undefined);
    running.interrupt();
    const { stderr } = await running.done;
    expect(stderr).toContain(`interrupted recording was saved to ${file('made.recovered.json')}: 1 step.`);
    expect(read('made.recovered.json').steps).toHaveLength(1);
    expect(read('made.json').steps).toEqual([]);
  });
});

describe('export', () => {
  it.each(exporters.filter(({ folder }) => !folder).map(({ id }) => id))('to %s', async (format) => {
    const { code, stdout } = await terminal.run('export', file('spec.json'), '--to', format);
    expect(code).toBe(0);
    await terminal.run('export', file('spec.json'), '--to', format, '-o', file('out'));
    expect(readFileSync(file('out'), 'utf8')).toBe(stdout);
    const answer = await terminal.json('export', file('spec.json'), '--to', format);
    expect(answer).toMatchObject({ ok: true, format, text: stdout });
  });
});

describe('import', () => {
  it('makes a recording of an export again, and reports at its line what is none', async () => {
    await terminal.run('export', file('sum.json'), '--to', 'json', '-o', file('calls.json'));
    const calls = JSON.parse(readFileSync(file('calls.json'), 'utf8')) as unknown[];
    writeFileSync(
      file('calls.json'),
      `[\n${[...calls, { tool_name: 'summary' }].map((one) => JSON.stringify(one)).join(',\n')}]`,
    );
    const { code, stdout, stderr } = await terminal.run('import', file('calls.json'), '-o', file('again.json'));
    expect([code, stdout]).toEqual([0, `Saved 4 steps to ${file('again.json')}.\n`]);
    expect(stderr).toBe('Line 6: “summary” is left out: it does nothing on the desktop.\n');
    expect(read('again.json')).toEqual(read('sum.json'));
  });

  it('refuses what it cannot read, and saves nothing', async () => {
    writeFileSync(file('calls.json'), '[\n{"tool_name": 5}]');
    const { code, stderr } = await terminal.run('import', file('calls.json'), '-o', file('again.json'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('Line 2: tool_name')]);
    expect(readdirSync(folder)).not.toContain('again.json');
  });
});

describe('replay', () => {
  it('starts no program before it is told that it may', async () => {
    const launch = { type: 'launch', command: 'notes', args: ['--new'] };
    const [step] = sumRecording('7').steps;
    const starting = {
      ...sumRecording('7'),
      steps: [step, { ...step!, id: 'x', action: launch, target: null, window: {} }],
    };
    writeFileSync(file('starts.json'), JSON.stringify(starting));
    const refused = await terminal.run('replay', file('starts.json'));
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('Start “notes --new”');
    expect(refused.stderr).toContain('--allow-launch');
    expect(await display()).toBe('0');
    expect(await terminal.run('replay', file('starts.json'), '--allow-launch')).toMatchObject({ code: 0 });
    expect(terminal.fake.desktop.windows.filter(({ spec }) => spec.app === 'notes').length).toBeGreaterThan(0);
  });

  it('fails with --strict where a step that passed had no effect to check', async () => {
    const { code, stderr } = await terminal.run('replay', file('sum.json'), '--strict');
    expect([code, stderr]).toEqual([1, expect.stringContaining('4 steps passed that had no effect to check.')]);
    const json = await terminal.run('replay', file('sum.json'), '--json');
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 'passed', unproven: 4 });
  });

  it('does the recording again, with a report and a trace', async () => {
    const more = ['--report', file('junit.xml'), '--trace', file('trace')];
    const { code, stdout } = await terminal.run('replay', file('sum.json'), ...more);
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.startsWith('passed'))).toHaveLength(4);
    expect(stdout).toContain('4 passed (4 without an effect to check) in ');
    expect(stdout.match(/  no effect to check$/gm)).toHaveLength(4);
    expect(readFileSync(file('junit.xml'), 'utf8').match(/<system-out>It had no effect to check\./g)).toHaveLength(4);
    expect(await display()).toBe('42');
    expect(readFileSync(file('junit.xml'), 'utf8')).toContain('tests="4" failures="0"');
    const trace = readFileSync(path.join(file('trace'), 'trace.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const types = trace.map((line) => (JSON.parse(line) as { type: string }).type);
    // Pictures come when they are ready.
    expect(types.filter((type) => type !== 'seen')).toEqual([
      'start',
      ...Array.from({ length: 4 }, () => ['before', 'after']).flat(),
      'end',
    ]);
    const about: unknown = JSON.parse(readFileSync(path.join(file('trace'), 'run.json'), 'utf8'));
    expect(about).toMatchObject({
      kind: 'replay',
      outcome: { status: 'passed', text: '4 of 4 steps without an effect to check' },
    });
  });

  it('replays once for each row, with a suite for each', async () => {
    const [step] = sumRecording('7').steps;
    const selector = { selector: 'role=Edit name="Name"', kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 };
    const target = { controlType: 'Edit', name: 'Name', bounds: null, selectors: [selector] };
    const type = { ...step, window: { app: 'form' }, target, action: { type: 'setText', text: 'Zoe' } };
    writeFileSync(file('form.json'), JSON.stringify({ ...sumRecording('7'), name: 'Form', steps: [type] }));
    writeFileSync(file('rows.csv'), 'name\nAnn\n"Bob, B."\n');
    const more = ['--data', file('rows.csv'), '--report', file('rows.xml')];
    const { code, stdout, stderr } = await terminal.run('replay', file('form.json'), ...more);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Form, row 1 of 2\n.*“Ann”.*\nForm, row 2 of 2\n.*“Bob, B\.”/);
    const suites = readFileSync(file('rows.xml'), 'utf8').match(/<testsuites? name="[^"]*" tests="\d" failures="0"/g);
    expect(suites).toEqual([
      '<testsuites name="Form" tests="2" failures="0"',
      '<testsuite name="Form, row 1 of 2" tests="1" failures="0"',
      '<testsuite name="Form, row 2 of 2" tests="1" failures="0"',
    ]);
    writeFileSync(file('wrong.csv'), 'nickname\nAnn\n');
    const wrong = await terminal.run('replay', file('form.json'), '--data', file('wrong.csv'));
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toContain('The recording has no input “nickname”.');
  });

  it('refuses a recording without a step to do', async () => {
    writeFileSync(file('empty.json'), JSON.stringify({ ...sumRecording('7'), steps: [] }));
    const { code, stderr } = await terminal.run('replay', file('empty.json'));
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is nothing to replay')]);
  });

  it('fails at the first step that does', async () => {
    const { code, stdout, stderr } = await terminal.run('replay', file('broken.json'), '--timeout', '300');
    expect(code).toBe(1);
    expect(stdout).toMatch(/passed {2}1\. .*\nfailed {2}2\. .*\n.*No element matches.*\nskipped 3\. /);
    expect(stderr).toContain('element_not_found');
  });

  it('reports in the trace how it failed', async () => {
    await terminal.run('replay', file('broken.json'), '--timeout', '300', '--trace', file('trace'));
    const about: unknown = JSON.parse(readFileSync(path.join(file('trace'), 'run.json'), 'utf8'));
    const text = expect.stringMatching(/^Step 2: /) as string;
    expect(about).toMatchObject({ kind: 'replay', outcome: { status: 'failed', text } });
  });

  it('answers the failure as JSON', async () => {
    expect(await terminal.json('replay', file('broken.json'), '--timeout', '300')).toMatchObject({
      ok: false,
      status: 'failed',
      error: { code: 'element_not_found', hint: expect.any(String) as string },
      results: [{ status: 'passed' }, { status: 'failed' }, { status: 'skipped' }],
    });
  });

  it('stops on Ctrl+C', async () => {
    const running = terminal.start('replay', file('broken.json'));
    await vi.waitFor(() => expect(running.output.stdout).toContain('passed'), { timeout: 3_000 });
    running.interrupt();
    const { code, stdout, stderr } = await running.done;
    expect([code, stderr]).toEqual([1, expect.stringContaining('The replay was stopped.')]);
    expect(stdout).toContain('1 passed, 2 skipped');
  });

  it('enters other texts where they are set, and leaves secrets to the environment', async () => {
    writeFileSync(file('form.json'), JSON.stringify(formRecording('Anna')));
    process.env['DESKSCOPE_SECRET_PASSWORD'] = 'open sesame';
    const { code, stderr } = await terminal.run('replay', file('form.json'), '--set', 'name=a=b "Berta"');
    delete process.env['DESKSCOPE_SECRET_PASSWORD'];
    expect([code, stderr]).toEqual([0, '']);
    const { stdout } = await terminal.run('tree', 'Form');
    expect(stdout).toContain('Sent for a=b "Berta"');
  });

  it.each([
    [['--set', 'surname=x'], 1, 'Name one of name.'],
    [['--set', 'password=x'], 1, 'set the environment variable DESKSCOPE_SECRET_PASSWORD'],
    [['--set', 'name'], 2, '--set takes NAME=VALUE, not “name”.'],
    [['--set', 'name=a', '--set', 'name=b'], 2, '--set says “name” twice.'],
  ])('refuses %j', async (options, code, why) => {
    writeFileSync(file('form.json'), JSON.stringify(formRecording('Anna')));
    const refused = await terminal.run('replay', file('form.json'), ...options);
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(why)]);
  });

  it('--dry-run reports what would match, and does nothing', async () => {
    expect(await terminal.json('replay', file('sum.json'), '--dry-run')).toMatchObject({
      ok: true,
      dryRun: true,
      steps: Array.from({ length: 4 }, () => ({ status: 'passed', matches: 1, window: { title: 'Calculator' } })),
    });
    const { code, stdout } = await terminal.run('replay', file('broken.json'), '--dry-run');
    expect(code).toBe(1);
    expect(stdout).toContain('Nothing matches “role=Button name="nope"”.');
    expect(await display()).toBe('0');
  });
});
