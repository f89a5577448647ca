import { expect, it } from 'vitest';
import { element } from '../../engine/backends/fake/element.ts';
import { createBench } from '../testing/run-tools.ts';

it('an element that its app recreates at every query is at rest if it does not move', async () => {
  const bench = await createBench({ caller: { kind: 'user', name: 'user' } });
  const { root } = bench.fake.desktop.windows.find(({ spec }) => spec.title === 'Form')!;
  const { children } = root;
  const item = () => element({ controlType: 'ListItem', name: 'Large', at: [300, 350, 80, 20] });
  Object.defineProperty(root, 'children', {
    get: () => [...children, item()].map((child) => Object.assign(child, { parent: root })),
  });
  const target = { selector: 'role=ListItem name="Large"', window: { app: 'form', title: 'Form' } };
  const outcome = await bench.run('action::step_click', target);
  // The scripted app keeps none of them, so it is rightly gone afterwards.
  expect(outcome).toMatchObject({ resolution: { matchCount: 1, attempts: 2 } });
  await bench.close();
});
