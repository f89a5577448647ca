import { expect, test } from 'vitest';
import { has, withFolder, withoutFolder } from './folders.ts';

const ours = 'C:\\Program Files\\Deskscope\\bin';

test('a folder comes to the end once, and what else is there stays as it is', () => {
  expect(withFolder('', ours)).toBe(ours);
  expect(withFolder('%USERPROFILE%\\go;C:\\Jörg;;', ours)).toBe(`%USERPROFILE%\\go;C:\\Jörg;;${ours}`);
  expect(withFolder('C:\\one', ours)).toBe(`C:\\one;${ours}`);
  for (const known of [`C:\\one;${ours}`, `${ours.toUpperCase()}\\;C:\\one`, `"${ours}"`])
    expect(withFolder(known, ours)).toBe(known);
});

test('it goes wherever it stands, and nothing else does', () => {
  expect(withoutFolder(`C:\\one;${ours}\\;%TEMP%;${ours.toLowerCase()}`, ours)).toBe('C:\\one;%TEMP%');
  const others = `C:\\one;;${ours}\\more;`;
  expect(withoutFolder(others, ours)).toBe(others);
  expect(has(others, ours)).toBe(false);
});
