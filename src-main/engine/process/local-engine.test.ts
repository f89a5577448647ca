import { expect, it } from 'vitest';
import { describeEngine } from '../testing/engine-contract.ts';
import { createFakeEngine } from '../testing/fake-engine.ts';
import { fakeDesk } from '../testing/fake-desk.ts';

describeEngine('the engine in this process', async () => fakeDesk((await createFakeEngine()).engine));

it('takes any number of calls at once without a warning of a leak', async () => {
  const { engine } = await createFakeEngine();
  const warnings: string[] = [];
  const onWarning = (warning: Error) => warnings.push(warning.name);
  process.on('warning', onWarning);
  try {
    await Promise.all(Array.from({ length: 50 }, () => engine.listWindows({})));
    // Warnings come in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('warning', onWarning);
    await engine.close();
  }
  expect(warnings).toEqual([]);
});
