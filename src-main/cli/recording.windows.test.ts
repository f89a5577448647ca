import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { center, type Point } from '#contract/model/geometry';
import type { ElementNode } from '#contract/model/element';
import { describeStep, parseRecording } from '#contract/model/recording';
import { controls } from '../engine/backends/win32/testing/fixtures.ts';
import { startNotepad, type Notepad } from '../engine/backends/win32/testing/notepad.ts';
import * as person from '../engine/backends/win32/testing/person.ts';
import { buildCli, interruptible, type BuiltCli, type RunningCli } from './testing/built-cli.ts';
import { runProgram } from './testing/run-program.ts';
import { soon } from '../engine/testing/soon.ts';

const text = 'Bread, milk & 2 eggs';
const calculator = 'Fixture Calculator';
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

async function placeOf(title: string, selector: string): Promise<Point> {
  const { matches } = (await cli.json('find', title, '--selector', selector)) as { matches: ElementNode[] };
  return center(matches[0]!.bounds!);
}

const exported = async (format: string) => {
  const { code, stdout } = await cli.run('export', file, '--to', format);
  expect(code).toBe(0);
  return stdout;
};

describe('a text typed into Notepad', () => {
  test('is recorded, and typed again into another Notepad', { timeout: 120_000 }, async () => {
    const field = await placeOf('Notepad', 'role=Document');
    const running = await startRecording();
    await notepad.front();
    await person.click(field);
    await person.type(text);
    await vi.waitFor(() => expect(notepad.text()).toBe(text), soon);
    running.interrupt();
    const { code, stdout } = await running.done;
    expect([code, stdout]).toEqual([0, expect.stringContaining(`to ${file}.`)]);
    const { steps, platform } = parseRecording(JSON.parse(readFileSync(file, 'utf8')));
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
    expect(JSON.parse(await exported('json'))).toContainEqual(
      expect.objectContaining({ tool_key: 'action::set_edit_text' }),
    );
    for (const format of ['python', 'ui-automation']) expect(await exported(format)).toContain(text);
    const script = path.join(cli.folder, 'flow.mjs');
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    writeFileSync(script, ts.transpileModule(await exported('typescript'), { compilerOptions }).outputText);
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
  const places: Point[] = [];
  for (const name of ['7', '*', '6', '=']) places.push(await placeOf(calculator, `role=Button name="${name}"`));
  await cli.json('focus', calculator);
  const running = await startRecording();
  for (const place of places) {
    await person.click(place);
  }
  await running.until('stderr', /4\. Click Button “=”/);
  await person.pressHaltKey();
  expect((await running.done).code).toBe(0);
  const { steps } = parseRecording(JSON.parse(readFileSync(file, 'utf8')));
  expect(steps.map(describeStep)).toEqual(['7', '*', '6', '='].map((name) => `Click Button “${name}”`));
  expect((await cli.run('replay', file)).code).toBe(0);
  await vi.waitFor(async () => {
    const { matches } = (await cli.json('find', calculator, '--selector', 'id="150"')) as {
      matches: ElementNode[];
    };
    expect(matches[0]?.value).toBe('42');
  }, soon);
});
