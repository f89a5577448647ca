import { expect, it } from 'vitest';
import { editorTheme } from './editor-theme.ts';

const themeOf = (background: string) => {
  const tokens: Readonly<Record<string, string>> = { '--editor-background': background, 'color-scheme': 'light' };
  return editorTheme({ getPropertyValue: (name) => tokens[name] ?? ' #abcdef' });
};

it('is dark by its background, whatever the system says while colours are forced', () => {
  expect(themeOf('#1e1e1e').dark).toBe(true);
  expect(themeOf('#ffffff').dark).toBe(false);
});

it('leaves no colour of code in prose to Monaco', () => {
  expect(themeOf('#000000').theme.rules).toContainEqual({ token: 'variable', foreground: 'abcdef' });
});
