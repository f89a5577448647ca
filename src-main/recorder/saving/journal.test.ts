import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Step } from '#contract/model/recordings/recording';
import { emptyRecording } from '../editing/edit.ts';
import { createJournal } from './journal.ts';

const recording = emptyRecording('fake', '2026-01-01T00:00:00.000Z', 'Crash');
const step = (id: string): Step => ({
  id,
  at: 1,
  action: { type: 'typeText' as const, text: `“${id}”\n` },
  target: null,
  window: {},
  enabled: true,
});

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'journal-'))));
afterEach(() => rmSync(folder, { recursive: true }));
const file = () => path.join(folder, 'unsaved.jsonl');

function twoSteps(): void {
  const journal = createJournal(folder);
  journal.replace(recording);
  journal.append([step('a')]);
  journal.append([step('b')]);
}

it('returns what another process wrote', () => {
  twoSteps();
  expect(createJournal(folder).recover()).toEqual({ ...recording, steps: [step('a'), step('b')] });
});

it('loses only the last step when the file is cut anywhere inside it', () => {
  twoSteps();
  const whole = readFileSync(file());
  const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
  for (let cut = lastLine; cut < whole.length - 1; cut += 7) {
    writeFileSync(file(), whole.subarray(0, cut));
    expect(
      createJournal(folder)
        .recover()
        ?.steps.map(({ id }) => id),
    ).toEqual(['a']);
  }
});

it('ignores everything after an incomplete line', () => {
  twoSteps();
  writeFileSync(file(), readFileSync(file(), 'utf8').replace('"id":"a"', '"id":7'));
  expect(createJournal(folder).recover()).toBeNull();
});

it('starts over on replace, and leaves no other file', () => {
  twoSteps();
  createJournal(folder).replace({ ...recording, steps: [step('c')] });
  expect(createJournal(folder).recover()?.steps).toEqual([step('c')]);
  expect(readdirSync(folder)).toEqual(['unsaved.jsonl']);
});

it('has nothing to recover without a file, a valid line or a step', () => {
  const journal = createJournal(folder);
  expect(journal.recover()).toBeNull();
  journal.replace(recording);
  expect(journal.recover()).toBeNull();
  writeFileSync(file(), 'rubbish');
  expect(journal.recover()).toBeNull();
  journal.discard();
  expect(readdirSync(folder)).toEqual([]);
});

it('continues in another folder, and is discarded there', () => {
  twoSteps();
  const other = mkdtempSync(path.join(tmpdir(), 'journal-'));
  try {
    const journal = createJournal(folder);
    journal.moveTo(other, { ...recording, steps: [step('a'), step('b')] });
    journal.append([step('c')]);
    const next = createJournal(folder);
    expect(next.recover()?.steps).toHaveLength(3);
    next.append([step('d')]);
    expect(createJournal(folder).recover()?.steps).toHaveLength(4);
    next.discard();
    expect([readdirSync(other), readdirSync(folder)]).toEqual([[], []]);
  } finally {
    rmSync(other, { recursive: true });
  }
});

it('is empty if the other folder is gone', () => {
  const other = mkdtempSync(path.join(tmpdir(), 'journal-'));
  createJournal(folder).moveTo(other, { ...recording, steps: [step('a')] });
  rmSync(other, { recursive: true });
  const next = createJournal(folder);
  expect(next.recover()).toBeNull();
  next.replace({ ...recording, steps: [step('b')] });
  expect(createJournal(folder).recover()?.steps).toEqual([step('b')]);
});
