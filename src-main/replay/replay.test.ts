import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplayState } from '#contract/api';
import { describeStep, type Step } from '#contract/model/recordings/recording';
import type { RunEnding } from '#contract/model/runs/trace';
import type { CallRun } from '../tools/call-run.ts';
import type { CallEnd, CallStart } from '../tools/observer.ts';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { element } from '../engine/backends/fake/element.ts';
import { specRecording } from '../recorder/testing/spec-recording.ts';
import { createJournal } from '../recorder/saving/journal.ts';
import { RecorderStore } from '../recorder/store.ts';
import { dryRun } from './dry-run.ts';
import { toJunit } from './junit.ts';
import { Replay } from './replay.ts';
import { press, recordingOf } from './testing/steps.ts';

let bench: Bench;
let replay: Replay;
let environment: Record<string, string>;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'replay-'));
  environment = {};
  bench = await createBench();
  replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 300 }), environment });
});
afterEach(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

const form = { app: 'form' };

const sum = recordingOf(press('7'), press('×'), press('6'), press('='));
const display = async () =>
  (JSON.parse(await bench.text('texts', { selector: 'id="display"', window: { app: 'calculator' } })) as string[])[1];
const statuses = ({ results }: ReplayState) => results.map(({ status }) => status);

describe('replay', () => {
  it('repeats 7 × 6 = 42', async () => {
    const state = await replay.run({ recording: sum });
    expect(state.status).toBe('passed');
    expect(statuses(state)).toEqual(['passed', 'passed', 'passed', 'passed']);
    expect(await display()).toBe('42');
  });

  it('makes its calls as one run, which reports its result', async () => {
    const seen = new Set<CallRun | undefined>();
    const ends: (RunEnding | null)[] = [];
    const observer = {
      before({ run }: CallStart) {
        if (!seen.has(run)) run?.onEnd((ending) => ends.push(ending));
        seen.add(run);
      },
      after: () => undefined,
    };
    const watched = await createBench({ observers: [observer] });
    const own = new Replay({ runner: watched.runner, settings: () => ({ stepTimeoutMs: 100 }) });
    await own.run({ recording: { ...sum, name: 'Sum' } });
    await own.run({ recording: recordingOf(press('7'), press('no such key')) });
    const ending = own.run({ recording: recordingOf(press('7'), press('8')), stepwise: true });
    await expect.poll(() => own.state.status).toBe('paused');
    own.stepOver();
    await expect.poll(() => own.state.results[0]?.status).toBe('passed');
    own.stop();
    await ending;
    expect([...seen].map((run) => run?.kind)).toEqual(['replay', 'replay', 'replay']);
    expect([...seen][0]?.title).toBe('Sum');
    expect(ends).toEqual([
      { status: 'passed', text: '4 of 4 steps without an effect to check' },
      { status: 'failed', text: expect.stringMatching(/^Step 2: .*No element matches/) as string },
      { status: 'stopped', text: '' },
    ]);
    await watched.close();
  });

  it('does not use a dialog with a title for one without', async () => {
    const owner = [...bench.fake.desktop.windows].find(({ spec }) => spec.app === 'calculator')!;
    const pressed: string[] = [];
    const open = (title: string) =>
      bench.fake.desktop.open(
        {
          title,
          app: 'calculator',
          className: 'Calculator',
          kind: 'dialog',
          content: { x: 10, y: 10, width: 100, height: 60 },
          root: element({
            controlType: 'Window',
            name: title,
            children: [
              element({
                controlType: 'Button',
                name: 'Yes',
                at: [5, 5, 60, 20],
                onInvoke: () => void pressed.push(title),
              }),
            ],
          }),
        },
        owner,
      );
    const untitled: Step = {
      ...press('Yes'),
      window: { app: 'calculator', className: 'Calculator', title: '', role: 'dialog' },
    };
    open('Delete everything?');
    expect((await replay.run({ recording: recordingOf(untitled) })).results[0]?.error?.code).toBe('window_not_found');
    open('');
    expect((await replay.run({ recording: recordingOf(untitled) })).status).toBe('passed');
    expect(pressed).toEqual(['']);
  });

  it('does nothing that the user denied under the name of an equivalent tool', async () => {
    await bench.close();
    bench = await createBench({ settings: { permissionRules: ['deny click_* in calculator'] } });
    replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 300 }) });
    const state = await replay.run({ recording: sum });
    expect(statuses(state)).toEqual(['failed', 'skipped', 'skipped', 'skipped']);
    expect(state.results[0]?.error?.code).toBe('permission_denied');
    expect(await display()).toBe('0');
  });

  it('forgets its result once another recording is opened', async () => {
    await replay.run({ recording: sum });
    replay.edited({ ...sum, steps: sum.steps.slice(2) });
    expect(replay.state.status).toBe('passed');
    replay.edited(recordingOf(press('8')));
    expect(replay.state).toEqual({ status: 'idle', results: [], elapsedMs: 0 });
  });

  it('repeats a recording on the same desktop, text and keys included', async () => {
    const store = new RecorderStore({ engine: bench.engine, platform: 'fake', journal: createJournal(folder) });
    await store.start();
    const { devices, desktop } = bench.fake;
    const clickOn = async (app: string, selector: string) => {
      const { items } = await bench.engine.listWindows({});
      const { matches } = await bench.engine.find({ window: items.find((w) => w.app === app)!.id, selector });
      const { x, y, width, height } = matches[0]!.bounds!;
      devices.move({ x: x + Math.floor(width / 2), y: y + Math.floor(height / 2) });
      devices.button('left', true);
      devices.button('left', false);
    };
    for (const name of ['7', '×', '6', '=']) await clickOn('calculator', `role=Button name="${name}"`);
    await clickOn('form', 'role=Edit name="Name"');
    for (const char of 'Ann B') devices.character(char);
    await store.stop();
    expect(store.state.recording.steps.map(describeStep)).toEqual([
      ...['7', '×', '6', '='].map((name) => `Click Button “${name}”`),
      'Set Edit “Name” to “Ann B”',
    ]);
    for (const app of ['calculator', 'form']) {
      desktop.close(desktop.windows.find((w) => w.spec.app === app)!);
      desktop.start(app);
    }
    expect(await display()).toBe('0');
    expect(await replay.run({ recording: store.state.recording })).toMatchObject({ status: 'passed' });
    expect(await display()).toBe('42');
    const name = await bench.text('texts', { selector: 'role=Edit name="Name"', window: form });
    expect(JSON.parse(name)).toContain('Ann B');
  });

  it('reports when another selector had to be used', async () => {
    const state = await replay.run({ recording: recordingOf(press('7', ['id="gone"', 'role=Button name="7"'])) });
    expect(state).toMatchObject({ status: 'passed', results: [{ status: 'healed' }] });
    expect(state.results[0]!.message).toContain('“id="gone"” matched nothing');
    expect(await display()).toBe('7');
  });

  it('stops at the first step that fails', async () => {
    const state = await replay.run({ recording: recordingOf(press('7'), press('nope'), press('6')) });
    expect(state.status).toBe('failed');
    expect(statuses(state)).toEqual(['passed', 'failed', 'skipped']);
    expect(state.results[1]!.message).toContain('No element matches “role=Button name="nope"”.');
    expect(await display()).toBe('7');
  });

  it('names the dialog that blocks a failing step', async () => {
    const editor = { app: 'editor', title: 'Untitled - Editor' };
    const missing = { ...press('nope'), window: editor };
    const blank = await replay.run({ recording: recordingOf(missing) });
    expect(blank.results[0]!.message).not.toContain('in front of');
    bench.fake.devices.key('ctrl+s');
    const failed = await replay.run({ recording: recordingOf(missing) });
    expect(failed.results[0]!.message).toContain(
      '“Save As” is open in front of “Untitled - Editor” and takes its input. Answer “Save As” first, or close it.',
    );
    // Another app's dialog blocks nothing.
    const other = await replay.run({ recording: recordingOf(press('nope')) });
    expect(other.results[0]!.message).not.toContain('Save As');
  });

  it('waits for missing windows and elements', async () => {
    bench.fake.desktop.close(bench.fake.desktop.windows.find((w) => w.title === 'Calculator')!);
    setTimeout(() => bench.fake.desktop.start('calculator'), 120);
    expect((await replay.run({ recording: sum })).status).toBe('passed');
    expect(await display()).toBe('42');
  });

  it('runs only the chosen steps, and no disabled one', async () => {
    const some = await replay.run({ recording: sum, steps: ['press-7', 'press-6'] });
    expect(statuses(some)).toEqual(['passed', 'skipped', 'passed', 'skipped']);
    expect(await display()).toBe('76');
    const off = await replay.run({ recording: recordingOf({ ...press('9'), enabled: false }, press('8')) });
    expect(off).toMatchObject({ status: 'passed', results: [{ status: 'skipped', message: 'Switched off.' }, {}] });
    await expect(replay.run({ recording: sum, steps: ['x'] })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['no steps', [], {}, 'the recording has no steps'],
    ['none that is switched on', [{ ...press('9'), enabled: false }], {}, 'all 1 steps are switched off'],
    ['none that was chosen', [press('9')], { steps: [] }, 'no enabled step is selected'],
  ])('refuses a recording with %s', async (_, steps, chosen, why) => {
    const running = replay.run({ recording: recordingOf(...steps), ...chosen });
    await expect(running).rejects.toMatchObject({ code: 'invalid_parameter' });
    await expect(running).rejects.toThrow(`There is nothing to replay: ${why}`);
    expect(replay.state.status).toBe('idle');
  });

  it('can be stopped during a step', async () => {
    replay = new Replay({ runner: bench.runner, settings: () => ({ stepTimeoutMs: 60_000 }), environment });
    const running = replay.run({ recording: recordingOf(press('7'), press('nope'), press('6')) });
    setTimeout(() => replay.stop(), 400);
    const state = await running;
    expect(state.status).toBe('stopped');
    expect(statuses(state)).toEqual(['passed', 'skipped', 'skipped']);
    expect(await display()).toBe('7');
  });

  it('does nothing if it is stopped before it begins', async () => {
    const state = await replay.run({ recording: sum, signal: AbortSignal.abort() });
    expect(state.status).toBe('stopped');
    expect(await display()).toBe('0');
  });

  it('is one at a time, and can be run again', async () => {
    const first = replay.run({ recording: sum });
    await expect(replay.run({ recording: sum })).rejects.toMatchObject({ code: 'busy' });
    await first;
    expect((await replay.run({ recording: sum })).status).toBe('passed');
  });

  it('reports every change', async () => {
    const seen: string[] = [];
    replay.onChange(({ status, results }) => seen.push(`${status}:${results.map((r) => r.status[0]).join('')}`));
    await replay.run({ recording: recordingOf(press('7'), press('6')) });
    expect(seen).toEqual(['running:pp', 'running:rp', 'running:pp', 'running:pr', 'running:pp', 'passed:pp']);
  });

  it('takes a secret from the environment and shows it nowhere', async () => {
    const secret: Step = {
      ...press('Password', ['role=Edit name="Password"']),
      window: form,
      action: { type: 'setText', text: '', secret: 'PIN' },
    };
    environment['DESKSCOPE_SECRET_PIN'] = 'hunter2';
    const state = await replay.run({ recording: recordingOf(secret) });
    expect(state.status).toBe('passed');
    expect(JSON.stringify(state)).not.toContain('hunter2');
  });

  it('reports no secret that a field shows where another text is expected', async () => {
    const pin = 'hunter”22'.padEnd(300, 'x');
    const ends: CallEnd[] = [];
    const own = await createBench({ observers: [{ before: () => undefined, after: (end) => void ends.push(end) }] });
    const shown = { controlType: 'Edit', name: 'Name', selector: 'id=name' } as const;
    const secret: Step = {
      ...press('Name', ['id=name']),
      window: form,
      action: { type: 'setText', text: '', secret: 'PIN' },
    };
    const look = (id: string, more: Partial<Step>): Step => ({
      ...press(id),
      id,
      window: form,
      target: null,
      action: { type: 'expect' },
      ...more,
    });
    const asks = { type: 'text', element: shown, window: form, text: '', is: true, forMs: 0 } as const;
    const state = await new Replay({ runner: own.runner, settings: () => ({ stepTimeoutMs: 300 }) }).run({
      recording: recordingOf(
        secret,
        look('asks', { when: asks }),
        look('expects', { expected: [{ type: 'text', element: shown, window: form, text: '' }] }),
      ),
      secrets: { PIN: pin },
    });
    await own.close();
    expect(state.results.map(({ status }) => status)).toEqual(['passed', 'skipped', 'failed']);
    expect(state.results[2]?.message).toContain('•••');
    expect(JSON.stringify([state, ends.map(({ text, error }) => [text, error])])).not.toContain('hunter');
  });

  it('reports every missing secret before it does anything', async () => {
    const secret = (name: string): Step => ({ ...press(name), action: { type: 'setText', text: '', secret: name } });
    const recording = recordingOf(press('7'), secret('PIN'), secret('PUK'), { ...secret('OFF'), enabled: false });
    const error = await replay.run({ recording }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      message: 'The secrets PIN, PUK are not known.',
      hint: 'Set the environment variables DESKSCOPE_SECRET_PIN, DESKSCOPE_SECRET_PUK.',
      data: { secrets: ['PIN', 'PUK'] },
    });
    expect(replay.state.status).toBe('idle');
    expect(await display()).toBe('0');
    // Only secrets of chosen steps are needed.
    expect((await replay.run({ recording, steps: [recording.steps[0]!.id] })).status).toBe('passed');
  });

  it('uses a secret given for one replay before that of the environment', async () => {
    environment['DESKSCOPE_SECRET_PIN'] = 'other';
    const secret: Step = {
      ...press('Name', ['id=name']),
      window: form,
      action: { type: 'setText', text: '', secret: 'PIN' },
    };
    const state = await replay.run({ recording: recordingOf(secret), secrets: { PIN: 'hunter2' } });
    expect(state.status).toBe('passed');
    const { items } = await bench.engine.listWindows({});
    const field = await bench.engine.find({ window: items.find(({ app }) => app === 'form')!.id, selector: 'id=name' });
    expect(field.matches[0]?.value).toBe('hunter2');
  });
});

