import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findLanguage, installedLanguages, locationOf, userLanguage } from './languages.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskscope-tessdata-'));
  vi.stubEnv('TESSDATA_PREFIX', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it.each(['eng', 'en', 'en-US', 'en_GB', 'EN'])('“%s” is English, which is bundled', async (wanted) => {
  const language = await findLanguage(wanted);
  expect(language.name).toBe('eng');
  expect(locationOf(language).gzip).toBe(true);
});

it('finds languages where they are installed, by either name', async () => {
  await writeFile(join(folder, 'kat.traineddata'), '');
  await writeFile(join(folder, 'chi_tra.traineddata.gz'), '');
  await writeFile(join(folder, 'osd.traineddata'), '');
  expect(await findLanguage('ka-GE')).toEqual({ name: 'kat', file: join(folder, 'kat.traineddata') });
  expect((await findLanguage('zh-Hant-TW')).name).toBe('chi_tra');
  const names = (await installedLanguages()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['chi_tra', 'eng', 'kat']));
  expect(names).not.toContain('osd');
});

it('reads the user’s language if installed, else English', async () => {
  expect((await userLanguage('kab-DZ')).name).toBe('eng');
  await writeFile(join(folder, 'kab.traineddata'), '');
  expect((await userLanguage('kab-DZ')).name).toBe('kab');
});

it('names a missing language, the installed ones and how to add it', async () => {
  const finding = findLanguage('tlh');
  await expect(finding).rejects.toMatchObject({ code: 'language_not_supported' });
  await expect(finding).rejects.toHaveProperty('hint', expect.stringMatching(/Installed: .*eng.*tlh\.traineddata/s));
});
