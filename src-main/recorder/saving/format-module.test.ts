import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStep } from '#contract/model/recordings/recording';
import { exportWith } from '../exporters/list.ts';
import { specRecording } from '../testing/spec-recording.ts';
import { importWith, loadExporter } from './format-module.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formats-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

const now = '2026-01-01T00:00:00.000Z';
const lines = `
  export const header = ({ steps }) => 'flow of ' + steps.length;
  export const step = ({ action }, { index }) => index + 1 + ' ' + action.type;
  export const read = (text, file) => ({
    steps: text.split('\\n').filter(Boolean).map((keys) => ({ action: { type: 'pressKeys', keys } })),
    notes: ['read from ' + file.split(/[\\\\/]/).at(-1)],
  });
`;

describe('a module with a format of its own', () => {
  it('exports each step, and knows which lines are whose', () => {
    const exporter = loadExporter(write('lines.mjs', lines));
    const { text, lines: of } = exportWith(exporter, specRecording);
    const types = specRecording.steps.map(({ action }, index) => `${index + 1} ${action.type}`);
    expect(text).toBe([`flow of ${specRecording.steps.length}`, ...types, ''].join('\n'));
    expect(of[0]).toEqual([2, 2]);
  });

  it('exports by default export as well', () => {
    const exporter = loadExporter(write('one.mjs', 'export default { step: () => "" };'));
    expect(exportWith(exporter, specRecording).text.trim()).toBe('');
  });

  it('reads a file into a recording', async () => {
    const module = write('lines.mjs', lines);
    const { recording, notes } = await importWith(module, write('two.txt', 'ctrl+a\nEnter\n'), now);
    expect(recording).toMatchObject({ name: 'two', createdAt: now });
    expect(recording.steps.map(describeStep)).toEqual(['Press ctrl+a', 'Press Enter']);
    expect(notes).toEqual(['read from two.txt']);
  });

  it.each([
    ['does not exist', null, /missing\.mjs.*loading failed/],
    ['is no JavaScript', 'export const step = ;', /loading failed/],
    ['exports nothing', 'export const other = 1;', /exports no function “step”/],
  ])('is refused if it %s', (_, text, message) => {
    const file = text === null ? path.join(folder, 'missing.mjs') : write('bad.mjs', text);
    expect(() => loadExporter(file)).toThrow(message);
  });

  it.each([
    ['throws', 'export const step = () => { throw new Error("no such step"); };', /step 1 failed: Error: no such step/],
    ['returns no text', 'export const step = () => 7;', /step 1 must return a string/],
  ])('is named if a step %s', (_, text, message) => {
    const exporter = loadExporter(write('bad.mjs', text));
    expect(() => exportWith(exporter, specRecording)).toThrow(message);
  });

  it.each([
    ['returns no steps', 'export const read = () => null;', /must return \{ steps/],
    ['returns steps that are none', 'export const read = () => ({ steps: [{ action: { type: "fly" } }] });', /action/],
    ['throws', 'export const read = async () => { throw new Error("not mine"); };', /read failed: Error: not mine/],
  ])('is named if it %s', async (_, text, message) => {
    await expect(importWith(write('bad.mjs', text), write('x.txt', ''), now)).rejects.toThrow(message);
  });
});
