import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Action } from '#contract/model/recordings/action';
import type { ControlType } from '#contract/model/elements/element';
import type { Expectation } from '#contract/model/recordings/expectation';
import { parseRecording, type Recording, type Step } from '#contract/model/recordings/recording';
import type { WindowMatch } from '#contract/model/windows/window';
import { emptyRecording } from '../recorder/editing/edit.ts';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let terminal: Terminal;
let folder: string;

beforeEach(async () => {
  terminal = await openTerminal();
  folder = mkdtempSync(path.join(tmpdir(), 'skills-'));
  process.env['DESKSCOPE_SECRET_PASSWORD'] = 'open sesame';
});
afterEach(async () => {
  delete process.env['DESKSCOPE_SECRET_PASSWORD'];
  await terminal.close();
  rmSync(folder, { recursive: true });
});

const form: WindowMatch = { app: 'form', title: 'Form' };
const editor: WindowMatch = { app: 'editor', role: 'main' };
const saving: WindowMatch = { app: 'editor', title: 'Save As', role: 'dialog' };
const calculator: WindowMatch = { app: 'calculator', title: 'Calculator' };

function step(
  window: WindowMatch,
  controlType: ControlType,
  name: string,
  action: Action,
  ...expected: Expectation[]
): Step {
  const selector = `role=${controlType} name="${name}"`;
  const selectors = [{ selector, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 } as const];
  const id = `${name}-${Math.random()}`;
  return { id, at: 0, enabled: true, window, action, target: { controlType, name, bounds: null, selectors }, expected };
}
const press = (window: WindowMatch, type: ControlType, name: string, ...expected: Expectation[]) =>
  step(window, type, name, { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } }, ...expected);
const enter = (window: WindowMatch, type: ControlType, name: string, text: string) =>
  step(window, type, name, { type: 'setText', text }, { type: 'text', text });
const sent = (name: string): Expectation => ({
  type: 'shows',
  element: { controlType: 'Text', name: `Sent for ${name}`, selector: `role=Text name="Sent for ${name}"` },
});
const secret = step(form, 'Edit', 'Password', { type: 'setText', text: '', secret: 'PASSWORD' });
const send = press(form, 'Button', 'Send');
const saveAs = step(editor, 'Document', 'Text', { type: 'pressKeys', keys: 'ctrl+s', repeat: 1 });
const save = press(saving, 'Button', 'Save');
const name = (text: string) => enter(form, 'Edit', 'Name', text);
const text = (words: string) => enter(editor, 'Document', 'Text', words);
const file = (called: string) => enter(saving, 'Edit', 'File name', called);

/** Each recording, its inputs for the replay, and the elements in which they must appear. */
const skills: readonly (readonly [
  string,
  readonly Step[],
  Readonly<Record<string, string>>,
  window: string,
  RegExp,
])[] = [
  ['Name somebody', [name('Anna')], { name: 'Berta' }, 'Form', /Edit “Name”.*“Berta”/],
  [
    'Send the form',
    [name('Anna'), press(form, 'Button', 'Send', sent('Anna'))],
    { name: 'Zoë "Z" O’Neil' },
    'Form',
    /Sent for Zoë "Z" O’Neil/,
  ],
  ['Send with a password', [name('Anna'), secret, send], { name: 'Carl' }, 'Form', /Sent for Carl/],
  [
    'Subscribe',
    [press(form, 'CheckBox', 'Newsletter'), name('Anna'), send],
    { name: '$(reboot) `x`' },
    'Form',
    /Sent for \$\(reboot\) `x`/,
  ],
  [
    'Choose a size',
    [press(form, 'RadioButton', 'Large'), name('Anna'), send],
    { name: '氏名' },
    'Form',
    /Sent for 氏名/,
  ],
  ['Name twice', [name('Anna'), name('Berta'), send], { name: 'x', name_2: 'y=z' }, 'Form', /Sent for y=z/],
  ['Write', [text('Dear Anna')], { text: 'Dear Berta' }, 'Editor', /“Dear Berta”/],
  ['Save under a name', [saveAs, file('letter.txt'), save], { file_name: 'other.txt' }, 'other.txt', /Document “Text”/],
  [
    'Write and save',
    [text('Dear Anna'), saveAs, file('letter.txt'), save],
    { text: 'two words', file_name: 'a b.txt' },
    'a b.txt',
    /“two words”/,
  ],
  ['Count, then name', [press(calculator, 'Button', '7'), name('Anna'), send], { name: '-7' }, 'Form', /Sent for -7/],
];

