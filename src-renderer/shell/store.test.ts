import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors';
import { createShellStore } from './store.ts';
import { resolveTheme } from './connect.ts';
import { nextRegion } from './regions.ts';
import { search } from './palette/palette.tsx';

describe('toasts', () => {
  it('show code, sentence and hint of a known error, and no details of an unknown one', () => {
    const store = createShellStore();
    store.getState().report(new AppError('port_in_use', 'Port 8722 is taken.'));
    store.getState().report(new Error('secret path /home/anna'));
    const [known, unknown] = store.getState().toasts;
    expect(known).toMatchObject({
      kind: 'error',
      code: 'port_in_use',
      sentence: 'Port 8722 is taken.',
      hint: 'Choose another port.',
    });
    expect(unknown?.code).toBe('internal');
    expect(JSON.stringify(unknown)).not.toContain('anna');
  });

  it('do not repeat, do not pile up, and can be dismissed', () => {
    const store = createShellStore();
    for (const sentence of ['a', 'a', 'b', 'c', 'd', 'e']) store.getState().notify(sentence);
    expect(store.getState().toasts.map(({ sentence }) => sentence)).toEqual(['b', 'c', 'd', 'e']);
    store.getState().dismiss(store.getState().toasts[0]?.id ?? 0);
    expect(store.getState().toasts).toHaveLength(3);
  });
});

it('the theme follows the setting, and the system if set so', () => {
  const [dark, light] = [
    { isDark: true, wantsContrast: false },
    { isDark: false, wantsContrast: false },
  ];
  expect(resolveTheme('light', dark)).toBe('light');
  expect(resolveTheme('dark', { isDark: false, wantsContrast: true })).toBe('dark');
  expect(resolveTheme('high-contrast-dark', light)).toBe('high-contrast-dark');
  expect(resolveTheme('system', dark)).toBe('dark');
  expect(resolveTheme('system', light)).toBe('light');
  expect(resolveTheme('system', { isDark: true, wantsContrast: true })).toBe('high-contrast-dark');
});

it('F6 cycles through the parts', () => {
  expect([nextRegion(3, -1, 1), nextRegion(3, -1, -1), nextRegion(3, 2, 1), nextRegion(3, 0, -1)]).toEqual([
    0, 2, 0, 2,
  ]);
});

it('the palette finds by starts of words, then inside words, then by letters in order', () => {
  const texts = ['Go to window', 'Minimise window', 'Start or stop recording', 'Show window'];
  const find = (typed: string) => search(texts, (text) => text, typed);
  expect(find('window sh')).toEqual(['Show window']);
  expect(find('min')).toEqual(['Minimise window']);
  expect(find('stsr')).toEqual(['Start or stop recording']);
  expect(find('xyz')).toEqual([]);
});
