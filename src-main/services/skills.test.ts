import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PolicyMode } from '#contract/model/permissions/permission';
import { defaultSettings } from '#contract/model/settings';
import { silentLog } from '../base/log.ts';
import { sleep } from '../base/async/deadline.ts';
import { createFakeEngine, type FakeEngine } from '../engine/testing/fake-engine.ts';
import { withAccess } from '../permissions/access.ts';
import { createBroker, type AskingBroker } from '../permissions/broker.ts';
import { createGate } from '../permissions/gate.ts';
import type { Step } from '#contract/model/recordings/recording';
import { emptyRecording } from '../recorder/editing/edit.ts';
import { needsOf } from '../recorder/skills/needs.ts';
import type { SkillStore } from '../recorder/skills/skill-store.ts';
import { importOpenRecordReplay } from '../recorder/importers/open-record-replay.ts';
import { createJournal } from '../recorder/saving/journal.ts';
import type { RecorderStore } from '../recorder/store.ts';
import { createToolSession } from '../tools/session/tool-session.ts';
import type { EventStreamStatus } from '../tools/skill-host.ts';
import { askToRecord, confirmKeep } from './ask-start.ts';
import { createCore, type Core } from './core.ts';
import { Demonstrations } from './demonstrations.ts';

let profile: string;
let desk: FakeEngine;
let core: Core;
let broker: AskingBroker;
let recorder: RecorderStore;
let demonstrations: Demonstrations;
let mode: PolicyMode;
/** The questions put to the user, who answers at once. */
let asked: string[];
let answer: 'once' | 'deny';
const session = createToolSession();

beforeEach(async () => {
  profile = mkdtempSync(path.join(tmpdir(), 'shown-'));
  desk = await createFakeEngine();
  broker = createBroker({ readingMs: 0 });
  [mode, asked, answer] = ['ask', [], 'once'];
  broker.onChange((pending) => {
    for (const question of pending) {
      const text = question.kind === 'permission' ? question.sentence : `${question.text} ${question.action}`;
      asked.push(text);
      queueMicrotask(() => broker.decide(question.id, answer));
    }
  });
  core = createCore({
    engine: desk.engine,
    backend: 'fake',
    settings: () => ({ ...defaultSettings, stepTimeoutMs: 800 }),
    gate: createGate({ broker, policyMode: () => mode }),
    demonstrations: () => demonstrations,
    confirmKeep: confirmKeep(broker),
    profile,
    log: silentLog,
  });
  recorder = core.createRecorder(createJournal(path.join(profile, 'recorder')));
  const { skills } = core;
  if (!skills) throw new Error('no skills');
  demonstrations = new Demonstrations({
    recorder,
    engine: desk.engine,
    profile,
    log: silentLog,
    platform: 'fake',
    variables: {},
    store: skills.store,
    view: (skill) => skills.service.view(skill),
    consent: askToRecord(broker, () => mode),
  });
});
afterEach(async () => {
  await recorder.close();
  await demonstrations.close();
  await core.close();
  rmSync(profile, { recursive: true });
});

