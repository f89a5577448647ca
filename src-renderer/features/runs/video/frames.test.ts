import { expect, it } from 'vitest';
import type { CallDetails } from '#contract/model/runs/run';
import type { CallSummary } from '#contract/model/runs/trace';
import { framesOfCalls } from './frames.ts';

const call = (number: number, at: number, more: Partial<CallSummary> = {}): CallSummary => ({
  call: number,
  at,
  tool: 'action::click_input',
  caller: { kind: 'agent', name: 'robot' },
  target: `Button “${number}”`,
  status: 'ok',
  elapsedMs: 1_000,
  ...more,
});

const bounds = { x: 100, y: 100, width: 200, height: 100 };
const details = (number: number, target = { x: 150, y: 125, width: 20, height: 10 }): CallDetails => {
  const seen = (phase: 'before' | 'after') => ({
    type: 'seen' as const,
    call: number,
    phase,
    at: '',
    picture: { blob: `${phase}${number}.png`, bounds },
    note: '',
  });
  return {
    call: number,
    before: null,
    after: {
      type: 'after',
      call: number,
      at: '',
      elapsedMs: 1,
      text: '',
      resolution: { selector: '', matchCount: 1, attempts: 1, elapsedMs: 1, bounds: target },
    },
    seen: { before: seen('before'), after: seen('after') },
    parameters: {},
    text: '',
  };
};

it('shows each call before and after it, and shortens what is idle', () => {
  const calls = [call(1, 5_000), call(2, 65_000, { elapsedMs: 20, error: 'It is gone. Try again.' })];
  const frames = framesOfCalls(calls, new Map([1, 2].map((number) => [number, details(number)])));
  expect(frames.map(({ ms, blob }) => [ms, blob])).toEqual([
    [1_000, 'before1.png'],
    [2_000, 'after1.png'],
    [600, 'before2.png'],
    [2_000, 'after2.png'],
  ]);
  expect(frames[0]?.box).toEqual({ x: 0.25, y: 0.25, width: 0.1, height: 0.1 });
  expect(frames[2]?.caption).toEqual({ atMs: 60_000, tool: 'click_input', target: 'Button “2”', why: 'It is gone.' });
});

it('keeps the last picture while a call has none, and has no frames without pictures', () => {
  const calls = [call(1, 0), call(2, 3_000, { tool: 'get_ui_tree' })];
  expect(framesOfCalls(calls, new Map([[1, details(1)]])).at(-1)).toMatchObject({ blob: 'after1.png', box: null });
  expect(framesOfCalls(calls, new Map())).toEqual([]);
});
