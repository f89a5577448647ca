import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { WindowInfo } from '#contract/model/windows/window';
import { describeStep } from '#contract/model/recordings/recording';
import type { EngineDescription, InputEvent } from '#contract/model/engine';
import { sleep } from '../base/async/deadline.ts';
import { Emitter } from '../base/async/emitter.ts';
import type { EngineEvents } from '../engine/engine.ts';
import { readRecording } from './saving/files.ts';
import { createJournal } from './saving/journal.ts';
import { RecorderStore } from './store.ts';
import { button, click, editorWindow, effects, field, key, otherWindow, typing, value } from './testing/events.ts';

let folder: string;
let events: Emitter<EngineEvents>;
let store: RecorderStore;
let settleInput: () => Promise<void>;
/** Input that the engine cannot receive. */
let unreported: string | undefined;
/** Settles when the engine receives input. */
let received: Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  events = new Emitter();
  settleInput = () => Promise.resolve();
  unreported = undefined;
  received = Promise.resolve();
  store = createStore();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function createStore(journalFolder = path.join(folder, 'journal')): RecorderStore {
  const listWindows = () => Promise.resolve({ sequence: 1, items: [editorWindow, otherWindow] });
  const describe = () => received.then(() => ({ capabilities: { unreported } }) as EngineDescription);
  const engine = { listWindows, on: events.on.bind(events), settleInput: () => settleInput(), describe };
  return new RecorderStore({ engine, platform: 'fake', journal: createJournal(journalFolder) });
}

const send = (...input: (InputEvent | InputEvent[])[]) => input.flat().forEach((event) => events.emit('input', event));
const sentences = (of = store) => of.state.recording.steps.map(describeStep);
const file = () => path.join(folder, 'calc.json');
const open = async (into = store) => into.load(await readRecording(file()), file());

describe('programs', () => {
  const program = { command: '/usr/bin/editor', args: ['-n', 'a.txt'], folder: '/home/ann' };
  const used = { app: editorWindow.app, className: editorWindow.className };

  it('keeps how each was started, through undo, until all is cleared', async () => {
    await store.start();
    const event: InputEvent = { type: 'program', at: 5_000, window: editorWindow, program };
    send(event, event, click(5_000, button), { ...event, window: otherWindow, program: null });
    await store.stop();
    const programs = [
      { ...used, ...program },
      { ...used, app: 'other', args: [] },
    ];
    expect(store.recording.programs).toEqual(programs);
    expect(createJournal(path.join(folder, 'journal')).recover()?.programs).toEqual(programs);
    store.undo();
    expect(store.recording).toMatchObject({ steps: [], programs });
    store.redo();
    store.clear();
    expect(store.recording.programs).toBeUndefined();
  });

  it('keeps no command line with a secret', async () => {
    await store.start();
    const secret = { ...program, args: ['--token', 'abc'] };
    send({ type: 'program', at: 0, window: editorWindow, program: secret });
    await store.stop();
    expect(store.recording.programs).toEqual([{ ...used, args: [] }]);
    expect(store.state.notice).toContain('seems to hold a secret');
  });
});

