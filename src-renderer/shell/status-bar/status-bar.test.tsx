import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { AppProvider } from '../app-context.tsx';
import { createAppModel } from '../app-model.ts';
import { StatusBar } from './status-bar.tsx';

/** The bar of a model whose main process never answers. */
function silentBar() {
  const model = createAppModel({ call: () => new Promise(() => undefined), on: () => () => undefined });
  // Rendered on a server, a store shows its initial state.
  model.settings.getInitialState = model.settings.getState;
  model.shell.getInitialState = model.shell.getState;
  model.mcp.getInitialState = model.mcp.getState;
  const shown = () =>
    renderToStaticMarkup(
      <AppProvider model={model}>
        <StatusBar />
      </AppProvider>,
    );
  return { model, shown };
}

it('does not call all well while the doctor names a problem', () => {
  const { model, shown } = silentBar();
  model.shell.getState().setEngine({ state: 'ready', detail: '', restarts: 0, latencyMs: 1 });
  const check = { name: 'Accessibility', status: 'failed', detail: 'The registry does not answer.', fix: '' } as const;
  expect(shown()).toMatch(/Engine ready(?!.*problem)/);
  model.settings.setState({ checks: [check] });
  expect(shown()).toContain('1 problem');
  expect(shown()).toContain('The registry does not answer.');
});

it('shows the newest call of anyone, until it is old', () => {
  const { model, shown } = silentBar();
  const call = {
    id: '1',
    at: Date.now(),
    tool: 'action::click_element',
    caller: { kind: 'agent', name: 'my-agent' },
    parameters: {},
    target: 'Button “7” in galculator',
    status: 'ok',
    elapsedMs: 12,
    text: '',
  } as const;
  model.mcp.setState({ calls: [call] });
  expect(shown()).toMatch(/click_element.*Button “7” in galculator.*my-agent/);
  model.mcp.setState({ calls: [{ ...call, at: Date.now() - 120_000 }] });
  expect(shown()).not.toContain('click_element');
  model.mcp.setState({ calls: [{ ...call, at: Date.now() - 120_000, status: 'asking' }] });
  expect(shown()).toContain('waiting for your answer');
});
