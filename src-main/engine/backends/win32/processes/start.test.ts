import { expect, test } from 'vitest';
import { findProgram, type Places } from './start.ts';

const files = ['C:\\Windows\\notepad.exe', 'C:\\Tools\\old.com', 'D:\\My Apps\\paint.exe', 'C:\\Tools\\run.bat'];
const places: Places = {
  folders: ['C:\\Tools', 'C:\\Windows'],
  exists: (file) => files.includes(file),
  registered: (name) => (name === 'paint.exe' ? '"D:\\My Apps\\paint.exe"' : null),
};
const find = (command: string) => findProgram(command, places);

test('a program is found by name, by path, and by the name of its app', () => {
  expect(find('notepad')).toBe('C:\\Windows\\notepad.exe');
  expect(find('notepad.exe')).toBe('C:\\Windows\\notepad.exe');
  expect(find('old')).toBe('C:\\Tools\\old.com');
  expect(find('C:/Windows/notepad')).toBe('C:\\Windows\\notepad.exe');
  expect(find('paint')).toBe('D:\\My Apps\\paint.exe');
});

test('other files are not found', () => {
  for (const command of ['', 'no such program', 'notepad & calc', 'C:\\Elsewhere\\notepad', 'C:\\Windows\\paint']) {
    expect(() => find(command)).toThrow(expect.objectContaining({ code: 'not_found', delivery: 'not_delivered' }));
  }
});

test('a script is refused, with advice how to start it', () => {
  expect(() => find('run.bat')).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  expect(() => find('C:\\Tools\\RUN.BAT')).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
});
