import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopeOf, toolSets } from '../../../registry.ts';
import { createBench, type Bench } from '../../../testing/run-tools.ts';

let bench: Bench;
beforeAll(async () => (bench = await createBench()));
afterAll(() => bench.close());

async function answerTo(parameters: object, more: object = {}): Promise<string> {
  const outcome = await bench.run('check_window', parameters, more);
  return outcome.ok ? [outcome.result.text, outcome.result.note].filter(Boolean).join('\n') : outcome.error.message;
}

it('reports each finding with its fix, and unchecked elements', async () => {
  const answer = await answerTo({ window: 'Form' });
  expect(answer).toMatch(/Form.*: 0 errors · 1 to review · .*15 of 15 usable elements have a stable selector/);
  expect(answer).toContain('review sibling-same');
  expect(answer).toContain('Fix: Name what each control applies to.');
  expect(answer).toContain('Not checked: text-unexposed: no text was read from the picture (1).');
});

it('checks the requested rules, and lists the available ones', async () => {
  const answer = await answerTo({ window: 'Form', rules: ['sibling-same'] });
  expect(answer).toContain('0 errors · 1 to review · 0 hints · 0 not checked');
  expect(await answerTo({ window: 'Form', rules: ['sibling'] })).toContain('There is no rule “sibling”');
});

it('continues where a page ended', async () => {
  const first = await answerTo({ window: 'Form' }, { room: 150 });
  const offset = Number(/ask with offset (\d+)/.exec(first)?.[1]);
  expect(offset).toBeGreaterThan(0);
  expect(first).not.toContain('Button “Remove”: It has no id');
  expect(await answerTo({ window: 'Form', offset })).not.toContain('sibling-same');
});

it('is in a set of its own', () => {
  expect(toolSets.elements.map(({ name }) => name)).not.toContain('check_window');
  expect(scopeOf(['checks']).shown.map(({ name }) => name)).toEqual(['check_window']);
});

// Last, since the window is gone afterwards.
it('reports no selectors for a window that closed meanwhile', async () => {
  bench.fake.faults.set('vanish', 'capture');
  const answer = await answerTo({ window: 'Form' });
  expect(answer).toContain('the window closed during the check (1)');
  expect(answer).not.toContain('stable selector,');
  bench.fake.faults.clear();
});
