import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTerminal, type Terminal } from './testing/in-process.ts';

let home: string;
let terminal: Terminal;

beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'gnome-'));
  const programs = { 'gnome-shell': 'echo "GNOME Shell 43.9"', gsettings: 'echo "@as []"' };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(path.join(home, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(home, name), 0o755);
  }
  terminal = await openTerminal({ HOME: home, PATH: `${home}:/usr/bin:/bin`, XDG_RUNTIME_DIR: home });
});
afterEach(async () => {
  await terminal.close();
  rmSync(home, { recursive: true });
});

describe.skipIf(process.platform === 'win32')('gnome', () => {
  it('installs nothing if nobody was asked, and reports what it needs', async () => {
    const { code, stderr } = await terminal.run('gnome', 'install');
    expect(code).toBe(2);
    expect(stderr).toContain('--yes');
    expect(existsSync(path.join(home, '.local'))).toBe(false);
  });

  it('installs the extension once it may, and reports that it takes a new login', async () => {
    const { stdout } = await terminal.run('gnome', 'install', '--yes');
    expect(stdout).toContain('GNOME Shell 43.9\nInstalled in');
    expect(stdout).toContain('Log out and in again');
    expect(await terminal.json('gnome')).toMatchObject({ extension: { installed: true, running: false } });
    expect(await terminal.json('gnome', 'remove')).toMatchObject({ extension: { installed: false } });
  });
});
