import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { StepResult } from '#contract/api';
import type { Expectation } from '#contract/model/recordings/expectation';
import type { Step } from '#contract/model/recordings/recording';
import { testServices } from '../../../bridge/test-services.ts';
import { RecorderProvider } from '../context.ts';
import { createRecorderStore } from '../store.ts';
import { withEffectText, withoutEffect, StepEffects } from './step-effects.tsx';

const expected: Expectation[] = [
  { type: 'windowOpens', window: { title: 'Save as' } },
  { type: 'state', state: 'checked', is: true },
  { type: 'text', text: '42', element: { controlType: 'Edit', name: 'Display', selector: 'id="display"' } },
];
const step: Step = {
  id: 'a',
  at: 0,
  action: { type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 1, y: 1 } },
  target: { controlType: 'CheckBox', name: 'Keep', bounds: null, selectors: [] },
  window: {},
  enabled: true,
};

/** Each effect with its result, and the notes. */
function drawn(shown: Step, result?: Partial<StepResult>) {
  const store = createRecorderStore(testServices({}));
  const results = result ? [{ step: 'a', elapsedMs: 1, message: '', status: 'passed' as const, ...result }] : [];
  store.setState({ replay: { ...store.getState().replay, results } });
  const markup = renderToStaticMarkup(
    <RecorderProvider store={createStore(() => store.getState())}>
      <StepEffects step={shown} />
    </RecorderProvider>,
  );
  return {
    statuses: [...markup.matchAll(/data-status="(\w+)"/g)].map(([, status]) => status),
    sentences: [...markup.matchAll(/<span class="[^"]*sentence[^"]*">([^<]*)</g)].map(([, sentence]) => sentence),
    notes: markup.match(/<p[^>]*>([^<]*)/)?.[1] ?? '',
  };
}

it('names the expectations, and the step’s own element by its name', () => {
  const { sentences, statuses } = drawn({ ...step, expected });
  expect(sentences).toEqual(
    expect.arrayContaining(['a window “Save as” opens', 'CheckBox “Keep” is checked', 'Edit “Display” holds “42”']),
  );
  expect(statuses).toEqual(['expected', 'expected', 'expected']);
});

it('marks the ones a replay missed', () => {
  const error = { code: 'effect_missing', message: '', hint: '', data: { index: 1 } } as const;
  expect(drawn({ ...step, expected }, { status: 'failed', error }).statuses).toEqual(['seen', 'missing', 'expected']);
  expect(drawn({ ...step, expected }, { status: 'passed' }).statuses).toEqual(['seen', 'seen', 'seen']);
});

it('reports that no change was seen, or that none was looked for', () => {
  expect(drawn({ ...step, expected: [] }).notes).toContain('No visible effect');
  expect(drawn(step).notes).toContain('No expected result yet');
});

it('can be edited one by one', () => {
  const all = { ...step, expected };
  expect(withoutEffect(all, 1).expected).toEqual([expected[0], expected[2]]);
  expect(withEffectText(all, 2, '43').expected?.[2]).toMatchObject({ text: '43' });
  expect(withEffectText(all, 0, 'Save').expected?.[0]).toEqual({ type: 'windowOpens', window: { title: 'Save' } });
  expect(withEffectText(all, 1, 'x').expected).toEqual(expected);
});
