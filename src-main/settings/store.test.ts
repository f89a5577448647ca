import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '#contract/model/settings';
import { silentLog } from '../base/log.ts';
import { SettingsStore } from './store.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deskscope-settings-'));
  file = path.join(folder, 'settings.json');
});
afterEach(() => rm(folder, { recursive: true }));

it('starts with the defaults, tells of a change and finds it again', async () => {
  const heard: Settings[] = [];
  const store = await SettingsStore.open(file, (settings) => heard.push(settings), silentLog);
  expect(store.current).toEqual(defaultSettings);
  await store.update({ theme: 'dark' });
  expect(heard).toEqual([{ ...defaultSettings, theme: 'dark' }]);
  expect((await SettingsStore.open(file, () => undefined, silentLog)).current.theme).toBe('dark');
});

it('refuses a value outside its range and keeps the old one', async () => {
  const store = await SettingsStore.open(file, () => undefined, silentLog);
  await expect(store.update({ mcpPort: 70_000 })).rejects.toThrow();
  expect(store.current).toEqual(defaultSettings);
});

it('reads what an editor saved with a byte order mark', async () => {
  await writeFile(file, '\ufeff{"theme": "dark"}');
  expect((await SettingsStore.open(file, () => undefined, silentLog)).current.theme).toBe('dark');
});

it('keeps an unreadable file beside the new one', async () => {
  await writeFile(file, '{"theme": ');
  const store = await SettingsStore.open(file, () => undefined, silentLog);
  expect(store.current).toEqual(defaultSettings);
  expect(await readFile(`${file}.bad`, 'utf8')).toBe('{"theme": ');
});
