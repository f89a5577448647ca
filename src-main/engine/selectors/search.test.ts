import { expect, test } from 'vitest';
import type { ElementId } from '#contract/model/elements/element';
import { createFakeEngine } from '../testing/fake-engine.ts';

test('a search can start at an element and be limited in depth, and reports how many nodes it visited', async () => {
  const fake = await createFakeEngine();
  const { engine } = fake;
  const { id } = await fake.window('Form');
  const within = async (selector: string, more: { from?: ElementId; depth?: number } = {}) => {
    const { matches, scanned, truncated } = await engine.find({ window: id, selector, ...more });
    return [matches.map(({ name }) => name), scanned, truncated];
  };
  const { id: size } = await fake.element('Form', 'name="Size"');
  expect(await within('role=RadioButton', { from: size })).toEqual([['Small', 'Medium', 'Large'], 4, false]);
  expect(await within('name="Size"', { from: size })).toEqual([[], 4, false]);
  expect(await within('role=RadioButton', { depth: 1 })).toEqual([[], expect.any(Number), false]);
  expect(await within('name="Size"', { depth: 1 })).toEqual([['Size'], expect.any(Number), false]);
  expect(await within('role=Window', { depth: 0 })).toEqual([['Form'], 1, false]);
  const calculator = (await fake.window('Calculator')).id;
  await expect(engine.find({ window: calculator, selector: 'role=Button', from: size })).rejects.toMatchObject({
    code: 'invalid_parameter',
  });
  await engine.close();
});
