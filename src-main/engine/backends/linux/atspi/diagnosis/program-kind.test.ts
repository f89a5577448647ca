import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ProcessFacts } from '../../processes/process.ts';
import { toolkitsIn } from '../../processes/toolkits-of-processes.ts';
import { chromium, kindOf } from './program-kind.ts';

const bare = { processId: 1, state: 'S', ageMs: 60_000, commandLine: '', environment: null };

function kindWith(files: readonly string[], executable = '/opt/app/bin/app') {
  const maps = files.map((file) => `7f0000000000-7f0000001000 r-xp 00000000 08:01 42    ${file}\n`).join('');
  return kindOf({ ...bare, executable, toolkits: toolkitsIn(maps) } satisfies ProcessFacts);
}

it.each([
  ['Firefox', ['/usr/lib/libgtk-3.so.0', '/usr/lib/firefox-esr/libxul.so']],
  ['Qt 5', ['/usr/lib/libgtk-3.so.0', '/usr/lib/libQt5Gui.so.5.15.8 (deleted)']],
  ['Java', ['/opt/app/lib/chrome_100_percent.pak', '/opt/app/lib/server/libjvm.so']],
  ['GTK 3', ['/usr/lib/libgtk-3.so.0', '/usr/lib/libtk8.6.so']],
  [undefined, ['/usr/lib/libtk8.6.so']],
])('%s by %j', (name, files) => {
  expect(kindWith(files)?.name).toBe(name);
});

it('Chromium by its resource packs, whatever libraries are loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-kind-'));
  try {
    writeFileSync(join(folder, 'resources.pak'), '');
    expect(kindWith(['/usr/lib/libgtk-3.so.0'], join(folder, 'app'))).toBe(chromium);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
