import { expect, it } from 'vitest';
import type { PermissionAnswer } from '#contract/api';
import type { Caller } from '#contract/model/tool-call';
import type { Broker } from './broker.ts';
import { createGate, type GateQuestion } from './gate.ts';
import { decide, policyModes, type Effect } from './policy.ts';

const agent: Caller = { kind: 'agent', name: 'robot' };
const signal = new AbortController().signal;

function askedBy(...answers: PermissionAnswer[]): { broker: Broker; asked: () => number } {
  let asked = 0;
  const ask = () => Promise.resolve(answers[asked++] ?? 'deny');
  return { broker: { ask, denial: { message: 'No.', hint: 'Ask.' } }, asked: () => asked };
}

function question(more: Partial<GateQuestion> = {}): GateQuestion {
  return {
    ...{ effect: 'act', caller: agent, access: 'full', tool: 'click_input', title: 'Click', sentence: 'Click OK' },
    target: () => Promise.resolve('calculator'),
    ...more,
  };
}

it('is one small table', () => {
  const row = (effect: Effect, kind: Caller['kind']) =>
    policyModes.map((mode) => decide({ effect, caller: { kind, name: '' }, mode }));
  expect(policyModes).toEqual(['observe', 'ask', 'act', 'all']);
  expect(row('observe', 'agent')).toEqual(['allow', 'allow', 'allow', 'allow']);
  expect(row('act', 'agent')).toEqual(['deny', 'ask', 'allow', 'allow']);
  for (const kind of ['user', 'replay', 'cli'] as const) {
    expect(row('act', kind)).toEqual(['allow', 'allow', 'allow', 'allow']);
  }
});

it('“once” is asked again, “session” is not, for the same caller, tool and app', async () => {
  const { broker, asked } = askedBy('once', 'session', 'once', 'once', 'once');
  const gate = createGate({ policyMode: 'ask', broker });
  for (let i = 0; i < 4; i++) expect((await gate.decide(question(), signal)).decision).toBe('granted');
  expect(asked()).toBe(2);
  await gate.decide(question({ tool: 'keyboard_input' }), signal);
  await gate.decide(question({ caller: { kind: 'agent', name: 'other' } }), signal);
  await gate.decide(question({ target: () => Promise.resolve('terminal') }), signal);
  expect(asked()).toBe(5);
});

it('looks for the app only where it must ask', async () => {
  const target = () => Promise.reject(new Error('looked'));
  for (const policyMode of ['act', 'all'] as const) {
    const gate = createGate({ policyMode, broker: askedBy().broker });
    expect((await gate.decide(question({ target }), signal)).decision).toBe('allowed');
  }
});

it('follows a mode that changes while it runs', async () => {
  let mode: 'act' | 'observe' = 'act';
  const gate = createGate({ policyMode: () => mode, broker: askedBy().broker });
  expect((await gate.decide(question(), signal)).decision).toBe('allowed');
  mode = 'observe';
  expect(await gate.decide(question(), signal)).toMatchObject({
    ...{ decision: 'denied', decidedBy: 'the policy “observe”', error: { code: 'permission_denied' } },
  });
});
