import { expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge';
import { testWindow } from '../../features/inspector/store/test-tree.ts';
import { createAppModel } from '../app-model.ts';
import { paletteEntries } from './entries.ts';

/** A main process that never answers. */
const silent: Bridge = { call: () => new Promise(() => undefined), on: () => () => undefined };

it('offers what can be done now', () => {
  const model = createAppModel(silent);
  const ids = () => paletteEntries(model).map(({ id }) => id);
  expect(ids()).toContain('view.inspect');
  expect(ids()).not.toContain('window.close');
  expect(ids()).not.toContain('palette.open');
  model.windows.setState({ snapshot: { sequence: 1, items: [testWindow] }, selected: testWindow.id });
  expect(ids()).toContain('window.close');
});

it('goes to a window from any view, and names one without a title by its app', () => {
  const model = createAppModel(silent);
  const nameless = { ...testWindow, id: '0x2' as const, title: '', app: 'xclock' };
  model.windows.setState({ snapshot: { sequence: 1, items: [testWindow, nameless] } });
  model.shell.getState().show('settings');
  const entry = paletteEntries(model).find(({ title }) => title === 'xclock');
  entry?.run();
  expect(model.windows.getState().selected).toBe('0x2');
  expect(model.shell.getState().view).toBe('inspect');
});
