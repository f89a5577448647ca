import { expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge';
import { testWindow } from '../../features/inspector/store/test-tree.ts';
import { createAppModel } from '../app-model.ts';
import { paletteEntries, typedEntries } from './entries.ts';

/** A main process that never answers. */
const silent: Bridge = { call: () => new Promise(() => undefined), on: () => () => undefined };

it('offers the enabled commands', () => {
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

it('goes to steps, settings, runs and recent files', () => {
  const model = createAppModel(silent);
  const step = { id: 'one', at: 0, target: null, window: { app: 'x' }, enabled: true };
  const keys = { ...step, action: { type: 'pressKeys', keys: 'F5', repeat: 1 } } as const;
  model.recorder.setState({
    recorded: {
      status: 'idle',
      startedAt: null,
      recording: { version: 1, id: 'r', name: 'r', createdAt: '', platform: 'linux', steps: [keys] },
      path: null,
      dirty: false,
      canUndo: false,
      canRedo: false,
      notice: '',
    },
  });
  const run = { id: 'run', title: 'Add two numbers', kind: 'replay', started: 1, ended: 2, live: false, calls: 1 };
  model.runs.setState({ runs: [{ ...run, place: '/runs/run', opened: false, outcome: null } as never] });
  model.shell.getState().setRecents([{ path: '/home/anna/send.json', at: 1 }]);
  const go = (title: string) =>
    typedEntries(model)
      .find((entry) => entry.title === title)
      ?.run();
  go('Press F5');
  expect([model.shell.getState().view, model.recorder.getState().selected]).toEqual(['record', 'one']);
  go('Port');
  expect([model.shell.getState().view, model.settings.getState().query]).toEqual(['settings', 'Port']);
  go('Add two numbers');
  expect([model.shell.getState().view, model.runs.getState().current]).toEqual(['runs', 'run']);
  const recent = paletteEntries(model, 'recent').map(({ title, note }) => `${title}: ${note}`);
  expect(recent[0]).toBe('send.json: /home/anna');
  expect(recent[1]).toMatch(/^Add two numbers: run/);
});