describe('dry run', () => {
  it('reports the target of each step, without acting', async () => {
    const healed = press('7', ['id="gone"', 'role=Button name="7"']);
    const remove = { ...press('Remove'), window: form };
    const elsewhere = { ...press('8'), window: { app: 'nobody' } };
    const keys: Step = { ...press('9'), target: null, action: { type: 'pressKeys', keys: 'Enter', repeat: 1 } };
    const off = { ...press('6'), enabled: false };
    const steps = [press('7'), healed, press('nope'), remove, elsewhere, keys, off];
    const found = await dryRun(bench.engine, recordingOf(...steps), new AbortController().signal);
    expect(found.map(({ status, selector, matches }) => [status, selector, matches])).toEqual([
      ['passed', 'role=Button name="7"', 1],
      ['healed', 'role=Button name="7"', 0],
      ['failed', null, 0],
      ['failed', null, 3],
      ['failed', null, null],
      ['passed', null, null],
      ['skipped', null, null],
    ]);
    expect(found[0]!.window?.title).toBe('Calculator');
    expect(found[4]!.window).toBeNull();
    expect(await display()).toBe('0');
  });

  it.each<[what: string, step: Step, status: string]>([
    ['a place instead of words, where the name is another', press('7', ['id="gone"', 'role=Button nth=0']), 'failed'],
    ['another name than was recorded', press('7', ['role=Button name="8"']), 'failed'],
    ['a label in the control', press('7', ['name="7"']), 'passed'],
  ])('and a replay agree on %s', async (_, step, status) => {
    const [dry] = await dryRun(bench.engine, recordingOf(step), new AbortController().signal);
    const state = await replay.run({ recording: recordingOf(step) });
    expect([dry!.status, ...statuses(state)]).toEqual([status, status]);
  });
});

