import { expect, it } from 'vitest';
import { createFakeEngine } from '../../engine/testing/fake-engine.ts';
import type { Services } from '../../services/headless.ts';
import { Desktop } from './desktop.ts';
import type { Desk } from './open-desk.ts';
import { silentReporter } from './reporter.ts';

/** @param isWatched whether someone watches the test */
async function paused(isWatched: boolean, desk: Partial<Desk>) {
  const { engine } = await createFakeEngine();
  const said: string[] = [];
  const pause = (text: string) => {
    said.push(text);
    return isWatched;
  };
  const services = { runner: { engine } } as Services;
  const reporter = { ...silentReporter, pause };
  const desktop = new Desktop({ desk: { id: 'abc', engine, ...desk } as Desk, services, reporter, timeout: 1 });
  return { done: desktop.pause(), said };
}

it('a test that someone watches pauses until its desktop is given back, and no other', async () => {
  let giveBack: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (giveBack = resolve));
  const untilGivenBack = () => given;
  const { done, said } = await paused(true, { untilGivenBack });
  const first = await Promise.race([
    done.then(() => 'over'),
    new Promise((resolve) => setImmediate(resolve, 'paused')),
  ]);
  expect(first).toBe('paused');
  expect(said[0]).toContain('take over the desktop abc');
  giveBack();
  await done;
  await (
    await paused(false, { untilGivenBack: () => new Promise<void>(() => undefined) })
  ).done;
  await expect((await paused(true, {})).done).rejects.toMatchObject({ code: 'unsupported_platform' });
});