const agent = { kind: 'agent', name: 'codex' } as const;
async function call(tool: string, parameters: object = {}) {
  return core.runner.run(tool, parameters, { caller: agent, session });
}
async function status(tool: string, parameters: object = {}): Promise<EventStreamStatus> {
  const outcome = await call(tool, parameters);
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.result.data as EventStreamStatus;
}
async function text(tool: string, parameters: object = {}): Promise<string> {
  const outcome = await call(tool, parameters);
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message} ${outcome.error.hint}`);
  return outcome.result.text;
}
async function press(name: string): Promise<void> {
  desk.backend.devices.move(await desk.middle('Calculator', `role=Button name="${name}"`));
  await sleep(100);
  desk.backend.devices.button('left', true);
  desk.backend.devices.button('left', false);
  await vi.waitFor(() => expect(recorder.state.recording.steps.at(-1)?.target?.name).toBe(name), { timeout: 5_000 });
}
/** A kept skill, without the time a demonstration takes. */
async function kept(...buttons: readonly string[]): Promise<{ readonly name: string; readonly store: SkillStore }> {
  const store = core.skills?.store;
  if (!store) throw new Error('no skills');
  const steps = buttons.map((name, index): Step => {
    const selectors = [
      { selector: `role=Button name="${name}"`, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 0 } as const,
    ];
    return {
      id: `step-${index + 1}`,
      at: index,
      enabled: true,
      window: { app: 'calculator', title: 'Calculator' },
      action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } },
      target: { controlType: 'Button', name, bounds: null, selectors },
    };
  });
  const recording = { ...emptyRecording('fake', '2026-01-01T00:00:00.000Z'), steps };
  const needs = await needsOf(recording, { platform: 'fake', variables: {} });
  const { name } = await store.add('Press them', recording, { goal: '', needs, createdAt: '', recordedFor: 'codex' });
  return { name, store };
}
const display = async () => (await desk.element('Calculator', 'id="display"')).value;

it('records once the user agreed, and hands over the bundle and a skill', async () => {
  const started = await status('event_stream_start', { goal: 'Seven times six' });
  expect(asked).toEqual([expect.stringContaining('hand over the steps of “Seven times six”')]);
  expect(started).toMatchObject({ isRecording: true, state: 'active', endedAt: null, maxDurationSeconds: 1_800 });
  expect(demonstrations.shownTo).toEqual({ agent: 'codex', goal: 'Seven times six' });
  expect(await status('event_stream_start')).toMatchObject({ alreadyActive: true, sessionID: started.sessionID });
  expect(existsSync(started.eventsPath ?? '')).toBe(false);
  await sleep(300);
  for (const name of ['7', '×', '6', '=']) await press(name);
  const ended = await status('event_stream_stop');
  expect(ended).toMatchObject({ isRecording: false, endReason: 'recording_controls_stopped', steps: 4 });
  expect(ended.skill).toMatchObject({ name: 'seven-times-six', apps: ['calculator'], unmet: [] });
  const events = readFileSync(ended.eventsPath ?? '', 'utf8');
  const kinds = events
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds).toEqual([
    'session.started',
    'window.changed',
    ...Array<string>(4).fill('mouse.click'),
    'session.ended',
  ]);
  expect(importOpenRecordReplay(events).steps.map((step) => step.target?.name)).toEqual(['7', '×', '6', '=']);
  const kept = JSON.parse(readFileSync(ended.metadataPath ?? '', 'utf8')) as unknown;
  expect(kept).toMatchObject({ sessionId: ended.sessionID, eventCount: kinds.length, suppressedEventCount: 0 });
  expect(readdirSync(ended.skill?.folder ?? '').sort()).toEqual(['SKILL.md', 'recording.json', 'skill.json']);
  expect(recorder.state).toMatchObject({ dirty: false, notice: expect.stringContaining('seven-times-six') as string });
});

it('records nothing if the user declines, discards or halts', async () => {
  answer = 'deny';
  expect(await call('event_stream_start')).toMatchObject({ ok: false, error: { code: 'permission_denied' } });
  expect(recorder.state.status).toBe('idle');
  answer = 'once';
  await status('event_stream_start');
  await sleep(300);
  await press('7');
  await demonstrations.discard();
  const ended = await status('event_stream_status');
  expect(ended).toMatchObject({ state: 'cancelled', endReason: 'recording_controls_cancelled' });
  expect(ended.skill).toBeUndefined();
  expect(existsSync(ended.eventsPath ?? '')).toBe(false);
  expect(recorder.recording.steps).toEqual([]);
  expect(await text('list_skills')).toContain('No skill');
});

it('asks even if agents may do everything else, and always refuses a read-only token', async () => {
  mode = 'all';
  answer = 'deny';
  expect(await call('event_stream_start', { goal: 'x' })).toMatchObject({ ok: false });
  expect(asked).toHaveLength(1);
  mode = 'ask';
  const read = await withAccess('read', () => call('event_stream_start'));
  expect(read).toMatchObject({ ok: false, error: { code: 'permission_denied' } });
  expect(asked).toHaveLength(1);
});

it('leaves an unsaved recording of the user alone', async () => {
  await recorder.start();
  await sleep(300);
  await press('7');
  expect(await call('event_stream_start')).toMatchObject({ ok: false, error: { code: 'busy' } });
  await recorder.stop();
  expect(await call('event_stream_start')).toMatchObject({ ok: false, error: { code: 'busy' } });
  expect(recorder.recording.steps).toHaveLength(1);
});

it('runs a demonstrated skill with one question, as acts of the agent', async () => {
  await kept('7', '×', '6', '=');
  expect(await text('list_skills')).toMatch(/^press-them: “press-them”, 4 steps in calculator; ready$/);
  expect(await text('run_skill', { name: 'press-them' })).toContain('did all of its steps');
  expect(await display()).toBe('42');
  expect(asked).toEqual(['Run the skill “press-them”']);
  answer = 'deny';
  expect(await call('run_skill', { name: 'press-them' })).toMatchObject({ ok: false });
  mode = 'observe';
  expect(await call('run_skill', { name: 'press-them' })).toMatchObject({ ok: false });
});

it('reports what stopped it, with a picture and candidates, and keeps a repaired step only after a yes', async () => {
  const { name, store } = await kept('7', 'equals');
  const stopped = await call('run_skill', { name });
  if (!stopped.ok) throw new Error(stopped.error.message);
  expect(stopped.result.text).toContain('FAILED');
  expect(stopped.result.text).toContain('Step 2, Click Button “equals”');
  expect(stopped.result.image?.bytes.length).toBeGreaterThan(100);
  const snapshot = await text('snapshot', { window: 'Calculator' });
  const ref = /\[(e\d+)\] Button “=”/.exec(snapshot)?.[1] ?? '';
  const mend = { name, from_step: 2, element: ref };
  broker.onChange((pending) => {
    const [question] = pending;
    // The run is allowed, the change is not.
    answer = question?.kind === 'confirmation' ? 'deny' : 'once';
  });
  expect(await text('run_skill', mend)).toContain('not kept');
  expect((await store.read(name)).recording.steps[1]?.target?.name).toBe('equals');
});

it('keeps a repaired step', async () => {
  const { name, store } = await kept('7', '6');
  const snapshot = await text('snapshot', { window: 'Calculator' });
  const ref = /\[(e\d+)\] Button “=”/.exec(snapshot)?.[1] ?? '';
  expect(await text('run_skill', { name: name, from_step: 2, element: ref })).toContain(': kept');
  expect(asked.at(-1)).toContain('Step 2, Click Button “6”: acts on Button “=”');
  expect((await store.read(name)).recording.steps[1]?.target?.name).toBe('=');
  expect((await store.read(name)).recording.steps[0]?.target?.name).toBe('7');
});

it('does not begin if its app is missing, and reports it', async () => {
  const { name: there, store } = await kept('7');
  const { recording, needs, goal, createdAt, recordedFor } = await store.read(there);
  const apps = [{ app: 'nowhere', version: null, isStarted: false }];
  await store.add('elsewhere', recording, { needs: { ...needs, apps }, goal, createdAt, recordedFor });
  expect(await call('run_skill', { name: 'elsewhere' })).toMatchObject({ ok: false, error: { code: 'state_differs' } });
  expect(await text('list_skills')).toContain('“nowhere” is not open');
  expect(await call('run_skill', { name: '../recorder' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
});
