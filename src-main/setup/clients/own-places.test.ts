import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRestrictedFiles } from '../../base/restricted-files/restricted-files.ts';
import { programEnvironment } from '../../base/processes/program-environment.ts';
import { knownClients } from './known.ts';
import { ownPlaces } from './own-places.ts';
import { placesOf } from './places.ts';

let home: string;
const token = 'a-token-of-the-person';
beforeEach(() => (home = mkdtempSync(path.join(tmpdir(), 'deskscope-home-'))));
afterEach(() => rmSync(home, { recursive: true }));

function put(name: string, text = 'x'): string {
  const file = path.resolve(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function fenced() {
  const places = placesOf(
    { HOME: home, USERPROFILE: home, APPDATA: path.join(home, 'AppData') },
    process.platform,
    home,
  );
  const { places: own, isNamed } = ownPlaces(places, import.meta.filename);
  return { places, files: createRestrictedFiles([home], { own, isNamed, secrets: () => [token] }) };
}

const refused = { code: 'permission_denied' };

describe('files of the user that no agent reads or writes', () => {
  it('are those of every client, and their backups', async () => {
    const { places, files } = fenced();
    for (const client of knownClients) {
      const file = put(client.file(places));
      for (const each of [file, put(`${file}.bak-deskscope-20261128T010203-004Z`)]) {
        await expect(files.read(each), each).rejects.toMatchObject(refused);
        await expect(files.write(each, Buffer.from('y'), { replace: true }), each).rejects.toMatchObject(refused);
        await expect(files.move(each, path.join(home, 'mine'), { replace: true }), each).rejects.toMatchObject(refused);
      }
    }
  });

  it.each([
    'project/.vscode/mcp.json',
    'project/.cursor/mcp.json',
    '.bashrc',
    '.zshenv',
    '.config/autostart/x.desktop',
  ])('are %s', async (name) => {
    const { files } = fenced();
    const file = name.startsWith('.config') && process.platform !== 'linux' ? put('.profile') : put(name);
    await expect(files.read(file)).rejects.toMatchObject(refused);
    await expect(files.write(file, Buffer.from('y'), { replace: true })).rejects.toMatchObject(refused);
  });

  it('come about by moving no folder to where clients look', async () => {
    const { files } = fenced();
    put('project/drafts/settings.json');
    put('project/drafts/settings/mcp.json');
    for (const name of ['.claude', '.vscode', '.cursor', '.Gemini', '.kiro', '.zed', '.roo'])
      await expect(
        files.move(path.join(home, 'project', 'drafts'), path.join(home, 'project', name), { replace: false }),
        name,
      ).rejects.toMatchObject(refused);
    put('project/.claude/settings.json');
    await expect(
      files.move(path.join(home, 'project', '.claude'), path.join(home, 'project', 'mine'), { replace: false }),
    ).rejects.toMatchObject(refused);
    await files.move(path.join(home, 'project', 'drafts'), path.join(home, 'project', 'done'), { replace: false });
  });

  it.each(['deskscope-halt/halt.json', 'deskscope-halt-1000/halt.json', 'deskscope-sent', 'deskscope-7-x.js'])(
    'are what running Deskscopes share: %s',
    async (name) => {
      const variables = process.platform === 'win32' ? { LOCALAPPDATA: home } : { XDG_RUNTIME_DIR: home };
      const { places: own, isNamed } = ownPlaces(placesOf(variables, process.platform, home), import.meta.filename);
      const files = createRestrictedFiles([home], { own, isNamed });
      const file = put(name);
      const first = path.join(home, name.split('/')[0] ?? '');
      for (const attempt of [
        () => files.read(file),
        () => files.write(file, Buffer.from('y'), { replace: true }),
        () => files.move(first, path.join(home, 'mine'), { replace: true }),
        () => files.move(put('mine'), file, { replace: true }),
      ])
        await expect(attempt()).rejects.toMatchObject(refused);
    },
  );

  it('are whatever holds a token, by its bytes', async () => {
    const { files } = fenced();
    const named = put('notes.txt', `see: ${token}!`);
    const wide = put('wide.txt');
    writeFileSync(wide, Buffer.from(`“${token}”`, 'utf16le'));
    for (const file of [named, wide]) {
      await expect(files.read(file)).rejects.toMatchObject(refused);
      await expect(files.write(file, Buffer.from('y'), { replace: true })).rejects.toMatchObject(refused);
      await expect(files.move(file, path.join(home, 'else'), { replace: false })).rejects.toMatchObject(refused);
    }
    expect(Buffer.from(await files.read(put('other.txt', 'a token'))).toString()).toBe('a token');
  });

  it.runIf(process.platform === 'linux')('are our caches and our own program', async () => {
    const { files } = fenced();
    const electron = put('.cache/deskscope/electron-x/electron');
    await expect(files.write(electron, Buffer.from('y'), { replace: true })).rejects.toMatchObject(refused);
    const root = path.resolve(import.meta.dirname, '../../..');
    const { places: own, isNamed } = ownPlaces(placesOf({}, 'linux', home), import.meta.filename);
    const here = createRestrictedFiles([root], { own, isNamed });
    await expect(here.write(path.join(root, 'bin', 'new'), Buffer.from('y'), { replace: false })).rejects.toMatchObject(
      refused,
    );
  });
});

it('gives programs nothing of ours', () => {
  const given = {
    PATH: '/bin',
    DESKSCOPE_TOKEN: 't',
    DESKSCOPE_KWIN_LOG: 'l',
    ELECTRON_RUN_AS_NODE: '1',
    DISPLAY: ':0',
  };
  expect(programEnvironment(given)).toEqual({ PATH: '/bin', DISPLAY: ':0' });
});
