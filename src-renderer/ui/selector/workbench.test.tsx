import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Workbench } from './workbench.tsx';

const shown = (text: string) =>
  renderToStaticMarkup(
    <Workbench
      text={text}
      onText={() => undefined}
      words={{ roles: [], names: [], ids: [] }}
      trial={{ found: null, error: null, busy: false }}
    />,
  );

it('can be cleared once it has text', () => {
  expect(shown('role=Edit')).toContain('aria-label="Clear the selector"');
  expect(shown('')).not.toContain('Clear the selector');
});
