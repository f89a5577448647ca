import { afterEach, beforeEach, expect, it } from 'vitest';
import { mask } from '#contract/model/tools/tool-call';
import type { TraceEventOf } from '#contract/model/runs/trace';
import { createBench, type Bench } from '../tools/testing/run-tools.ts';
import { rerun, Sessions } from './rerun.ts';

let bench: Bench;
let sessions: Sessions;
beforeEach(async () => {
  sessions = new Sessions();
  bench = await createBench({ policyMode: 'all', observers: [sessions] });
});
afterEach(() => bench.close());

const before = (tool: string, more: Partial<TraceEventOf<'before'>> = {}): TraceEventOf<'before'> => ({
  type: 'before',
  call: 1,
  at: '',
  tool,
  parameters: {},
  decision: 'allowed',
  ...more,
  caller: { kind: 'agent', name: 'robot' },
});

it('resolves ids as the caller’s own listing did, and leaves the caller’s session alone', async () => {
  await bench.run('data_collection::get_desktop_app_info', {});
  const { windows } = bench.session;
  const [id] = [...windows].find(([, { title }]) => title === 'Calculator')!;
  await bench.run('action::select_application_window', { id, name: 'Calculator' });
  const selected = bench.session.selected;
  const [other] = [...windows].find(([, { title }]) => title === 'Form')!;
  const call = before('action::select_application_window');
  expect(await rerun(bench, call, { id: other, name: 'Form' }, sessions.of(2))).toMatchObject({ error: null });
  expect(bench.session.selected).toBe(selected);
});

it('a call of an earlier run works in the window it worked in then', async () => {
  const { items } = await bench.engine.listWindows({});
  const { id, title, app } = items.find((window) => window.title === 'Calculator')!;
  const call = before('action::click_input', { target: { id, title, app } });
  expect(await rerun(bench, call, { selector: 'role=Button name="7"' }, undefined)).toMatchObject({ error: null });
  const elsewhere = before('action::click_input', { target: { id, title, app: 'another' } });
  expect(await rerun(bench, elsewhere, { selector: 'role=Button name="7"' }, undefined)).toMatchObject({
    error: { code: 'window_not_found' },
  });
});

it('refuses a secret that no trace keeps', async () => {
  const call = before('action::set_edit_text');
  const again = rerun(bench, call, { selector: 'id="name"', text: mask }, undefined);
  await expect(again).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('secret') as string,
  });
});