describe('recording', () => {
  it('shows steps live and keeps them', async () => {
    const seen: number[] = [];
    store.onChange((state) => seen.push(state.recording.steps.length));
    await store.start();
    send(click(5_000, button), typing(6_000, 'hi', field));
    expect(store.state).toMatchObject({ status: 'recording', dirty: true });
    expect(sentences()).toEqual(['Click Button “Save”', 'Set Edit “Name” to “hi”']);
    await store.stop();
    expect(store.state).toMatchObject({ status: 'idle', startedAt: null });
    expect(sentences()).toEqual(['Click Button “Save”', 'Set Edit “Name” to “hi”']);
    expect(seen.at(-1)).toBe(2);
  });

  it('reports input that cannot be received, at each start', async () => {
    await store.start();
    await store.stop();
    expect(store.state.notice).toBe('');
    unreported = 'No wheel is heard.';
    for (let times = 0; times < 2; times++) {
      await store.start();
      await store.stop();
      expect(store.state.notice).toBe('No wheel is heard.');
    }
  });

  it('reports that it records, or has resumed, only once the engine receives input', async () => {
    const states: string[] = [];
    store.onChange(({ status, paused }) => states.push(paused ? 'paused' : status));
    const once = async (begin: () => Promise<void>) => {
      let receive: (() => void) | undefined;
      received = new Promise((resolve) => (receive = resolve));
      states.length = 0;
      const begun = begin();
      await sleep(20);
      const before = [...states];
      receive?.();
      await begun;
      return [before, states];
    };
    expect(await once(() => store.start())).toEqual([[], ['recording']]);
    await store.pause();
    expect(await once(() => store.resume())).toEqual([[], ['recording']]);
    await store.pause();
    const paused = await once(async () => {
      const resumed = store.resume();
      await store.pause();
      await resumed;
    });
    expect(paused[1]?.at(-1)).toBe('paused');
    expect(store.state.paused).toBe(true);
  });

  it('counts time from its start, independent of the engine’s clock', async () => {
    await store.start();
    send(click(987_654_321, button));
    await store.stop();
    expect(store.state.recording.steps[0]!.at).toBeLessThan(1_000);
  });

  it('makes a click final after a while without events', async () => {
    await store.start();
    send(click(0, button));
    const journal = () => createJournal(path.join(folder, 'journal')).recover()?.steps.length;
    expect(journal()).toBeUndefined();
    await vi.waitFor(() => expect(journal()).toBe(1), { timeout: 3_000 });
  });

  it('keeps the effects of a step, even if they come when it is final; undo removes both', async () => {
    await store.start();
    send(click(0, button));
    const kept = () => createJournal(path.join(folder, 'journal')).recover()?.steps;
    await vi.waitFor(() => expect(kept()).toHaveLength(1), { timeout: 3_000 });
    send(effects(100, { type: 'windowCloses' }));
    expect(store.state.recording.steps).toMatchObject([{ expected: [{ type: 'windowCloses' }] }]);
    expect(kept()).toEqual(store.recording.steps);
    await store.stop();
    store.undo();
    expect(store.recording.steps).toEqual([]);
  });

  it('waits at the end for the value of the edited field', async () => {
    await store.start();
    send(typing(0, 'h', field), key(200, 'i', field));
    settleInput = async () => {
      await sleep(400);
      send(value(600, 'Hi', field));
    };
    await store.stop();
    expect(sentences()).toEqual(['Set Edit “Name” to “Hi”']);
  });

  it('keeps the typed text if the value does not come, and reports it', async () => {
    await store.start();
    send(typing(0, 'h', field), key(200, 'i', field));
    settleInput = () => Promise.reject(new AppError('timeout', 'Too slow.'));
    await store.stop();
    expect(sentences()).toEqual(['Set Edit “Name” to “hi”']);
    expect(store.state.notice).toMatch(/may be incomplete/);
  });

  it('continues after existing steps', async () => {
    await store.start();
    send(click(0, button));
    await store.stop();
    await store.start();
    send(key(90_000, 'F5'));
    await store.stop();
    expect(sentences()).toEqual(['Click Button “Save”', 'Press F5']);
    const [first, second] = store.state.recording.steps;
    expect(second!.at).toBeGreaterThanOrEqual(first!.at);
  });

  it('can be limited to one window and its dialogs', async () => {
    await store.start({ window: editorWindow.id });
    const dialog: WindowInfo = { ...editorWindow, id: '0x99', kind: 'dialog' };
    const secondWindow: WindowInfo = { ...editorWindow, id: '0x98' };
    send(click(0, button), click(1_000, button, { window: otherWindow }));
    send(click(2_000, button, { window: dialog }), click(3_000, button, { window: secondWindow }));
    await store.stop();
    expect(sentences()).toHaveLength(2);
  });

  it('refuses a missing window, and a second start', async () => {
    await expect(store.start({ window: '0xdead' })).rejects.toMatchObject({ code: 'window_not_found' });
    expect(store.state.status).toBe('idle');
    await store.start();
    await expect(store.start()).rejects.toMatchObject({ code: 'busy' });
  });

  it('keeps its steps when the engine restarts, and reports it', async () => {
    await store.start();
    send(click(5_000, button), key(6_000, 'a'));
    events.emit('status', { state: 'restarting', detail: 'The engine ended (killed).', restarts: 1, latencyMs: null });
    const kept = ['Click Button “Save”', 'Type “a” (input was lost here)'];
    expect(sentences()).toEqual(kept);
    expect(store.state.notice).toMatch(/^The engine ended \(killed\)\. The steps are kept/);
    // A new process has a new clock.
    send(key(10, 'F5'));
    await store.stop();
    expect(sentences()).toEqual([...kept, 'Press F5']);
  });

  it('omits Deskscope’s own global keys', async () => {
    await store.start();
    send(key(0, 'F1'), key(2_000, 'ctrl+shift+F12'), key(4_000, 'ctrl+shift+F9'));
    await store.stop();
    expect(sentences()).toEqual(['Press F1']);
  });

  it('reports that a drag was omitted', async () => {
    await store.start();
    send(click(0, button, { moved: 1_000 }));
    expect(store.state.notice).toContain('drag');
  });

  it('continues if the journal cannot be written, and reports it', async () => {
    writeFileSync(path.join(folder, 'not-a-folder'), '');
    store = createStore(path.join(folder, 'not-a-folder'));
    await store.start();
    send(click(0, button));
    await store.stop();
    expect(sentences()).toHaveLength(1);
    expect(store.state.unkept).toContain('EEXIST');
    await store.save(file());
    expect(store.state).toMatchObject({ dirty: false, path: file() });
    expect(store.state).not.toHaveProperty('unkept');
  });
});

