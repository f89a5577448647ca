import { expect, it } from 'vitest';
import { localeName } from './trial-desktop.ts';

it('names the locale of a language by its usual country', () => {
  const sources = ['C', 'POSIX', 'de_AT', 'de_DE', 'de_DE@euro', 'en_AG', 'en_US', 'pt_BR', 'ja_JP'];
  expect(['de', 'en', 'ja', 'pt_BR', 'xx'].map((language) => localeName(language, sources))).toEqual([
    'de_DE',
    'en_US',
    'ja_JP',
    'pt_BR',
    undefined,
  ]);
});
