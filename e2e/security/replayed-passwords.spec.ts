import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretVariable } from '../../src-main/recorder/steps/secret-name.ts';
import type { Recording } from '../../src-preload/contract/model/recordings/recording.ts';
import { ask } from '../fixtures/ask.ts';
import { startCli } from '../fixtures/cli.ts';
import type { TestDesktop } from '../fixtures/desktop.ts';
import { expect, test } from '../fixtures/test.ts';
import { inApp, newSecret, passwordApps, signIn } from './password-apps.ts';
import { filesWith, memoryWith, picturesWith, textsOnPictures, treeOf } from './secrets-of.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-secrets-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test("a recorded password is not in the app's memory, and a replayed one is in no trace and on no picture", async ({
  desktop,
  person,
  launch,
}) => {
  test.setTimeout(240_000);
  const open = newSecret();
  const typed = passwordApps.map(newSecret);
  const app = await launch();
  const { window, electron, profile } = app;
  await ask(window, 'recorder.start', {});
  for (const [index, one] of passwordApps.entries()) {
    const secret = typed[index] ?? '';
    await inApp(desktop, one, (title) => signIn(person, one, { window: title, open, secret }));
  }
  const found = new Map<string, string>();
  for (const pid of await treeOf(electron.process().pid ?? 0))
    for (const [text, around] of await memoryWith(pid, [open, ...typed])) found.set(text, `${pid}: ${around}`);
  expect(found.delete(open)).toBe(true);
  expect([...found.values()]).toEqual([]);
  await ask(window, 'recorder.stop', {});
  const { recording } = await ask(window, 'recorder.state', {});
  for (const secret of typed) expect(await filesWith(profile, secret)).toEqual([]);
  await app.close();

  const entered = passwordApps.map(newSecret);
  await replayEach(desktop, recording, entered);
  expect((await filesWith(folder, open)).length).toBeGreaterThan(0);
  const texts = await textsOnPictures(folder);
  expect(picturesWith(texts, open).length).toBeGreaterThan(0);
  for (const secret of entered) {
    expect(await filesWith(folder, secret)).toEqual([]);
    expect(picturesWith(texts, secret)).toEqual([]);
  }
});

/** Replays the recording of each app, with another password, and keeps trace and output. */
async function replayEach(desktop: TestDesktop, recording: Recording, secrets: readonly string[]): Promise<void> {
  for (const [index, one] of passwordApps.entries()) {
    const steps = recording.steps.flatMap(({ expected: _, ...step }) =>
      // Its app is running already, and was ended before the recording went on.
      step.action.type !== 'launch' && one.title.test(step.window.title ?? '') ? step : [],
    );
    const file = join(folder, `${index}.json`);
    await writeFile(file, JSON.stringify({ ...recording, steps } satisfies Recording));
    const names = steps.flatMap(({ action }) =>
      'secret' in action && action.secret !== undefined ? action.secret : [],
    );
    expect(names, one.name).not.toEqual([]);
    const given = Object.fromEntries(names.map((name) => [secretVariable(name), secrets[index]]));
    await inApp(desktop, one, async () => {
      const args = [
        'replay',
        file,
        // One of them goes into a terminal.
        '--allow-launch',
        '--trace',
        join(folder, `trace-${index}`),
        '--report',
        join(folder, `${index}.xml`),
      ];
      const { code, stdout, stderr } = await startCli(args, { ...desktop.env, ...given }).ended;
      await writeFile(join(folder, `${index}.txt`), stdout + stderr);
      expect(code, stdout + stderr).toBe(0);
    });
  }
}