/** Every write to it fails as on a full disk. */
const full = '/dev/full';

describe.runIf(existsSync(full))('a full disk', () => {
  const kept = () => createJournal(path.join(folder, 'journal')).recover()?.steps.length ?? 0;
  const fill = () => {
    rmSync(path.join(folder, 'journal', 'unsaved.jsonl'));
    symlinkSync(full, path.join(folder, 'journal', 'unsaved.jsonl'));
  };

  it('is reported, and missing steps are written once there is room', async () => {
    await store.start();
    send(key(0, 'F1'), key(2_000, 'F2'));
    fill();
    send(key(4_000, 'F3'));
    expect(store.state.unkept).toBe('the disk is full');
    expect(sentences()).toHaveLength(3);
    send(key(6_000, 'F4'));
    expect(store.state).not.toHaveProperty('unkept');
    await store.stop();
    expect(kept()).toBe(4);
  });

  it('prompts for another folder, and the next start finds the recording there', async () => {
    await store.start();
    send(key(0, 'F1'), key(2_000, 'F2'));
    fill();
    send(key(4_000, 'F3'));
    const other = mkdtempSync(path.join(folder, 'other-'));
    expect(() => store.keepIn(path.join(folder, 'missing'))).toThrow(/Cannot write to .*missing/);
    expect(store.state.unkept).toBe('the disk is full');
    store.keepIn(other);
    expect(store.state).not.toHaveProperty('unkept');
    send(key(6_000, 'F4'));
    await store.stop();
    expect(kept()).toBe(4);
    expect(readdirSync(other)).toEqual(['deskscope-unsaved.jsonl']);
    await store.save(file());
    expect([readdirSync(other), readdirSync(path.join(folder, 'journal'))]).toEqual([[], []]);
  });
});

