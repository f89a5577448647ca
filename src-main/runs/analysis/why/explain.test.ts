import { expect, it } from 'vitest';
import type { RunEnding } from '#contract/model/runs/trace';
import { comparable, madeRun, type MadeElement, type MadeStep } from '../testing/made-run.ts';
import { explain } from './explain.ts';

const form = (shown: string, more: readonly MadeElement[] = []): readonly MadeElement[] => [
  ['Window', 'Form'],
  ['Edit', 'Name', shown],
  ['Button', 'Send'],
  ...more,
];
const click = (on: string, from: string, to: string): MadeStep => ({
  window: 'Form',
  elements: form(from),
  acts: [{ tool: 'click_input', on, leaves: form(to) }],
});

async function why(steps: readonly MadeStep[], outcome: RunEnding | null = { status: 'failed', text: 'no way' }) {
  const explained = await explain({ ...comparable(madeRun(steps)), outcome });
  return explained?.reasons.map(({ kind, sentence }) => `${kind}: ${sentence}`);
}

it('does not explain a run that did not fail', async () => {
  expect(await why([click('Send', '', 'x')], { status: 'done', text: '' })).toBeUndefined();
});

it('admits an unknown cause', async () => {
  expect(await why([click('Send', '', 'x')])).toEqual([]);
});

it('names a denied act, and who denied it', async () => {
  const step = click('Send', '', '');
  step.acts[0]!.error = 'permission_denied';
  expect((await why([step]))?.[0]).toBe(
    'denied: click_input on Button “Send” in “Form” in step 1 was not allowed (“the policy”).',
  );
});

it('names an element that was not found, unless it was pressed later', async () => {
  const missed = click('Send', '', '');
  missed.acts[0]!.error = 'element_not_found';
  expect((await why([missed]))?.[0]).toBe(
    'element: click_input on Button “Send” in “Form” in step 1 failed with element_not_found: “It ended with element_not_found.”',
  );
  expect(await why([missed, click('Send', '', 'x')])).toEqual([]);
});

it('names a loop: the same again, with the same to see', async () => {
  const same = click('Send', 'a', 'a');
  const [loop] = (await why([same, same, same, same])) ?? [];
  expect(loop).toBe(
    'loop: From step 1 to step 4 it does the same 4 times, click_input on Button “Send” in “Form”, and sees the same each time.',
  );
  const counting = ['0', '1', '2', '3'].map((value, at) => ({ ...click('Send', value, `${at + 1}`), picture: value }));
  expect((await why(counting))?.filter((reason) => reason.startsWith('loop'))).toEqual([]);
});

it('names an act without effect, and a window that changed on its own', async () => {
  expect((await why([click('Send', 'a', 'a')]))?.[0]).toBe(
    'noEffect: click_input on Button “Send” in “Form” in step 1 succeeded, and its window told of no change.',
  );
  const dialog: MadeStep = { ...click('Send', 'b', 'c'), elements: form('a', [['Button', 'Not now']]) };
  expect((await why([click('Name', '', 'a'), dialog]))?.[0]).toBe(
    'unexpected: The window “Form” was not in step 2 as step 1 had left it: Button “Not now” came.',
  );
});

it('names a limit, a stop, a giving up, a claim without proof, and a crash', async () => {
  const step = click('Send', '', 'x');
  const gaveUp: MadeStep = { window: '', elements: [], acts: [], answer: { status: 'FAIL', result: 'no\u202e way' } };
  expect(await why([step], { status: 'limit', text: '3 steps' })).toEqual([
    'limit: It reached a limit after step 1: “3 steps”.',
  ]);
  expect(await why([step], { status: 'stopped', text: '' })).toEqual(['stopped: It was stopped after step 1.']);
  expect(await why([step, gaveUp])).toEqual(['gaveUp: “HostAgent” gave up in step 2: “no way”.']);
  expect(await why([step], { status: 'unproven', text: 'Seen by nobody.' })).toEqual([
    'unproven: Fresh data do not show what it claims: “Seen by nobody.”',
  ]);
  expect(await why([step], null)).toEqual(['cut: It was cut short after step 1.']);
  expect(await why([], null)).toEqual(['cut: It was cut short before anything was done.']);
});
