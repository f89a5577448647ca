import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createComposer, type Composed } from './compose.ts';

const rules = '/usr/share/X11/locale/en_US.UTF-8/Compose';
const [deadAcute, deadCircumflex, multiKey, space, escape] = [0xfe51, 0xfe52, 0xff20, 0x20, 0xff1b];
const codes = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);
const typed = async (...keysyms: readonly number[]): Promise<readonly Composed[]> => {
  const composer = await createComposer({ LANG: 'de_DE.UTF-8' });
  return keysyms.map((keysym) => composer.feed(keysym));
};

describe.skipIf(process.platform !== 'linux' || !existsSync(rules))('key sequences that compose a character', () => {
  it('are dead keys, and those after Compose', async () => {
    expect(await typed(deadAcute, ...codes('e'))).toEqual(['begun', { text: 'é' }]);
    expect(await typed(deadCircumflex, space)).toEqual(['begun', { text: '^' }]);
    expect(await typed(multiKey, ...codes('ss'))).toEqual(['begun', 'begun', { text: 'ß' }]);
    expect(await typed(multiKey, ...codes('->'))).toEqual(['begun', 'begun', { text: '→' }]);
  });

  it('type nothing if they do not combine, and the next key starts afresh', async () => {
    expect(await typed(deadAcute, ...codes('qe'))).toEqual(['begun', 'dropped', 'alone']);
    expect(await typed(multiKey, escape, ...codes('a'))).toEqual(['begun', 'dropped', 'alone']);
  });

  it('have rules in every locale, including those without their own', async () => {
    for (const environment of [{}, { LC_ALL: 'C' }, { LANG: 'C.UTF-8' }]) {
      const composer = await createComposer(environment);
      expect([deadAcute, ...codes('a')].map((keysym) => composer.feed(keysym))).toEqual(['begun', { text: 'á' }]);
    }
  });

  it('are cancelled by a shortcut', async () => {
    const composer = await createComposer();
    composer.feed(deadAcute);
    composer.reset();
    expect(composer.feed(codes('e')[0] ?? 0)).toBe('alone');
  });
});
