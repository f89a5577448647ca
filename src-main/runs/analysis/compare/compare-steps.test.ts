import { expect, it } from 'vitest';
import { madeRun, readable, type MadeElement, type MadeStep } from '../testing/made-run.ts';
import { compareSteps } from './compare-steps.ts';

const display = (shown: string): readonly MadeElement[] => [
  ['Window', 'Calculator'],
  ['Edit', 'Display', shown],
  ['Button', '7'],
  ['Button', '8'],
];
const press = (on: string, from: string, to: string): MadeStep => ({
  window: 'Calculator',
  elements: display(from),
  words: `I press ${on}.`,
  picture: `shows ${from}`,
  acts: [{ tool: 'click_input', on, leaves: display(to), text: `Clicked ${on}.` }],
});
const elsewhere = { ids: 40, at: 5_000, left: 300 };
const seven = readable(madeRun([press('7', '0', '7')]));
const eight = readable(madeRun([press('8', '1', '8')], elsewhere));

it('lists the words, acts and looks of two steps, with their pictures', async () => {
  const step = { step: 1 };
  const { a, b, words, before, after } = await compareSteps([seven, step], [eight, step]);
  expect(words.map(({ label }) => label)).toEqual(['Thought', 'State', 'Action', 'Answer']);
  expect(words[0]).toEqual({ label: 'Thought', a: 'I press 7.', b: 'I press 8.' });
  expect(words[3]).toMatchObject({ a: 'Clicked 7.', b: 'Clicked 8.' });
  expect(before).toEqual([{ label: 'element', a: 'Edit “Display” holds “0”', b: 'Edit “Display” holds “1”' }]);
  expect(after).toEqual([{ label: 'element', a: 'Edit “Display” holds “7”', b: 'Edit “Display” holds “8”' }]);
  expect(a?.before?.blob).not.toBe(b?.before?.blob);
  expect(b?.target).toEqual({ x: 310, y: 60, width: 100, height: 20 });
});

it('reports a step that one run lacks, and a call paired with a step', async () => {
  const alone = await compareSteps([seven, { step: 1 }], [eight, null]);
  expect(alone).toMatchObject({ b: null, before: [], after: [] });
  expect(alone.words.every(({ b }) => b === '')).toBe(true);
  const mixed = await compareSteps([seven, { call: 1 }], [seven, { step: 1 }]);
  expect(mixed.after).toEqual([]);
  expect(mixed.words.find(({ label }) => label === 'Thought')).toMatchObject({ a: '', b: 'I press 7.' });
});

it('refuses a place that is not there', async () => {
  await expect(compareSteps([seven, { call: 9 }], [eight, null])).rejects.toMatchObject({ code: 'not_found' });
});
