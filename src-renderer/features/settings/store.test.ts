import { expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import { defaultSettings } from '#contract/model/settings';
import { testServices } from '../../bridge/test-services.ts';
import { createSettingsStore } from './store.ts';

function setUp(methods: Parameters<typeof testServices>[0] = {}) {
  const services = testServices({
    'settings.get': () => Promise.resolve(defaultSettings),
    'settings.problems': () => Promise.resolve([]),
    'app.info': () => new Promise(() => undefined),
    ...methods,
  });
  const store = createSettingsStore(services);
  return { ...services, store, state: () => store.getState() };
}

it('follows external changes, and reports invalid parts of the file', async () => {
  const { store, state, emit, reported } = setUp();
  const end = store.getState().follow();
  await vi.waitFor(() => expect(state().settings).toEqual(defaultSettings));
  expect(reported).toEqual([]);
  emit('settings.changed', { ...defaultSettings, theme: 'light' });
  expect(state().settings?.theme).toBe('light');
  emit('settings.troubled', ['mcpPort: expected a number']);
  expect(state().problems).toEqual(['mcpPort: expected a number']);
  expect(reported).toEqual([expect.objectContaining({ code: 'file_error' })]);
  emit('settings.troubled', []);
  expect([state().problems, reported.length]).toEqual([[], 1]);
  end();
  emit('settings.changed', defaultSettings);
  expect(state().settings?.theme).toBe('light');
});

it('shows the saved value, not a rejected one', async () => {
  const refused = new AppError('invalid_parameter', 'mcpPort: too large.');
  const { store, state, reported } = setUp({ 'settings.set': () => Promise.reject(refused) });
  store.getState().follow();
  await vi.waitFor(() => expect(state().settings).not.toBeNull());
  await state().change({ mcpPort: 70_000 });
  expect(state().settings).toEqual(defaultSettings);
  expect(reported).toEqual([refused]);
});

it('can check the machine again after a failure', async () => {
  const check = { name: 'Display', status: 'ok', detail: ':0', fix: '' } as const;
  const answers = [() => Promise.reject(new AppError('timeout')), () => Promise.resolve([check])];
  const { state } = setUp({ 'app.diagnose': () => answers.shift()!() });
  const first = state().diagnose();
  expect(state().checking).toBe(true);
  await first;
  expect(state()).toMatchObject({ checking: false, checks: null, checksError: { code: 'timeout' } });
  await state().diagnose();
  expect(state()).toMatchObject({ checking: false, checks: [check], checksError: null });
});
