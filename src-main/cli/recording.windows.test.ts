import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import type { ElementNode } from '#contract/model/elements/element';
import { describeStep, parseRecording } from '#contract/model/recordings/recording';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import { exportRecording } from '../recorder/exporters/list.ts';
import { startNotepad, type Notepad } from '../engine/backends/win32/testing/notepad.ts';
import * as person from '../engine/backends/win32/testing/person.ts';
import { buildCli, interruptible, type BuiltCli, type RunningCli } from './testing/built-cli.ts';
import { runProgram } from './testing/run-program.ts';
import { soon } from '../engine/testing/outcome.ts';

const text = 'Bread, milk & 2 eggs';
const calculator = 'Fixture Calculator';
const keys = ['7', '*', '6', '='];
/** Notepad's field fills its window. */
const inField: Point = { x: 400, y: 300 };
let cli: BuiltCli;
let file: string;
let notepad: Notepad;

beforeAll(async () => {
  cli = await buildCli('windows');
  file = path.join(cli.folder, 'flow.json');
});
afterAll(() => cli.remove());
beforeEach(async () => {
  notepad = await startNotepad();
});
afterEach(() => notepad.close());

async function startRecording(): Promise<RunningCli> {
  const running = cli.start(['record', '-o', file, ...interruptible]);
  await running.until('stderr', /Recording\./);
  return running;
}

const readRecording = () => parseRecording(JSON.parse(readFileSync(file, 'utf8')));

describe('a text typed into Notepad', () => {
  test('is recorded, and typed again into another Notepad', { timeout: 120_000 }, async () => {
    const running = await startRecording();
    await notepad.front();
    await person.click(inField);
    await person.type(text);
    await vi.waitFor(() => expect(notepad.text()).toBe(text), soon);
    running.interrupt();
    const { code, stdout } = await running.done;
    expect([code, stdout]).toEqual([0, expect.stringContaining(`to ${file}.`)]);
    const { steps, platform } = readRecording();
    expect(platform).toBe('windows');
    expect(steps.at(-1)?.action).toMatchObject({ type: 'setText', text });

    await notepad.close();
    notepad = await startNotepad();
    expect(notepad.text()).toBe('');
    const replayed = await cli.run('replay', file);
    expect([replayed.code, replayed.stderr]).toEqual([0, '']);
    expect(notepad.text()).toBe(text);
  });

  test('is a script in every language, and the TypeScript one types it too', { timeout: 120_000 }, async () => {
    const exported = (format: string) => exportRecording(readRecording(), format).text;
    expect(exported('json')).toContain('action::step_set_text');
    expect(exported('ufo-json')).toContain('action::set_edit_text');
    for (const format of ['python', 'ui-automation']) expect(exported(format)).toContain(text);
    const { stdout } = await cli.run('export', file, '--to', 'typescript');
    const script = path.join(cli.folder, 'flow.mjs');
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    writeFileSync(script, ts.transpileModule(stdout, { compilerOptions }).outputText);
    const serving = cli.start(['mcp', '--http', '--port', '0', '--allow', 'act', '--json', ...interruptible]);
    const [line] = await serving.until('stdout', /^\{.*\}\r?\n/);
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    const ran = await runProgram(process.execPath, [script], { DESKSCOPE_URL: url, DESKSCOPE_TOKEN: token });
    serving.interrupt();
    await serving.done;
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(notepad.text()).toBe(text);
  });
});

test('clicks on another app are steps by name, and the halt key ends a recording', { timeout: 120_000 }, async () => {
  await cli.launch(controls, 'calculator');
  const found = await cli.json('find', calculator, '--selector', 'role=Button');
  const buttons = found['matches'] as ElementNode[];
  await cli.json('focus', calculator);
  const running = await startRecording();
  for (const key of keys) await person.click(center(buttons.find(({ name }) => name === key)!.bounds!));
  await running.until('stderr', /4\. Click Button “=”/);
  await person.pressHaltKey();
  expect((await running.done).code).toBe(0);
  const { steps } = readRecording();
  expect(steps.map(describeStep)).toEqual(keys.map((name) => `Click Button “${name}”`));
  expect((await cli.run('replay', file)).code).toBe(0);
  await vi.waitFor(async () => {
    const { matches } = (await cli.json('find', calculator, '--selector', 'id="150"')) as {
      matches: ElementNode[];
    };
    expect(matches[0]?.value).toBe('42');
  }, soon);
});