describe('editing', () => {
  beforeEach(async () => {
    await store.start();
    send(key(0, 'F1'), key(2_000, 'F2'), key(4_000, 'F3'));
    await store.stop();
  });
  const keys = () => store.state.recording.steps.map(({ action }) => action.type === 'pressKeys' && action.keys);

  it('can be undone and redone, step by step', () => {
    store.removeSteps([store.state.recording.steps[0]!.id]);
    store.moveStep(store.state.recording.steps[1]!.id, 0);
    expect(keys()).toEqual(['F3', 'F2']);
    store.undo();
    store.undo();
    expect(keys()).toEqual(['F1', 'F2', 'F3']);
    store.undo();
    expect(keys()).toEqual(['F1', 'F2']);
    store.redo();
    store.redo();
    expect(keys()).toEqual(['F2', 'F3']);
    expect(store.state).toMatchObject({ canUndo: true, canRedo: true });
  });

  it('changes and clears', () => {
    const [first] = store.state.recording.steps;
    store.updateStep({ ...first!, enabled: false });
    expect(store.state.recording.steps[0]!.enabled).toBe(false);
    store.clear();
    expect(keys()).toEqual([]);
    store.undo();
    expect(keys()).toHaveLength(3);
  });

  it('exports what is shown', () => {
    expect(JSON.parse(store.export('json').text)).toHaveLength(3);
  });
});

describe('files', () => {
  it('saves, opens, and tracks unsaved changes', async () => {
    await store.start();
    send(click(0, button));
    await store.stop();
    expect(store.state).toMatchObject({ dirty: true, path: null });
    await store.save(file());
    expect(store.state).toMatchObject({ dirty: false, path: file() });
    store.clear();
    expect(store.state.dirty).toBe(true);
    store.undo();
    expect(store.state.dirty).toBe(false);
    const other = createStore(path.join(folder, 'other'));
    await open(other);
    expect(other.state).toMatchObject({ dirty: false, path: file(), canUndo: false });
    expect(sentences(other)).toEqual(['Click Button “Save”']);
  });

  it('opens files with a byte order mark', async () => {
    await store.save(file());
    writeFileSync(file(), `\ufeff${readFileSync(file(), 'utf8')}`);
    await open();
    expect(store.state.path).toBe(file());
  });

  it('recovers unsaved steps after the process died', async () => {
    await store.start();
    send(key(0, 'F1'), key(2_000, 'F2'));
    events.emit('status', { state: 'restarting', detail: '', restarts: 1, latencyMs: null });
    const next = createStore();
    expect(next.recover()).toBe(true);
    expect(sentences(next)).toEqual(['Press F1', 'Press F2 (input was lost here)']);
    expect(next.state).toMatchObject({ dirty: true, notice: 'Unsaved recording from last time: 2 steps.' });
    expect(next.state.leftUnsaved).toBe(true);
    next.clear();
    expect(next.state).toMatchObject({ notice: '' });
    next.undo();
    expect(next.state).toMatchObject({ leftUnsaved: true });
    await next.save(file());
    expect(next.state).toMatchObject({ dirty: false, notice: '' });
    expect(createStore().recover()).toBe(false);
  });

  it('reports no crash after it was closed with unsaved steps', async () => {
    await store.start();
    send(key(0, 'F1'));
    await store.close();
    const next = createStore();
    expect(next.recover()).toBe(true);
    expect(next.state.notice).toBe('Unsaved recording from last time: 1 step.');
  });

  it('reports errors in a file', async () => {
    await expect(open()).rejects.toMatchObject({ code: 'file_error' });
    writeFileSync(file(), '{');
    await expect(open()).rejects.toMatchObject({ code: 'invalid_parameter' });
    writeFileSync(file(), '{"version":1}');
    await expect(open()).rejects.toThrow(/Not a Deskscope recording: id/);
    writeFileSync(file(), '[]');
    await expect(open()).rejects.toMatchObject({ hint: expect.stringContaining('deskscope import') as string });
    writeFileSync(file(), '{"version":99}');
    await expect(open()).rejects.toThrow(/version 99/);
    mkdirSync(path.join(folder, 'dir'));
    await expect(store.save(path.join(folder, 'dir'))).rejects.toMatchObject({ code: 'file_error' });
  });

  it('leaves the file as it was if it cannot be replaced', async () => {
    await store.save(file());
    const before = readFileSync(file(), 'utf8');
    await expect(store.save(path.join(file(), 'below'))).rejects.toMatchObject({ code: 'file_error' });
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('loads no other recording while recording', async () => {
    await store.start();
    expect(() => store.load(store.state.recording)).toThrow(/Stop the recording/);
  });
});
