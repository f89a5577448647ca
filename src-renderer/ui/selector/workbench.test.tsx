import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Trial } from './use-trial.ts';
import { Workbench } from './workbench.tsx';

const shown = (text: string, found: Trial['found'] = null) =>
  renderToStaticMarkup(
    <Workbench
      text={text}
      onText={() => undefined}
      words={{ roles: [], names: [], ids: [] }}
      trial={{ found, error: null, busy: false }}
    />,
  );

it('can be cleared once it has text', () => {
  expect(shown('role=Edit')).toContain('aria-label="Clear the selector"');
  expect(shown('')).not.toContain('Clear the selector');
});

it('calls a selector the only one of its kind if it is', () => {
  const found = (total: number) => ({ window: '0x1', matches: [], near: [], total }) as const;
  expect(shown('role=Edit', found(1))).toContain('As the only Edit');
  expect(shown('role=Edit', found(20))).toContain('Ambiguous: 20 matches');
  expect(shown('role=Edit', found(20))).not.toContain('As the only');
});
