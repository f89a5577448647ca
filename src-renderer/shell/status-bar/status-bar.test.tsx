import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AppProvider } from '../app-context.tsx';
import { createAppModel } from '../app-model.ts';
import { StatusBar } from './status-bar.tsx';

it('does not call all well while the doctor names a problem', () => {
  const model = createAppModel({ call: () => new Promise(() => undefined), on: () => () => undefined });
  // Rendered on a server, a store shows its initial state.
  model.settings.getInitialState = model.settings.getState;
  model.shell.getInitialState = model.shell.getState;
  model.shell.getState().setEngine({ state: 'ready', detail: '', restarts: 0, latencyMs: 1 });
  const check = { name: 'Accessibility', status: 'failed', detail: 'The registry does not answer.', fix: '' } as const;
  const shown = () =>
    renderToStaticMarkup(
      <AppProvider model={model}>
        <StatusBar />
      </AppProvider>,
    );
  expect(shown()).toMatch(/Engine ready(?!.*problem)/);
  model.settings.setState({ checks: [check] });
  expect(shown()).toContain('1 problem');
  expect(shown()).toContain('The registry does not answer.');
});
