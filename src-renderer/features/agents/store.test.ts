import { expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { ModelKeysView } from '#contract/model/agents/model-provider';
import { testServices } from '../../bridge/test-services.ts';
import { keyActions, type KeysState } from './store.ts';

it('reports why the key locations are unknown, until they are known', async () => {
  const view: ModelKeysView = { keychain: false, file: '/profile/model-keys.json', keys: [] };
  const open = new AppError('file_error', 'Other users can read the keys.');
  const ask = vi.fn(() => Promise.resolve(view)).mockRejectedValueOnce(open);
  let state: Partial<KeysState> = {};
  const { loadKeys } = keyActions(testServices({ 'models.keys': ask }), (change) => (state = { ...state, ...change }));
  await loadKeys();
  expect(state).toEqual({ keys: null, keysError: open });
  await loadKeys();
  expect(state).toEqual({ keys: view, keysError: null });
});
