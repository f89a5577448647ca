import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseProfile, readProfile } from './profile.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'profile-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const written = (text: string) => writeFileSync(path.join(folder, 'deskscope.yaml'), text);

it('without a file a desktop opens nothing', () => {
  expect(readProfile(undefined, folder)).toMatchObject({
    size: { width: 1600, height: 1000 },
    readable: [],
    writable: [],
    network: false,
    apps: [],
    timeouts: { start: 20_000, app: 20_000 },
  });
});

// Elsewhere there are no such desktops, and paths differ.
const onLinux = it.runIf(process.platform === 'linux');

onLinux('a file says how it is made, and may hold more than desktops', () => {
  mkdirSync(path.join(folder, 'data'));
  written(
    'desktop:\n  size: 800x600\n  scale: 2\n  apps: [galculator, [mousepad, notes.txt]]\n  readable: [data]\nother: 1\n',
  );
  expect(readProfile(undefined, folder)).toMatchObject({
    size: { width: 800, height: 600 },
    scale: 2,
    apps: [['galculator'], ['mousepad', 'notes.txt']],
    readable: [path.join(folder, 'data')],
  });
});

it.each([
  ['desktop: { size: big }', /desktop\.size.* must be WIDTHxHEIGHT/],
  ['desktop: { size: 99999x100 }', /desktop\.size.* at most 16384/],
  ['desktop: { scale: 1.5 }', /desktop\.scale/],
  ['desktop: { netwrok: true }', /netwrok/],
  ['desktop: { apps: [[]] }', /desktop\.apps/],
  ['desktop: { timeouts: { app: 0 } }', /desktop\.timeouts\.app/],
  ['desktop: [', /is not YAML/],
])('%s is refused by its field', (text, message) => {
  expect(() => parseProfile(text, 'deskscope.yaml')).toThrow(message);
});

onLinux('a file that lies around opens nothing beyond its folder', () => {
  symlinkSync('/etc', path.join(folder, 'link'));
  for (const wish of [
    'network: true',
    'walls: none',
    'readable: [/etc]',
    'writable: [link]',
    'readable: [..]',
    'readable: ["~"]',
  ]) {
    written(`desktop: { ${wish} }`);
    expect(() => readProfile(undefined, folder), wish).toThrow(expect.objectContaining({ code: 'permission_denied' }));
    expect(readProfile('deskscope.yaml', folder), wish).toBeTruthy();
  }
});

onLinux('what is named and not there is an error', () => {
  expect(() => readProfile('mine.yaml', folder)).toThrow(/There is no .*mine\.yaml/);
  written('desktop: { readable: [nowhere] }');
  expect(() => readProfile(undefined, folder)).toThrow(/desktop\.readable\.0.*nowhere.*does not exist/);
});
