import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { StepTarget } from '#contract/model/recordings/recording';
import { RowPicture, StepPicture } from './step-picture.tsx';

const target: StepTarget = { controlType: 'Button', name: '7', bounds: null, selectors: [] };

it('shows what the step acts on, and says in words what that is where nothing else does', () => {
  const pictured = { ...target, picture: 'UklGRg==' };
  expect(renderToStaticMarkup(<RowPicture target={pictured} />)).toContain('src="data:image/webp;base64,UklGRg=="');
  expect(renderToStaticMarkup(<StepPicture target={pictured} />)).toContain('alt="Button “7” as it was recorded"');
});

it('leaves its room empty in the row of a step without one', () => {
  expect(renderToStaticMarkup(<RowPicture target={target} />)).toMatch(/^<span[^>]*><\/span>$/);
  expect(renderToStaticMarkup(<RowPicture target={null} />)).toMatch(/^<span[^>]*><\/span>$/);
  expect(renderToStaticMarkup(<StepPicture target={null} />)).toBe('');
});
