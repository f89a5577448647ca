import { expect, it } from 'vitest';
import { placeIn } from './folder.ts';

const folders = ['/home/me/notes', '/home/me/notes/inner/', '/srv'];

it.each([
  ['/home/me/notes', '/home/me/notes', []],
  ['/home/me/notes/', '/home/me/notes', []],
  ['/home/me//notes/a/b.txt', '/home/me/notes', ['a', 'b.txt']],
  ['/home/me/notes/inner/c', '/home/me/notes/inner/', ['c']],
  ['/home/me/notes/..hidden/...', '/home/me/notes', ['..hidden', '...']],
])('finds %s', (wanted, root, names) => expect(placeIn(folders, wanted, 'linux')).toEqual({ root, names }));

it.each([
  ['/home/me/notes2/a', 'permission_denied'],
  ['/home/me/Notes/a', 'permission_denied'],
  ['/home/me', 'permission_denied'],
  ['/', 'permission_denied'],
  ['/home/me/notes/../secret', 'invalid_parameter'],
  ['/home/me/notes/./a', 'invalid_parameter'],
  ['/home/me/notes/a\0b', 'invalid_parameter'],
  ['home/me/notes/a', 'invalid_parameter'],
  ['~/notes', 'invalid_parameter'],
  ['', 'invalid_parameter'],
  ['file:///home/me/notes/a', 'invalid_parameter'],
])('refuses %s', (wanted, code) => {
  expect(() => placeIn(folders, wanted, 'linux')).toThrow(expect.objectContaining({ code }) as Error);
});

it.each([
  ['C:\\Users\\me\\a.txt', ['a.txt']],
  ['c:/users/ME/sub\\a.txt', ['sub', 'a.txt']],
  ['C:\\Users\\me\\console\\com.txt', ['console', 'com.txt']],
])('knows the paths of Windows: %s', (wanted, names) => {
  expect(placeIn(['C:\\Users\\me'], wanted, 'win32').names).toEqual(names);
});

it.each([
  ['C:\\Users\\me\\a.txt:stream', 'invalid_parameter'],
  ['C:\\Users\\me\\..\\you', 'invalid_parameter'],
  ['C:\\Users\\me \\a', 'invalid_parameter'],
  ['C:\\Users\\me.\\a', 'invalid_parameter'],
  ['\\\\?\\C:\\Users\\me\\a', 'invalid_parameter'],
  ['\\\\server\\share\\a', 'invalid_parameter'],
  ['C:Users\\me\\a', 'invalid_parameter'],
  ['C:', 'invalid_parameter'],
  ['C:\\Users\\me\\LPT1', 'invalid_parameter'],
  ['C:\\Users\\me\\con.txt', 'invalid_parameter'],
  ['C:\\Users\\me\\NUL \\a', 'invalid_parameter'],
  ['C:\\Users\\me\\Aux .txt', 'invalid_parameter'],
  ['D:\\Users\\me\\a', 'permission_denied'],
])('refuses %s on Windows', (wanted, code) => {
  expect(() => placeIn(['C:\\Users\\me'], wanted, 'win32')).toThrow(expect.objectContaining({ code }) as Error);
});

it('reports what is allowed', () => {
  expect(() => placeIn([], '/a', 'linux')).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('--allow-folder') as string }) as Error,
  );
  expect(() => placeIn(['/srv'], '/a', 'linux')).toThrow(
    expect.objectContaining({ hint: 'The user allowed “/srv/”.' }) as Error,
  );
});
