import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createClientTokens, tokenFiles } from '../setup/clients/tokens.ts';
import { openTerminal } from './testing/in-process.ts';

it('reads no file that holds a token of the app’s server, though another process serves', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'deskscope-home-'));
  const profile = path.join(home, 'deskscope');
  const folder = path.join(home, 'project');
  for (const made of [profile, folder]) mkdirSync(made);
  const full = 'F'.repeat(43);
  writeFileSync(path.join(profile, tokenFiles.full), `${full}\n`);
  const codex = await createClientTokens(profile).make('codex');
  const terminal = await openTerminal({ XDG_CONFIG_HOME: home, APPDATA: home });
  const read = async (content: string | Buffer) => {
    const file = path.join(folder, 'notes.txt');
    writeFileSync(file, content);
    return terminal.run('call', 'read_file', JSON.stringify({ path: file }), '--allow-folder', folder);
  };
  try {
    expect((await read('nothing')).stdout).toContain('nothing');
    for (const token of [full, codex]) {
      for (const content of [`{"Authorization":"Bearer ${token}"}`, Buffer.from(token, 'utf16le')]) {
        const { stdout, stderr } = await read(content);
        expect(stderr).toContain('permission_denied');
        expect(stdout).toBe('');
      }
    }
  } finally {
    await terminal.close();
    rmSync(home, { recursive: true, force: true });
  }
});
