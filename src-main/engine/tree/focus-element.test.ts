import { expect, test } from 'vitest';
import { createFakeEngine } from '../testing/fake-engine.ts';

test('a disabled element that does not take focus is not reported as focused', async () => {
  const desk = await createFakeEngine();
  const never = await desk.element('Form', 'role=Button name="Never"');
  await expect(desk.engine.focusElement({ element: never.id })).rejects.toMatchObject({
    code: 'pattern_not_supported',
    delivery: 'not_delivered',
    message: 'Button “Never” is disabled and does not accept the focus.',
  });
  const name = await desk.element('Form', 'id=name');
  await desk.engine.focusElement({ element: name.id });
  await desk.engine.close();
});