describe('JUnit', () => {
  it('has a case per step with what happened', async () => {
    const recording = recordingOf(press('7'), press('nope'), press('6'));
    const xml = toJunit(recording, await replay.run({ recording }));
    expect(xml).toMatch(/<testsuite name="Sum" tests="3" failures="1" skipped="1" time="\d+\.\d{3}">/);
    expect(xml).toContain('<failure message="No element matches “role=Button name=&quot;nope&quot;”.');
    expect(xml).toContain('<skipped message="Not reached."/>');
  });

  // Windows has no Python by default.
  it.skipIf(process.platform === 'win32')('is well-formed for every text', () => {
    const results = specRecording.steps.map(({ id, target }) => {
      return { step: id, status: 'failed' as const, elapsedMs: 1, message: `${target?.name ?? ''}\u0000]]>` };
    });
    const xml = toJunit(specRecording, { status: 'failed', results, elapsedMs: 1 });
    const count =
      'import sys, xml.dom.minidom as x; print(len(x.parse(sys.stdin.buffer).getElementsByTagName("failure")))';
    const answer = execFileSync('python3', ['-c', count], { input: xml, encoding: 'utf8' });
    expect(Number(answer)).toBe(specRecording.steps.length);
  });
});

it('an effect that was there before its step proves nothing, and one of several is enough', async () => {
  const gone = { type: 'gone', element: { controlType: 'Button', name: 'Undo', selector: 'name="Undo"' } } as const;
  const shows = {
    type: 'text',
    element: { controlType: 'Edit', name: '', selector: 'id="display"' },
    text: '7',
  } as const;
  const [cleared, pressed] = [
    { ...press('C'), expected: [gone] },
    { ...press('7'), expected: [gone, shows] },
  ];
  const { status, results } = await replay.run({ recording: recordingOf(cleared, pressed) });
  expect([status, ...results.map(({ unproven }) => unproven)]).toEqual(['passed', true, undefined]);
  expect(results[0]?.message).toContain('Its expected effect already held before it.');
});
