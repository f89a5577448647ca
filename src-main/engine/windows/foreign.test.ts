import { expect, test } from 'vitest';
import type { AppError } from '#contract/errors';
import { element } from '../backends/fake/element.ts';
import { createFakeEngine } from '../testing/fake-engine.ts';

test('a window of another user is listed on request, and cannot be acted on', async () => {
  const { engine, backend } = await createFakeEngine();
  const button = element({ controlType: 'Button', name: 'Erase', at: [10, 10, 80, 30] });
  const spec = {
    title: 'Root shell',
    app: 'shell',
    className: 'Shell',
    content: { x: 0, y: 30, width: 200, height: 99 },
  };
  const root = element({ controlType: 'Window', name: 'Root shell', children: [button] });
  const { id: window } = backend.desktop.open({ ...spec, root, foreign: true });
  const of = { window };
  const at = { x: 20, y: 50 };

  expect((await engine.listWindows({})).items.map(({ id }) => id)).not.toContain(window);
  const all = (await engine.listWindows({ includeHidden: true })).items;
  expect(all.find(({ id }) => id === window)).toMatchObject({ foreign: true, active: true });
  expect(all.filter(({ foreign }) => foreign)).toHaveLength(1);

  const tries = [
    engine.tree(of),
    engine.find({ ...of, selector: 'name="Erase"' }),
    engine.details({ element: `window:${window}|runtime:fake:1` }),
    engine.actOnWindow({ ...of, action: 'close' }),
    engine.capture({ target: { kind: 'window', window } }),
    engine.elementAt(at),
    engine.click({ at, button: 'left', count: 1 }),
    engine.typeText({ text: 'x' }),
    engine.typeText({ text: 'x', window }),
  ];
  for (const failure of await Promise.allSettled(tries)) {
    const { code, message } = (failure as PromiseRejectedResult).reason as AppError;
    expect([code, message]).toEqual(['elevated_target', expect.stringContaining('“Root shell” of shell')]);
  }
  await engine.close();
});
