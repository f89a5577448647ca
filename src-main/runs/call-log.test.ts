import { expect, it } from 'vitest';
import type { CallRecord } from '#contract/api';
import type { CallEnd } from '../tools/observer.ts';
import { RecentCalls } from '../tools/session/recent-calls.ts';
import { createCallLog } from './call-log.ts';

const call = (number: number, more: Partial<CallEnd> = {}): CallEnd => ({
  call: number,
  tool: 'action::wait',
  parameters: { seconds: 1 },
  decision: 'allowed',
  decidedBy: 'x',
  caller: { kind: 'cli', name: 'x' },
  elapsedMs: 7,
  text: 'done',
  ...more,
});

it('follows a call from start to end', async () => {
  const log = createCallLog();
  const seen: CallRecord[] = [];
  const listening = log.onCall((record) => seen.push(record));
  await log.before(call(1));
  await log.after(call(1));
  listening.dispose();
  expect(seen).toMatchObject([
    { id: '1', tool: 'action::wait', status: 'running', elapsedMs: 0 },
    { id: '1', status: 'ok', elapsedMs: 7, text: 'done', at: seen[0]!.at },
  ]);
  expect(log.list()).toEqual([seen[1]]);
});

it('shows a call while the user is asked about it, from when it was asked on', async () => {
  const log = createCallLog();
  log.asked?.(call(1, { parameters: { selector: 'role=Button name="7"' } }));
  const [asked] = log.list();
  expect(asked).toMatchObject({ status: 'asking', target: 'Button “7”' });
  await log.before(call(1));
  expect(log.list()).toMatchObject([{ status: 'running', at: asked!.at }]);
  await log.after(call(1, { error: { code: 'permission_denied', message: '', hint: '' } }));
  expect(log.list()).toMatchObject([{ status: 'denied', at: asked!.at }]);
});

it('reports how a call failed', async () => {
  const log = createCallLog();
  const error = (code: 'timeout' | 'permission_denied') => ({ code, message: '', hint: '' });
  await log.after(call(1, { error: error('timeout') }));
  await log.after(call(2, { error: error('permission_denied') }));
  expect(log.list().map((record) => record.status)).toEqual(['failed', 'denied']);
});

it('keeps the last calls only, and no endless text', async () => {
  const log = createCallLog({ capacity: 3 });
  for (let i = 1; i <= 10; i++) await log.after(call(i, { text: 'x'.repeat(30_000) }));
  expect(log.list().map((record) => record.id)).toEqual(['8', '9', '10']);
  expect(log.list()[0]!.text).toHaveLength(20_001);
});

it('keeps the beginning of arguments of millions of characters', async () => {
  const log = createCallLog();
  const recent = new RecentCalls();
  const parameters = { element: 'x'.repeat(4_000_000), list: Array.from({ length: 100_000 }, () => 'y') };
  await log.before(call(1, { parameters }));
  await log.after(call(2, { parameters }));
  recent.after(call(1, { parameters }));
  expect(JSON.stringify(log.list()).length).toBeLessThan(50_000);
  expect(JSON.stringify(recent.of(call(1).caller)).length).toBeLessThan(50_000);
  await log.after(call(3, { parameters: { element: 'x'.repeat(600) } }));
  expect(log.list().at(-1)?.parameters).toEqual({ element: `${'x'.repeat(500)}…` });
});