describe('a skill', () => {
  it.each(skills)(
    '%s: an agent that reads no more than its SKILL.md replays it with other inputs',
    async (title, steps, inputs, window, shows) => {
      const skill = await exportSkill({
        ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', title),
        steps: [...steps],
      });
      const { answer, code } = await runAsAgent(skill, inputs);
      expect([code, answer]).toEqual([0, expect.objectContaining({ ok: true, status: 'passed' })]);
      expect((await terminal.run('tree', window)).stdout).toMatch(shows);
    },
  );

  it('has the front matter that agents load, under the name of its folder', async () => {
    for (const called of ['Send the form', 'Été: 50 % "off"\n---\nname: evil', '???', 'x'.repeat(90)]) {
      const skill = await exportSkill({
        ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', called),
        steps: [name('Anna')],
      });
      const head = frontMatter(skill);
      expect(Object.keys(head)).toEqual(['name', 'description']);
      expect(head['name']).toBe(path.basename(skill));
      expect(head['name']).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(head['description']).toMatch(/^.{20,500}$/);
    }
  });

  it('holds the recording itself, and replays as it was if nothing is set', async () => {
    const recording = { ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', 'A'), steps: [name('Anna'), send] };
    const skill = await exportSkill(recording);
    expect(parseRecording(JSON.parse(readFileSync(path.join(skill, 'recording.json'), 'utf8')))).toEqual(recording);
    expect((await runAsAgent(skill, {})).code).toBe(0);
    expect((await terminal.run('tree', 'Form')).stdout).toContain('Sent for Anna');
  });

  it('leaves a folder alone that holds anything else, and takes the place of itself', async () => {
    const recording = { ...emptyRecording('fake', '2026-01-01T00:00:00.000Z', 'A'), steps: [name('Anna')] };
    const skill = await exportSkill(recording);
    await exportSkill({ ...recording, steps: [name('Berta')] });
    expect(readFileSync(path.join(skill, 'SKILL.md'), 'utf8')).toContain('Berta');
    writeFileSync(path.join(skill, 'notes.txt'), 'mine');
    const refused = await terminal.run('export', path.join(folder, 'recording.json'), '--to', 'skill', '-o', skill);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('contains other files, such as “notes.txt”'),
    ]);
  });
});

async function exportSkill(recording: Recording): Promise<string> {
  const source = path.join(folder, 'recording.json');
  writeFileSync(source, JSON.stringify(recording));
  const { text } = (await terminal.json('export', source, '--to', 'skill')) as { text: string };
  const skill = path.join(folder, String(parseFront(text)['name']));
  expect(await terminal.run('export', source, '--to', 'skill', '-o', skill)).toMatchObject({ code: 0, stderr: '' });
  return skill;
}

function parseFront(markdown: string): Record<string, unknown> {
  const found = /^---\n([\s\S]*?)\n---\n/.exec(markdown);
  return parse(found?.[1] ?? '') as Record<string, unknown>;
}

function frontMatter(skill: string): Record<string, unknown> {
  return parseFront(readFileSync(path.join(skill, 'SKILL.md'), 'utf8'));
}

/** Knows how skills are read in general, and nothing of Deskscope. */
async function runAsAgent(skill: string, inputs: Readonly<Record<string, string>>) {
  const markdown = readFileSync(path.join(skill, 'SKILL.md'), 'utf8');
  const command = /```sh\n(.+)\n```/.exec(markdown)?.[1] ?? '';
  const words = Array.from(command.matchAll(/"([^"]*)"|(\S+)/g), ([, quotedWord, plain]) => quotedWord ?? plain ?? '');
  const filled = words.flatMap((word, index): string[] => {
    if (word === '--set' && !named(words[index + 1], inputs)) return [];
    if (words[index - 1] !== '--set') return [word];
    const key = word.replace(/=VALUE$/, '');
    return key in inputs ? [`${key}=${inputs[key] ?? ''}`] : [];
  });
  const [program, ...args] = filled;
  expect(program).toBe('deskscope');
  for (const key of Object.keys(inputs)) expect(filled).toContain(`${key}=${inputs[key] ?? ''}`);
  // As a shell in the folder of the skill would find it.
  const { stdout, code } = await terminal.run(
    ...args.map((arg) => (arg === 'recording.json' ? path.join(skill, arg) : arg)),
  );
  return { code, answer: JSON.parse(stdout) as Record<string, unknown> };
}

function named(word: string | undefined, inputs: Readonly<Record<string, string>>): boolean {
  return (word ?? '').replace(/=VALUE$/, '') in inputs;
}
