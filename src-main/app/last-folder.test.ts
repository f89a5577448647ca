import path from 'node:path';
import { expect, it } from 'vitest';
import { LastFolder, withExtension } from './last-folder.ts';

it('begins where a person chose last, with whole paths', () => {
  const folders = new LastFolder(() => path.resolve('documents'));
  expect(folders.fileIn('run.json')).toBe(path.resolve('documents', 'run.json'));
  expect(folders.chose(null)).toBeNull();
  expect(folders.folder).toBe(path.resolve('documents'));
  expect(folders.chose(path.resolve('work', 'a.json'))).toBe(path.resolve('work', 'a.json'));
  expect([folders.folder, folders.fileIn('b.json')]).toEqual([path.resolve('work'), path.resolve('work', 'b.json')]);
});

it('adds the offered extension to a name without one, unless that file exists', () => {
  expect(withExtension('/nowhere/a', 'json')).toBe('/nowhere/a.json');
  expect(withExtension('/nowhere/a.txt', 'json')).toBe('/nowhere/a.txt');
  expect(withExtension(path.resolve('package'), 'json')).toBe(path.resolve('package'));
});
