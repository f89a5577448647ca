import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExportFolder } from '../../src-main/recorder/saving/export-files.ts';
import { exporters } from '../../src-main/recorder/exporters/list.ts';
import type { Recording } from '../../src-preload/contract/model/recordings/recording.ts';
import { startCli } from '../fixtures/cli.ts';
import { expect, test } from '../fixtures/test.ts';
import { waitFor } from '../fixtures/wait-for.ts';
import { inApp, newSecret, passwordApps, signIn } from './password-apps.ts';
import { filesWith, memoryWith, treeOf } from './secrets-of.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-secrets-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

test('a typed password is in no file, no export, no log and not in memory', async ({ desktop, person }) => {
  test.setTimeout(120_000);
  const file = join(folder, 'flow.json');
  const open = newSecret();
  const secrets = passwordApps.map(newSecret);
  const recording = startCli(['record', '-o', file], desktop.env);
  try {
    await waitFor('the recorder', () => /record/i.test(recording.stderr()));
    for (const [index, one] of passwordApps.entries()) {
      const secret = secrets[index] ?? '';
      await inApp(desktop, one, (window) => signIn(person, one, { window, open, secret }));
    }
    const found = new Map<string, string>();
    for (const pid of await treeOf(recording.pid))
      for (const [text, around] of await memoryWith(pid, [open, ...secrets])) found.set(text, `${pid}: ${around}`);
    // Text typed into a plain field is found: the search works.
    expect(found.delete(open)).toBe(true);
    expect([...found.values()]).toEqual([]);
  } finally {
    recording.signal('SIGINT');
    await recording.ended;
  }
  const { stdout, stderr } = await recording.ended;
  await writeFile(join(folder, 'said.txt'), stdout + stderr);
  const recorded = JSON.parse(await readFile(file, 'utf8')) as Recording;
  const hidden = recorded.steps.filter(({ action }) => 'secret' in action && action.secret !== undefined);
  expect(hidden.map(({ target }) => target?.picture)).toEqual(passwordApps.map(() => undefined));
  for (const exporter of exporters) {
    await writeFile(join(folder, exporter.id), JSON.stringify(exporter.stringify(recorded)));
    if (exporter.folder) await writeExportFolder(exporter, recorded, join(folder, `${exporter.id}-folder`));
  }
  expect((await filesWith(folder, open)).length).toBeGreaterThan(exporters.length);
  for (const secret of secrets) expect(await filesWith(folder, secret)).toEqual([]);
});
