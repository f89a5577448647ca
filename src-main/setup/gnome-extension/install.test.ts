import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extensionState, installExtension, removeExtension } from './install.ts';
import { uuid } from './protocol.ts';

let folder: string;
let variables: Record<string, string>;
const setting = (list = 'enabled') => readFileSync(path.join(folder, `${list}-extensions`), 'utf8').trim();

/** Programs that answer as GNOME's would: the real ones are in the tests of GNOME itself. */
function program(name: string, text: string): void {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gnome-'));
  variables = { PATH: `${folder}:/usr/bin:/bin`, HOME: folder, XDG_RUNTIME_DIR: folder };
  writeFileSync(path.join(folder, 'enabled-extensions'), "['other@example.org', \"a'b@example.org\"]");
  writeFileSync(path.join(folder, 'disabled-extensions'), '@as []');
  program('gnome-shell', 'echo "GNOME Shell 46.2"');
  program('gsettings', `if [ "$1" = get ]; then cat "${folder}/$3"; else echo "$4" > "${folder}/$3"; fi`);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(process.platform === 'win32')('the extension of GNOME', () => {
  it('is installed beside those of others, once, and removed wholly', async () => {
    expect(await extensionState(variables)).toMatchObject({ shell: '46.2', installed: false, enabled: false });
    for (let i = 0; i < 2; i++)
      expect(await installExtension(variables)).toMatchObject({ installed: true, enabled: true, running: false });
    expect(setting()).toBe(`['other@example.org', "a'b@example.org", '${uuid}']`);
    const { folder: installed } = await extensionState(variables);
    expect(readFileSync(path.join(installed, 'extension.js'), 'utf8')).toMatch(/^import /);

    expect(await removeExtension(variables)).toMatchObject({ installed: false, enabled: false });
    expect(setting()).toBe(`['other@example.org', "a'b@example.org"]`);
    expect(existsSync(installed)).toBe(false);
  });

  it('leaves an empty list that GNOME can read', async () => {
    writeFileSync(path.join(folder, 'enabled-extensions'), '@as []');
    await installExtension(variables);
    await removeExtension(variables);
    expect(setting()).toBe('@as []');
  });

  it('runs again where somebody had turned it off, and is on no list once it is removed', async () => {
    await installExtension(variables);
    writeFileSync(path.join(folder, 'disabled-extensions'), `['${uuid}', 'other@example.org']`);
    expect(await extensionState(variables)).toMatchObject({ enabled: false });
    expect(await installExtension(variables)).toMatchObject({ enabled: true });
    expect(setting('disabled')).toBe("['other@example.org']");
    await removeExtension(variables);
    expect(setting()).not.toContain(uuid);
  });

  it('goes to the home where no other folder is named, and is removed where settings cannot be', async () => {
    const { folder: installed } = await installExtension({ ...variables, XDG_DATA_HOME: '' });
    expect(installed.startsWith(path.join(folder, '.local', 'share'))).toBe(true);
    program('gsettings', 'exit 1');
    await expect(removeExtension(variables)).rejects.toMatchObject({ code: 'not_found' });
    expect(existsSync(installed)).toBe(false);
  });

  it('is not installed where gnome-shell is older than what it uses', async () => {
    program('gnome-shell', 'echo "GNOME Shell 3.38.4"');
    await expect(installExtension(variables)).rejects.toMatchObject({ code: 'unsupported_platform' });
  });

  it('is not installed if there is no GNOME', async () => {
    rmSync(path.join(folder, 'gnome-shell'));
    program('gnome-shell', 'exit 1');
    await expect(installExtension(variables)).rejects.toMatchObject({ code: 'not_found' });
    expect(setting()).not.toContain(uuid);
  });
});
