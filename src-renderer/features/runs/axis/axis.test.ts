import { describe, expect, it } from 'vitest';
import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import type { CallSummary } from '#contract/model/runs/trace';
import { strip } from './time-axis.tsx';
import { axisItems, type AxisItem, itemAt, placeByKey, showing, spanOf, ticks, timeAt, xOf, zoomed } from './items.ts';
import { barPaths, dotPaths } from './lanes.tsx';

const call = (number: number, more: Partial<CallSummary> = {}): CallSummary => ({
  call: number,
  at: number * 1_000,
  tool: 'action::click_input',
  caller: { kind: 'agent', name: 'robot' },
  target: '',
  status: 'ok',
  elapsedMs: 400,
  ...more,
});
const step = (number: number, more: Partial<AgentStepSummary> = {}): AgentStepSummary => ({
  step: number,
  agent: { kind: 'AppAgent', name: 'AppAgent/galculator/Calculator' },
  round: 1,
  at: number * 1_000,
  elapsedMs: 500,
  ended: true,
  state: 'CONTINUE',
  action: 'click_input(id="3")',
  status: 'success',
  calls: [],
  inputTokens: 0,
  outputTokens: 0,
  cost: null,
  attempts: 1,
  problem: '',
  edited: false,
  ...more,
});
const item = (from: number, to: number, more: Partial<AxisItem> = {}): AxisItem => ({
  id: `step ${from}`,
  lane: 0,
  from,
  to,
  tone: 'ok',
  marks: [],
  label: '',
  ...more,
});
const span = { from: 0, to: 1_000 };

describe('the content of the axis', () => {
  it('has a lane per actor, the last one shared', () => {
    const names = ['a', 'b', 'a', 'c', 'd', 'e'];
    const calls = names.map((name, index) => call(index + 1, { caller: { kind: 'agent', name } }));
    const { lanes, items } = axisItems([], calls, false);
    expect(lanes).toEqual(['a', 'b', 'c', 'others']);
    expect(items.map(({ lane }) => lane)).toEqual([0, 1, 0, 2, 3, 3]);
  });

  it("shows agents' steps, with dots for failures, repairs and changes by the user", () => {
    const steps = [
      step(1, { agent: { kind: 'HostAgent', name: 'HostAgent' }, attempts: 2 }),
      step(2, { status: 'failure', edited: true }),
    ];
    const { lanes, items } = axisItems(steps, [call(1)], false);
    expect(lanes).toEqual(['HostAgent', 'galculator']);
    expect(items.map(({ id, marks }) => [id, marks])).toEqual([
      ['step 1', ['repaired']],
      ['step 2', ['failed', 'edited']],
    ]);
  });

  it('marks a healed call, and leaves running ones open-ended while the run is live', () => {
    const calls = [call(1, { healed: true }), call(2, { status: 'running', elapsedMs: 0 })];
    expect(axisItems([], calls, true).items.map(({ to, marks }) => [to, marks])).toEqual([
      [1_400, ['healed']],
      [Infinity, []],
    ]);
    expect(axisItems([], calls, false).items[1]?.to).toBe(2_000);
  });
});

describe('bars and dots', () => {
  const frame = { span, width: 100, now: 1_000 };

  it('show the worst of what shares a pixel', () => {
    const bars = barPaths([item(0, 500), item(201, 204, { tone: 'failed' })], 1, frame);
    expect(bars.get('failed')).toBe('M20 5h1v7h-1z');
    expect(bars.get('ok')).toBe('M0 5h20v7h-20zM21 5h28v7h-28z');
  });

  it('omit what is not visible, and clip what extends beyond', () => {
    const bars = barPaths([item(-500, -10), item(-10, Infinity, { lane: 1 }), item(1_500, 1_600)], 2, frame);
    expect(bars.get('ok')).toBe('M0 19h99v7h-99z');
  });

  it('cost no more than the width, even for thousands', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => item(n / 5, n / 5 + 0.1, { marks: ['failed'] }));
    expect(barPaths(many, 1, frame).get('ok')).toBe('M0 5h100v7h-100z');
    expect(dotPaths(many, frame).get('failed')!.match(/M/g)!.length).toBeLessThanOrEqual(21);
  });
});

describe('the scale', () => {
  it('converts times to pixels and back', () => {
    expect(xOf(250, span, 400)).toBe(100);
    expect(timeAt(100, span, 400)).toBe(250);
    expect(spanOf([item(100, 300), item(200, Infinity)], 1_100)).toEqual({ from: 100, to: 1_110 });
  });

  it('zooms around a time, and never beyond the run', () => {
    expect(zoomed(span, span, 2, 500)).toEqual({ from: 250, to: 750 });
    expect(zoomed({ from: 0, to: 500 }, span, 0.1, 0)).toEqual(span);
    expect(showing({ from: 0, to: 200 }, span, 950)).toEqual({ from: 800, to: 1_000 });
  });

  it('has ticks at round times since the start', () => {
    expect(ticks({ from: 5_000, to: 65_000 }, 5_000, 300).map(({ text }) => text)).toEqual([
      '0:00',
      '0:15',
      '0:30',
      '0:45',
      '1:00',
    ]);
    expect(ticks({ from: 0, to: 300 }, 0, 300)[1]?.text).toBe('0:00.1');
    expect(ticks({ from: 3_600_000, to: 3_660_000 }, 0, 80)[0]?.text).toBe('1:00:00');
  });
});

it('a click selects the item there, else the nearest one of its lane', () => {
  const items = [item(0, 100), item(50, 80), item(500, 600), item(90, 95, { lane: 1 })];
  expect(itemAt(items, 60, 0, 1_000)).toBe(items[1]);
  expect(itemAt(items, 400, 0, 1_000)).toBe(items[2]);
  expect(itemAt(items, 400, 1, 1_000)).toBe(items[3]);
});

it('keys select the neighbours, ten further, and the ends', () => {
  const to = (key: string) => placeByKey(key, 12, 20);
  expect(['ArrowLeft', 'ArrowRight', 'PageDown', 'Home', 'End', 'x'].map(to)).toEqual([11, 13, 19, 0, 19, null]);
  expect(placeByKey('ArrowRight', -1, 20)).toBe(0);
});

it('the film strip shows at each place the last picture until its end', () => {
  const pictures = [
    { at: 100, blob: 'a' },
    { at: 700, blob: 'b' },
  ];
  expect(strip(pictures, span, 216).map((frame) => frame?.blob)).toEqual(['a', 'a', 'b']);
  expect(strip(pictures, { from: -1_000, to: 1_000 }, 144).map((frame) => frame?.blob)).toEqual([undefined, 'b']);
});
