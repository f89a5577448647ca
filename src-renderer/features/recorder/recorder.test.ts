import { describe, expect, it, vi } from 'vitest';
import type { RecorderState as Recorded } from '#contract/api';
import type { Step } from '#contract/model/recordings/recording';
import { defaultSettings } from '#contract/model/settings';
import { testServices } from '../../bridge/test-services.ts';
import { markedLines, recorderSummary, replaySummary } from './derived.ts';
import {
  commandComplaint,
  editableText,
  secretComplaint,
  waitComplaint,
  withClick,
  withComment,
  withInputName,
  withInputType,
  withLaunch,
  withoutSecret,
  withPrimary,
  withSecretName,
  withText,
  withTimeout,
  withWindow,
} from './details/edit-step.ts';
import { createRecorderStore } from './store.ts';

const ranked = (selector: string) => ({ selector, kind: 'name', grade: 'A', matchCount: 1, elapsedMs: 1 }) as const;

function step(id: string): Step {
  return {
    id,
    at: 0,
    enabled: true,
    window: { title: 'Calculator', app: 'galculator' },
    action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } },
    target: { controlType: 'Button', name: id, selectors: [ranked('first'), ranked('second')], bounds: null },
  };
}

function recorded(ids: readonly string[], status: Recorded['status'] = 'idle'): Recorded {
  const recording = { version: 1, id: 'r', name: '', createdAt: '', platform: '', steps: ids.map(step) } as const;
  const more = { path: null, dirty: false, canUndo: false, canRedo: false, notice: '' };
  return { status, startedAt: null, recording: { ...recording, steps: [...recording.steps] }, ...more };
}

async function setUp(ids: readonly string[]) {
  const script = {
    text: 'a\nb\nc',
    lines: [
      [1, 1],
      [2, 3],
    ] as [number, number][],
    language: 'json',
    extension: 'json',
  } as const;
  const calls = {
    'recorder.removeSteps': vi.fn(() => Promise.resolve()),
    'recorder.nudge': vi.fn(() => Promise.resolve()),
    'recorder.clear': () => Promise.resolve(),
  };
  const services = testServices({
    'recorder.state': () => Promise.resolve(recorded(ids)),
    'replay.state': () => Promise.resolve({ status: 'idle', results: [], elapsedMs: 0 }),
    'recorder.formats': () => Promise.resolve([{ id: 'json', label: 'JSON', group: 'Tool calls' }]),
    'recorder.export': () => Promise.resolve(script),
    'settings.get': () => Promise.resolve(defaultSettings),
    ...calls,
  });
  const store = createRecorderStore(services);
  store.getState().follow();
  await vi.waitFor(() => expect(store.getState().script).not.toBeNull());
  return { services, store, calls, state: () => store.getState() };
}

describe('the recorder', () => {
  it('selects new steps while recording, and deselects removed ones', async () => {
    const { state, services } = await setUp(['1']);
    services.emit('recorder.changed', recorded(['1', '2'], 'recording'));
    expect(state().selected).toBe('2');
    services.emit('recorder.changed', recorded(['1']));
    expect(state().selected).toBeNull();
  });

  it('deletes the selected step and selects its neighbour', async () => {
    const { state, calls } = await setUp(['1', '2', '3']);
    state().select('2');
    await state().remove();
    expect(calls['recorder.removeSteps']).toHaveBeenCalledWith({ steps: ['2'] });
    expect(state().selected).toBe('3');
  });

  it('says how cleared steps come back', async () => {
    const { state, services } = await setUp(['1', '2']);
    await state().clear();
    expect(services.notified).toEqual(['Cleared 2 steps. Undo brings them back.']);
  });

  it('moves a step by one place', async () => {
    const { state, calls } = await setUp(['1', '2']);
    await state().nudge(1);
    expect(calls['recorder.nudge']).not.toHaveBeenCalled();
    state().select('2');
    await state().nudge(-1);
    expect(calls['recorder.nudge']).toHaveBeenCalledWith({ id: '2', by: -1 });
  });

  it('marks the lines of the running step before those of the selected one', async () => {
    const { state, services } = await setUp(['1', '2']);
    state().select('1');
    expect(markedLines(state())).toEqual([1, 1]);
    const running = { step: '2', status: 'running', elapsedMs: 0, message: '' } as const;
    services.emit('replay.changed', { status: 'running', results: [running], elapsedMs: 0 });
    expect(markedLines(state())).toEqual([2, 3]);
  });

  it('selects the step at which a replay failed', async () => {
    const { state, services } = await setUp(['1', '2']);
    const result = (status: 'running' | 'failed') => ({ step: '2', status, elapsedMs: 0, message: '' });
    services.emit('replay.changed', { status: 'running', results: [result('running')], elapsedMs: 0 });
    services.emit('replay.changed', { status: 'failed', results: [result('failed')], elapsedMs: 0 });
    expect(state().selected).toBe('2');
  });

  it('summarises', async () => {
    const { state, services } = await setUp(['1']);
    expect(recorderSummary(state())).toBe('Recording has 1 step');
    services.emit('recorder.changed', recorded(['7', '8'], 'recording'));
    expect(recorderSummary(state())).toBe('Recording: 2 steps, Click Button “8”');
    const results = (['passed', 'healed', 'failed'] as const).map((status, i) => ({
      step: String(i),
      status,
      elapsedMs: 1,
      message: '',
    }));
    services.emit('replay.changed', { status: 'failed', results, elapsedMs: 5100 });
    expect(replaySummary(state())).toBe('Replay failed: 2 of 3 passed, 1 healed, 5.1\u00a0s');
  });
});

