import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ReplayState, StepResult } from '#contract/api';
import type { Step, StepTarget } from '#contract/model/recordings/recording';
import { groupResult, Outcome, RowPicture, StepPicture } from './step-row.tsx';

const proven: StepResult = { step: 'a', status: 'passed', elapsedMs: 12, message: '' };
const unproven: StepResult = { ...proven, step: 'b', unproven: true };
const shown = (result: StepResult) => renderToStaticMarkup(<Outcome {...result} />);

it('fills the tick only for a step whose effect was seen', () => {
  expect(shown(proven)).toContain('data-icon="pass-filled"');
  expect(shown(unproven)).toContain('data-icon="pass"');
  expect(shown(unproven)).toContain('passed, nothing to check');
});

it('shows a group as unproven if one of its steps is', () => {
  const steps = [{ id: 'a' }, { id: 'b' }] as Step[];
  const of = (results: readonly StepResult[]) => groupResult({ results } as ReplayState, steps);
  expect(of([proven, unproven])?.unproven).toBe(true);
  expect(of([proven])?.unproven).toBeUndefined();
  expect(of([unproven, { ...proven, status: 'failed' }])?.status).toBe('failed');
});

const target: StepTarget = { controlType: 'Button', name: '7', bounds: null, selectors: [] };

it('shows the step’s target, and describes it if nothing else does', () => {
  const pictured = { ...target, picture: 'UklGRg==' };
  expect(renderToStaticMarkup(<RowPicture target={pictured} />)).toContain('src="data:image/webp;base64,UklGRg=="');
  expect(renderToStaticMarkup(<StepPicture target={pictured} />)).toContain('alt="Button “7” as it was recorded"');
});

it('leaves room in the row of a step without a picture', () => {
  expect(renderToStaticMarkup(<RowPicture target={target} />)).toMatch(/^<span[^>]*><\/span>$/);
  expect(renderToStaticMarkup(<RowPicture target={null} />)).toMatch(/^<span[^>]*><\/span>$/);
  expect(renderToStaticMarkup(<StepPicture target={null} />)).toBe('');
});
