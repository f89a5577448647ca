import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { api } from '#contract/api';
import { defaultSettings, settingsChange, type Settings, type SettingsChange } from '#contract/model/settings';
import { silentLog } from '../../../base/log.ts';
import { SettingsStore } from '../../../settings/store.ts';
import { createDispatch, type Dispatch } from '../dispatch.ts';
import { settingsHandlers } from './settings.ts';

/** For every setting a value that is not its default; one without does not compile. */
const others: Required<SettingsChange> = {
  theme: 'dark',
  density: 'compact',
  showOutline: false,
  maximizeWindow: true,
  elementBackend: 'win32',
  releases: 'https://releases.example/latest',
  mcpPort: 0,
  mcpEnabled: false,
  mcpToolSets: ['elements'],
  mcpConfig: '/home/me/mcp.yaml',
  desktopProfile: '/home/me/deskscope.yaml',
  localModelUrl: 'http://127.0.0.1:8080/v1',
  allowedCommands: ['gimp'],
  allowedFolders: ['/srv/notes'],
  agentPolicy: 'observe',
  permissionRules: ['deny act in vault'],
  sensitiveApps: ['vault'],
  destructiveWords: ['shred'],
  callsPerSecond: 7,
  callsAtOnce: 3,
  haltKey: 'ctrl+shift+F8',
  stepTimeoutMs: 1234,
  replayPauseMs: 300,
  keptRuns: 5,
  keptRunsMegabytes: 77,
};
const names = Object.keys(settingsChange.shape) as (keyof SettingsChange)[];
const contract = {
  'settings.get': api['settings.get'],
  'settings.problems': api['settings.problems'],
  'settings.set': api['settings.set'],
  'settings.chooseMcpConfig': api['settings.chooseMcpConfig'],
};

let folder: string;
let file: string;
let store: SettingsStore;
let dispatch: Dispatch<'main'>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deskscope-settings-'));
  file = path.join(folder, 'settings.json');
  store = await SettingsStore.open(file, silentLog);
  dispatch = createDispatch(
    contract,
    settingsHandlers(store, () => Promise.resolve(), { chooseConfig: () => Promise.resolve('/srv/mcp.yaml') }),
    silentLog,
  );
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

async function set(change: unknown): Promise<unknown> {
  const reply = await dispatch('settings.set', change, 'main');
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}

/** The settings as another reader of the file sees them. */
async function onDisk(): Promise<Settings> {
  const { version, ...kept } = JSON.parse(await readFile(file, 'utf8')) as Settings;
  return { ...defaultSettings, version, ...kept };
}

it('has another value for every setting', () => {
  expect(Object.keys(others).sort()).toEqual([...names].sort());
  expect([...names, 'version'].sort()).toEqual(Object.keys(defaultSettings).sort());
  for (const name of names) expect(others[name], name).not.toEqual(defaultSettings[name]);
});

it.each(names)('a change of %s changes nothing else, and no other change changes it', async (name) => {
  const mine = { ...defaultSettings, [name]: others[name] };
  expect(await set({ [name]: others[name] })).toEqual(mine);
  expect(await onDisk()).toEqual(mine);
  for (const other of names.filter((candidate) => candidate !== name)) {
    expect(await set({ [other]: others[other] }), other).toEqual({ ...mine, [other]: others[other] });
    expect(await onDisk(), other).toEqual({ ...mine, [other]: others[other] });
    await set({ [other]: defaultSettings[other] });
  }
  expect(await onDisk()).toEqual(mine);
});

it('takes changes of all settings from several pages at once', async () => {
  await Promise.all(names.map((name) => set({ [name]: others[name] })));
  expect(await onDisk()).toEqual({ ...defaultSettings, ...others });
  expect(await set({})).toEqual({ ...defaultSettings, ...others });
});

it.each([
  [{ mcpPort: 70_000 }, 'mcpPort'],
  [{ theme: 'pink' }, 'theme'],
  [{ permissionRules: ['nonsense'] }, 'permissionRules.0'],
  [{ version: 2 }, 'version'],
  [{ maximiseWindow: true }, 'maximiseWindow'],
])('refuses %j, names the field and changes nothing', async (change, field) => {
  await expect(set({ keptRuns: 3, ...change })).rejects.toThrow(field);
  expect(store.current).toEqual(defaultSettings);
});
