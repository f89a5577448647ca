import { expect, it } from 'vitest';
import { isPage, pages } from './sender.ts';

it.each([pages.main, `${pages.main}#tree`, `${pages.main}?x=1`])('accepts the page %s', (url) => {
  expect(isPage(url, pages.main)).toBe(true);
});

it.each([
  '',
  'about:blank',
  'app://deskscope/index.htmlx',
  'app://evil/index.html',
  'file:///index.html',
  pages.permission,
])('refuses %s as the main page', (url) => expect(isPage(url, pages.main)).toBe(false));
