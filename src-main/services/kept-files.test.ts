import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStep, parseRecording } from '#contract/model/recordings/recording';
import { verifyChain } from '../permissions/audit/verify.ts';
import { silentLog } from '../base/log.ts';
import { createGrants } from '../permissions/grants.ts';
import { toToolCall } from '../dialects/dialect.ts';
import { ufo } from '../dialects/ufo.ts';
import { openTrace } from '../runs/trace/trace-reader.ts';
import { SettingsStore } from '../settings/store.ts';
import { createKeptFiles } from '../tools/session/kept-files.ts';
import { readLayout } from '../tools/servers/window-management/layouts/layout.ts';

/**
 * Files that earlier versions of Deskscope left on a user's disk, never changed since: the same two apps, recorded,
 * replayed and arranged. `early` predates trees in traces and settings that hold only changes.
 */
const kept = path.join(import.meta.dirname, 'testing/kept');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'deskscope-kept-'));
  cpSync(kept, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('files of earlier versions', () => {
  it.each(['recording-1-early.json', 'recording-1.json'])('%s loads as the same recording', (name) => {
    const recording = parseRecording(JSON.parse(readFileSync(path.join(folder, name), 'utf8')));
    expect(recording.steps.map(describeStep)).toEqual([
      'Click Button “7”',
      'Click Button “8”',
      'Set Edit to “two words”',
      'Press ctrl+a in Edit',
      'Scroll down 1 in Edit',
      'Drag from 50, 100 to 200, 160',
    ]);
    expect(recording.steps.map((step) => toToolCall(ufo, step, () => '').tool_name)).toEqual([
      'click_input',
      'click_input',
      'set_edit_text',
      'keyboard_input',
      'wheel_mouse_input',
      'drag_on_coordinates',
    ]);
  });

  it.each(['trace-1', 'trace-2'])('%s loads as the same run, with its pictures', async (name) => {
    const trace = await openTrace(path.join(folder, name));
    try {
      expect(trace).toMatchObject({ damaged: 0, complete: true, about: { title: 'recording' } });
      expect(trace.calls.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
        'action::click_input ok',
        'action::click_input ok',
        'action::set_edit_text ok',
        'action::keyboard_input ok',
        'action::wheel_mouse_input ok',
        'action::drag_on_coordinates ok',
      ]);
      const events = await trace.call(1);
      const before = events.find((event) => event.type === 'seen' && event.phase === 'before');
      const picture = before?.type === 'seen' ? before.picture?.blob : undefined;
      expect(await trace.blob(picture ?? '')).toHaveProperty('length');
      expect(events.filter(({ type }) => type !== 'seen').map(({ type }) => type)).toContain('after');
    } finally {
      await trace.close();
    }
  });

  it.each(['settings-1-early.json', 'settings-1.json'])('%s keeps the user’s choices', async (name) => {
    const store = await SettingsStore.open(path.join(folder, name), silentLog);
    expect(store.problems).toEqual([]);
    const chosen = { theme: 'dark', mcpEnabled: true, stepTimeoutMs: 7_000 };
    expect(store.current).toMatchObject(chosen);
    await store.update({ showOutline: false });
    expect(store.current).toMatchObject({ ...chosen, showOutline: false });
    await store.close();
  });

  it('grants-1.json still grants what it granted', () => {
    const grants = createGrants({ file: path.join(folder, 'grants-1.json') });
    expect(grants.find({ client: 'robot', app: 'galculator', tool: 'click_input' })).toMatchObject({ lasts: 'always' });
    expect(grants.find({ client: 'robot', app: 'mousepad', tool: 'click_input' })).toBeNull();
  });

  it('a layout still restores its windows’ positions', async () => {
    const { windows } = await readLayout(createKeptFiles(folder), 'desk');
    expect(windows.map(({ app, bounds }) => [app, bounds])).toEqual([
      ['mousepad', { x: 700, y: 100, width: 600, height: 400 }],
      ['galculator', { x: 40, y: 60, width: 333, height: 368 }],
    ]);
  });

  it('the audit log still reads as it was written', () => {
    expect(verifyChain([path.join(folder, 'audit/1/audit.jsonl')])).toMatchObject({ broken: null, torn: [] });
  });
});
