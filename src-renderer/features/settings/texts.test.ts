import { expect, it } from 'vitest';
import { settings } from '#contract/model/settings';
import { allTexts, fitsQuery, settingTexts } from './texts.ts';

it('finds a line by words of its title and text, in any order and case', () => {
  const found = (query: string) => allTexts.filter((text) => fitsQuery(text, query)).map(({ title }) => title);
  expect(found('port')).toContain('Port');
  expect(found('desktop OUTLINE')).toEqual(['Outline on the desktop']);
  expect(found('system choose')).toEqual(['Port']);
  expect(found('xyzzy')).toEqual([]);
  expect(found('')).toEqual(allTexts.map(({ title }) => title));
});

it('names existing settings, each title once', () => {
  expect(Object.keys(settings.shape)).toEqual(expect.arrayContaining(Object.keys(settingTexts)));
  expect(new Set(allTexts.map(({ title }) => title)).size).toBe(allTexts.length);
});
