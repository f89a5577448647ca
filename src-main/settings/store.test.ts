import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { globalKeys } from '#contract/model/recordings/global-keys';
import { defaultSettings, settingsChange, type Settings } from '#contract/model/settings';
import { silentLog } from '../base/log.ts';
import { SettingsStore } from './store.ts';

let folder: string;
let file: string;
const opened: SettingsStore[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deskscope-settings-'));
  file = path.join(folder, 'settings.json');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await rm(folder, { recursive: true });
});

async function open(): Promise<SettingsStore> {
  const store = await SettingsStore.open(file, silentLog);
  opened.push(store);
  return store;
}

const onDisk = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
const write = (document: object) => writeFile(file, JSON.stringify(document));

it('starts with the defaults, reports a change and loads it again', async () => {
  const received: Settings[] = [];
  const store = await open();
  store.onChange((settings) => received.push(settings));
  expect(store.current).toEqual(defaultSettings);
  await store.update({ theme: 'dark' });
  expect(received).toEqual([{ ...defaultSettings, theme: 'dark' }]);
  expect((await open()).current.theme).toBe('dark');
});

it('reads a file that an editor saved with a byte order mark', async () => {
  await writeFile(file, '\ufeff{"theme": "dark"}');
  expect((await open()).current.theme).toBe('dark');
});

it('notices a change made by hand, and keeps it with the next change made here', async () => {
  await write({ theme: 'dark' });
  const store = await open();
  await write({ theme: 'dark', sensitiveApps: ['vault'] });
  await vi.waitFor(() => expect(store.current.sensitiveApps).toEqual(['vault']), { timeout: 10_000 });
  await write({ theme: 'dark', sensitiveApps: ['vault', 'bank'] });
  // At once: before any notification about the file can arrive.
  await store.update({ theme: 'light' });
  expect(store.current).toEqual({ ...defaultSettings, theme: 'light', sensitiveApps: ['vault', 'bank'] });
  expect(await onDisk()).toEqual({ version: 1, theme: 'light', sensitiveApps: ['vault', 'bank'] });
});

it('follows the settings of a profile that does not exist yet', async () => {
  file = path.join(folder, 'profile', 'settings.json');
  const store = await open();
  await write({ theme: 'dark' });
  await vi.waitFor(() => expect(store.current.theme).toBe('dark'), { timeout: 10_000 });
});

it('keeps unknown keys, and writes no defaults that nobody chose', async () => {
  await write({ theme: 'dark', note: 'mine', nested: { a: [1] } });
  await (await open()).update({ mcpPort: 0 });
  expect(await onDisk()).toEqual({ version: 1, theme: 'dark', note: 'mine', nested: { a: [1] }, mcpPort: 0 });
});

it('applies simultaneous changes one after the other', async () => {
  const [one, other] = [await open(), await open()];
  await Promise.all([one.update({ theme: 'dark' }), one.update({ mcpPort: 0 }), one.update({ keptRuns: 3 })]);
  await other.update({ haltKey: 'ctrl+alt+F9' });
  expect(await onDisk()).toEqual({ version: 1, theme: 'dark', mcpPort: 0, keptRuns: 3, haltKey: 'ctrl+alt+F9' });
});

it('has no halt key that starts something else', async () => {
  await write({ haltKey: globalKeys.pick });
  const store = await open();
  expect(store.current.haltKey).toBe(defaultSettings.haltKey);
  expect(store.problems.join()).toMatch(/haltKey.*picks an element/);
  expect(settingsChange.safeParse({ haltKey: globalKeys.record }).success).toBe(false);
});

it('knows the settings of UFO by UFO’s names', async () => {
  await write({ MAXIMIZE_WINDOW: true, SHOW_VISUAL_OUTLINE_ON_SCREEN: false, maximizeWindow: false });
  const store = await open();
  expect(store.current).toMatchObject({ maximizeWindow: true, showOutline: false });
  await store.update({ showOutline: true, theme: 'dark' });
  expect(await onDisk()).toMatchObject({ MAXIMIZE_WINDOW: true, SHOW_VISUAL_OUTLINE_ON_SCREEN: true });
  expect((await open()).current).toEqual({ ...defaultSettings, maximizeWindow: true, theme: 'dark' });
});

it('ignores one invalid value, names it, and leaves it in the file', async () => {
  await write({ theme: 'dark', mcpPort: 70_000, permissionRules: ['deny act in vault', 'nonsense'], mcpToolSets: [] });
  const store = await open();
  const { theme, mcpPort, permissionRules, mcpToolSets } = store.current;
  expect({ theme, mcpPort, permissionRules, mcpToolSets }).toEqual({
    theme: 'dark',
    mcpPort: 8722,
    permissionRules: ['deny act in vault'],
    mcpToolSets: defaultSettings.mcpToolSets,
  });
  expect(store.problems).toHaveLength(3);
  for (const word of ['mcpPort', '70000', '8722', 'permissionRules', 'nonsense', 'mcpToolSets']) {
    expect(store.problems.join('\n')).toContain(word);
  }
  await store.update({ theme: 'light' });
  expect(await onDisk()).toMatchObject({ mcpPort: 70_000, permissionRules: ['deny act in vault', 'nonsense'] });
  await store.update({ mcpPort: 0 });
  expect(store.problems).toHaveLength(2);
});

it.each(['{"theme": ', '[]', '', 'null'])('leaves the unreadable text %j alone until it must write', async (broken) => {
  await writeFile(file, broken);
  const store = await open();
  expect(store.current).toEqual(defaultSettings);
  expect(store.problems.join()).toContain(file);
  expect(await readFile(file, 'utf8')).toBe(broken);
  await writeFile(`${file}.bad`, 'an earlier one');
  await store.update({ theme: 'dark' });
  expect(store.problems).toEqual([]);
  expect(await readFile(`${file}.bad`, 'utf8')).toBe('an earlier one');
  expect(await readFile(`${file}.bad-2`, 'utf8')).toBe(broken);
  expect((await open()).current.theme).toBe('dark');
});

it('keeps the settings while the file is broken, reports it, and reloads the file once it is fixed', async () => {
  await write({ agentPolicy: 'observe', sensitiveApps: ['vault'], note: 'mine' });
  const store = await open();
  const reported: (readonly string[])[] = [];
  store.onTrouble((problems) => reported.push(problems));
  await writeFile(file, '{"agentPolicy": "act"');
  await vi.waitFor(() => expect(reported).toHaveLength(1), { timeout: 10_000 });
  expect(store.current).toMatchObject({ agentPolicy: 'observe', sensitiveApps: ['vault'] });
  await store.update({ theme: 'dark' });
  const kept = { version: 1, agentPolicy: 'observe', sensitiveApps: ['vault'], note: 'mine', theme: 'dark' };
  expect(await onDisk()).toEqual(kept);
  expect(reported.at(-1)).toEqual([]);
});

it('applies a change that the disk refuses, reports it, and saves it with the next change', async () => {
  const store = await open();
  await rm(folder, { recursive: true });
  await expect(store.update({ agentPolicy: 'observe' })).rejects.toMatchObject({ code: 'file_error' });
  expect(store.current.agentPolicy).toBe('observe');
  await mkdir(folder);
  await store.update({ theme: 'dark' });
  expect(await onDisk()).toEqual({ version: 1, agentPolicy: 'observe', theme: 'dark' });
  expect(await readdir(folder)).toEqual(['settings.json']);
});