describe('editing a step', () => {
  it('puts the primary selector first and keeps the order of the others', () => {
    const selectors = withPrimary(step('1'), 'second').target?.selectors.map(({ selector }) => selector);
    expect(selectors).toEqual(['second', 'first']);
  });

  it('edits text and keys, but no secret and no empty chord', () => {
    expect(editableText({ type: 'setText', text: '', secret: 'password' })).toBeNull();
    const keys: Step = { ...step('1'), action: { type: 'pressKeys', keys: 'Enter', repeat: 1 } };
    expect(withText(keys, '')).toBe(keys);
    expect(withText(keys, 'F5').action).toMatchObject({ keys: 'F5' });
  });

  it('edits wait and note', () => {
    expect([waitComplaint(''), waitComplaint('2.5')]).toEqual([null, null]);
    for (const wrong of ['0', '-1', 'x', '601']) expect(waitComplaint(wrong)).toContain('seconds');
    const waiting = withTimeout(step('1'), '2.5');
    expect(waiting.timeoutMs).toBe(2_500);
    expect(withTimeout(waiting, ' ')).toEqual(step('1'));
    expect(withComment(withComment(step('1'), 'why'), '')).toEqual(step('1'));
    const wait: Step = { ...step('1'), target: null, action: { type: 'wait', ms: 5 } };
    expect([editableText(wait.action)?.text, editableText(step('1').action)]).toEqual(['5', null]);
    expect([withText(wait, '70').action, withText(wait, 'x').action]).toEqual([{ type: 'wait', ms: 70 }, wait.action]);
  });

  it('names inputs and secrets, and undoes it', () => {
    const typed: Step = { ...step('1'), action: { type: 'setText', text: 'Anna' } };
    const named = withInputType(withInputName(typed, ' Given name '), 'email');
    expect(named.input).toEqual({ name: 'Given name', type: 'email' });
    expect(withInputName(withInputType(named, null), '')).toEqual(typed);
    const secret: Step = { ...typed, action: { type: 'setText', text: '', secret: 'PIN' } };
    expect(withSecretName(secret, 'CODE').action).toMatchObject({ secret: 'CODE' });
    expect(withoutSecret(secret).action).toEqual({ type: 'setText', text: '' });
    expect(secretComplaint('PIN_2')).toBeNull();
    for (const wrong of ['', 'pin', '2PIN', 'A B', 'Ä']) expect(secretComplaint(wrong)).toContain('capital');
  });

  it('edits the started program and its folder', () => {
    const launch: Step = { ...step('1'), target: null, action: { type: 'launch', command: 'xed', args: ['a b', ''] } };
    const there = withLaunch(launch, { folder: '/tmp', args: ['c'] });
    expect(there.action).toEqual({ type: 'launch', command: 'xed', args: ['c'], folder: '/tmp' });
    expect(withLaunch(there, { folder: '', args: ['a b', ''] })).toEqual(launch);
    expect(withLaunch(step('1'), { command: 'x' })).toEqual(step('1'));
    expect([commandComplaint('xed'), commandComplaint(' ')]).toEqual([null, expect.any(String)]);
  });

  it('removes a criterion of the window that is emptied', () => {
    expect(withWindow(step('1'), { title: '' }).window).toEqual({ app: 'galculator' });
  });
});

it('edits button and click count', () => {
  expect(withClick(step('a'), { button: 'right' }).action).toMatchObject({ type: 'click', button: 'right', count: 1 });
  expect(withClick(step('a'), { count: 2 }).action).toMatchObject({ button: 'left', count: 2, at: { x: 1, y: 1 } });
  const wait: Step = { ...step('a'), action: { type: 'wait', ms: 5 } };
  expect(withClick(wait, { count: 2 })).toBe(wait);
});
