import { expect, it } from 'vitest';
import type { Bridge } from '#contract/bridge';
import { AppError } from '#contract/errors';
import { testWindow } from '../features/inspector/store/test-tree.ts';
import { createAppModel } from './app-model.ts';
import { commandById } from '../ui/command.ts';
import { askDoctor, offerReturned, openChosenWindow } from './connect.ts';

/** A main process that never answers. */
const silent: Bridge = { call: () => new Promise(() => undefined), on: () => () => undefined };

it.each([
  ['the same handle', testWindow.id],
  ['another handle', '0x77'],
] as const)('selects a window that reopened with %s, once it is inspected again', (_, id) => {
  const model = createAppModel(silent);
  const { windows, inspector } = model;
  const end = offerReturned(model);
  inspector.setState({ window: testWindow });
  inspector.getState().close();
  expect(windows.getState().selected).toBeNull();
  windows.setState({ snapshot: { sequence: 1, items: [{ ...testWindow, id }] } });
  expect(inspector.getState().returned?.id).toBe(id);
  void inspector.getState().resume();
  expect(windows.getState().selected).toBe(id);
  end();
});

it('drops a window that is no longer selected, and keeps the details of a closed one', () => {
  const model = createAppModel(silent);
  const { windows, inspector, commands } = model;
  const end = openChosenWindow(model);
  const choose = () => windows.setState({ snapshot: { sequence: 1, items: [testWindow] }, selected: testWindow.id });
  choose();
  windows.getState().select(null);
  expect(inspector.getState()).toMatchObject({ window: null, closedAt: null });
  choose();
  windows.setState({ snapshot: { sequence: 2, items: [] }, selected: null });
  expect(inspector.getState().window?.id).toBe(testWindow.id);
  expect(inspector.getState().closedAt).not.toBeNull();
  commandById(commands, 'file.start').run();
  expect(inspector.getState().window).toBeNull();
  end();
});

it('asks the doctor when no app can be read, and again when one can', () => {
  let asked = 0;
  const call: Bridge['call'] = (method) => {
    if (method === 'app.diagnose') asked++;
    return new Promise(() => undefined);
  };
  const model = createAppModel({ call, on: () => () => undefined });
  const end = askDoctor(model);
  const { inspector } = model;
  inspector.setState({ treeError: new AppError('element_stale') });
  expect(asked).toBe(0);
  inspector.setState({ liveError: new AppError('accessibility_unavailable') });
  inspector.setState({ treeError: new AppError('accessibility_unavailable') });
  expect(asked).toBe(1);
  inspector.setState({ liveError: null, treeError: null });
  expect(asked).toBe(2);
  end();
});
