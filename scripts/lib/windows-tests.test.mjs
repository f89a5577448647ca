import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startVirtualDesktop } from './virtual-desktop.mjs';
import { whyNoFixtures } from './windows-tests.mjs';

test('tests that move the pointer of a real Windows run if the variable is set', () => {
  expect(whyNoFixtures({})).toMatch(/^DESKSCOPE_WINDOWS_FIXTURES is not set; .*README\.md/);
  const folder = mkdtempSync(join(tmpdir(), 'deskscope-fixtures-'));
  const variables = { DESKSCOPE_WINDOWS_FIXTURES: folder };
  expect(whyNoFixtures(variables)).toContain(`${folder}, where there is no`);
  writeFileSync(join(folder, 'deskscope-controls.exe'), '');
  expect(whyNoFixtures(variables)).toBe('');
  rmSync(folder, { recursive: true });
});

test.skipIf(process.platform === 'linux')('elsewhere a virtual desktop is refused in one sentence', async () => {
  await expect(startVirtualDesktop()).rejects.toThrow(
    /^This needs a virtual desktop, .* on Linux only, this is \w+\.$/,
  );
});
