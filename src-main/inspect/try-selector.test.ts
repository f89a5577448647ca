import { expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { createFakeEngine } from '../engine/testing/fake-engine.ts';
import { trySelector } from './inspector.ts';

it('reports matches, outlines each with its number, and reports near misses without a match', async () => {
  const fake = await createFakeEngine();
  const { engine } = fake;
  const { id } = await fake.window('Form');
  const outlined: (string | undefined)[] = [];
  const watched: Pick<Engine, 'find' | 'nearMisses' | 'highlight' | 'listWindows'> = {
    find: (input) => engine.find(input),
    nearMisses: (input) => engine.nearMisses(input),
    listWindows: (input) => engine.listWindows(input),
    highlight: async (input) => {
      outlined.push(...input.boxes.map(({ label }) => label));
      await engine.highlight(input);
    },
  };
  const found = await trySelector(watched, { within: id, selector: 'role=Button name="Remove"', outline: true });
  expect([found.total, found.matches.length, found.near]).toEqual([3, 3, []]);
  expect(outlined).toEqual(['1', '2', '3']);

  // A step knows its window by title and app.
  const missed = await trySelector(watched, {
    within: { title: 'Form', app: 'form' },
    selector: 'role=Button name="Removed"',
    outline: false,
  });
  expect(missed).toMatchObject({ window: id, total: 0, matches: [] });
  expect(missed.near[0]).toMatchObject({ element: { name: 'Remove' }, why: 'its name is another' });
  expect(outlined).toHaveLength(3);

  const broken = trySelector(watched, { within: id, selector: 'role=Button colour=red', outline: false });
  await expect(broken).rejects.toMatchObject({ code: 'invalid_parameter', data: { at: 12 } });
  const gone = trySelector(watched, { within: { app: 'nowhere' }, selector: 'role=Button', outline: false });
  await expect(gone).rejects.toMatchObject({ code: 'window_not_found' });
  await engine.close();
});
